package import AudioCore

/// The packets and titles of a source, in order, with the place of each on an axis that begins at 0 with the first
/// packet. Elements have sequence numbers, which go on when others are removed. It is a ring: removing an element moves
/// no other.
package struct ElementRing: Sendable {
  /// What lies before a place.
  package struct Totals: Sendable, Equatable {
    /// Duration of the sound, in nanoseconds: the place on the axis.
    package var nanoseconds = 0
    /// Bytes of the packets (``Packet/heldBytes``) and of the titles.
    package var bytes = 0
    /// Number of packets.
    package var packets = 0
  }

  /// How an element came.
  package struct Reception: Sendable, Equatable {
    /// Seconds since 1970.
    package var time = 0.0
    /// The number of the connection.
    package var connection = 0
  }

  private struct Slot {
    var element: StreamElement
    var before: Totals
    var reception: Reception
  }

  /// Memory that an element takes beside its bytes: its slot in a ring that is 70 % full on average, the header of its
  /// array, and what the allocator adds.
  static let overhead = 224

  private var slots: [Slot?] = Array(repeating: nil, count: 64)
  /// The number of the first element.
  package private(set) var first = 0
  /// The number after that of the last element.
  package private(set) var end = 0
  /// What lies before ``end``, removed elements included.
  package private(set) var total = Totals()

  /// An empty ring.
  package init() {}

  /// Returns the element with a number in `first..<end`.
  package subscript(number: Int) -> StreamElement? { slots[number & (slots.count - 1)]?.element }

  /// Returns what lies before the element with a number in `first...end`.
  package func totals(before number: Int) -> Totals {
    number < end ? slots[number & (slots.count - 1)]?.before ?? total : total
  }

  /// The memory of the elements with numbers in `range`, in bytes.
  func weight(of range: Range<Int>) -> Int {
    totals(before: range.upperBound).bytes - totals(before: range.lowerBound).bytes + Self.overhead * range.count
  }

  /// Returns how the element with a number in `first..<end` came.
  func reception(of number: Int) -> Reception { slots[number & (slots.count - 1)]?.reception ?? Reception() }

  /// Adds an element.
  package mutating func append(_ element: StreamElement, reception: Reception = Reception()) {
    if end - first == slots.count { grow() }
    slots[end & (slots.count - 1)] = Slot(element: element, before: total, reception: reception)
    end += 1
    let size = Self.size(of: element)
    total.packets += size.packets
    total.nanoseconds += size.nanoseconds
    total.bytes += size.bytes
  }

  /// Removes the first element and returns it.
  package mutating func removeFirst() -> StreamElement? {
    guard first < end else { return nil }
    let index = first & (slots.count - 1)
    defer { slots[index] = nil }
    first += 1
    return slots[index]?.element
  }

  /// Removes the elements from the one with `number` on, and returns them in order. The axis goes on where they began.
  mutating func removeAll(from number: Int) -> [StreamElement] {
    guard number < end else { return [] }
    let removed = (max(number, first)..<end).compactMap { self[$0] }
    total = totals(before: max(number, first))
    for each in max(number, first)..<end { slots[each & (slots.count - 1)] = nil }
    end = max(number, first)
    return removed
  }

  /// Returns the number of the element that contains the place `nanoseconds`: the first one that ends after it; ``end``
  /// when none does.
  func number(at nanoseconds: Int) -> Int {
    var (low, high) = (first, end)
    while low < high {
      let middle = (low + high) / 2
      if totals(before: middle + 1).nanoseconds > nanoseconds { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns what an element adds to the totals. A title has no duration; its bytes are those of its texts, and 64 for
  /// the objects that hold them.
  package static func size(of element: StreamElement) -> Totals {
    switch element {
    case .packet(let packet):
      let rate = max(1, packet.headerFormat.sampleRate)
      return Totals(nanoseconds: packet.frameCount * 1_000_000_000 / rate, bytes: packet.heldBytes, packets: 1)
    case .metadata(let metadata):
      return Totals(bytes: 64 + metadata.title.utf8.count + (metadata.url?.utf8.count ?? 0))
    }
  }

  private mutating func grow() {
    let count = slots.count
    let grown = (first..<first + 2 * count).map { number in
      number < end ? slots[number & (count - 1)] : nil
    }
    slots = Array(repeating: nil, count: 2 * count)
    for (offset, slot) in grown.enumerated() { slots[(first + offset) & (2 * count - 1)] = slot }
  }
}
