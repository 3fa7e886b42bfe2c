import AudioCore

/// A queue of packets and titles, with their total duration and bytes. It is a ring: removing an element moves no
/// other.
struct ElementQueue: Sendable {
  private var slots: [StreamElement?] = Array(repeating: nil, count: 64)
  private var head = 0

  /// Number of elements in the queue.
  private(set) var count = 0
  /// Number of packets among them.
  private(set) var packets = 0
  /// Duration of the sound in the queue, in nanoseconds.
  private(set) var nanoseconds = 0
  /// Bytes of the packets (``Packet/heldBytes``) and of the titles.
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: StreamElement) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
    let size = Self.size(of: element)
    packets += size.packets
    nanoseconds += size.nanoseconds
    bytes += size.bytes
  }

  mutating func removeFirst() -> StreamElement? {
    guard count > 0, let element = slots[head] else { return nil }
    slots[head] = nil
    head = (head + 1) & (slots.count - 1)
    count -= 1
    let size = Self.size(of: element)
    packets -= size.packets
    nanoseconds -= size.nanoseconds
    bytes -= size.bytes
    return element
  }

  mutating func removeAll() { self = ElementQueue() }

  /// Returns what an element adds to the totals. A title has no duration; its bytes are those of its texts, and 64 for
  /// the objects that hold them.
  static func size(of element: StreamElement) -> (packets: Int, nanoseconds: Int, bytes: Int) {
    switch element {
    case .packet(let packet):
      let rate = max(1, packet.headerFormat.sampleRate)
      return (1, packet.frameCount * 1_000_000_000 / rate, packet.heldBytes)
    case .metadata(let metadata):
      return (0, 0, 64 + metadata.title.utf8.count + (metadata.url?.utf8.count ?? 0))
    }
  }

  private mutating func grow() {
    slots = (0..<count).map { slots[(head + $0) & (slots.count - 1)] } + Array(repeating: nil, count: slots.count)
    head = 0
  }
}
