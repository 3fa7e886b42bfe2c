public import AudioCore
import Synchronization
import SystemSupport

/// A listener of a ``PacketRelay``.
public final class RelayListener: Sendable {
  /// An item for the listener.
  public enum Item: Sendable, Equatable {
    /// A packet as the station sent it.
    case packet(Packet)
    /// The title of the packets that follow.
    case title(StreamMetadata)

    /// The duration of its sound.
    fileprivate var duration: Duration {
      switch self {
      case .packet(let packet): packet.duration
      case .title: .zero
      }
    }

    /// The number of bytes that the item counts for in the queue. It includes an overhead, since some stations send
    /// tiny packets.
    fileprivate var weight: Int {
      switch self {
      case .packet(let packet): 64 + packet.heldBytes
      case .title(let title): 64 + title.title.utf8.count + (title.url?.utf8.count ?? 0)
      }
    }
  }

  fileprivate struct State {
    var items: [Item] = []
    var bytes = 0
    var duration: Duration = .zero
    var isOver = false

    func isTooMuch(_ limits: PacketRelay.Limits) -> Bool {
      bytes > limits.queueBytes && duration > limits.queueDuration || bytes > limits.maximumQueueBytes
    }
  }

  let key: Int
  /// The codec of all packets; nil when no packet had come when the listener was added: then the first packet shows it.
  public let codec: Codec?
  private let limits: PacketRelay.Limits
  private let state = Mutex(State())
  private let wake = WakeSignal()

  init(key: Int, codec: Codec?, limits: PacketRelay.Limits) {
    self.key = key
    self.codec = codec
    self.limits = limits
  }

  /// Returns all items since the last call, and waits until there is one. Returns nil when the listener has ended: the
  /// radio was stopped, it plays another codec, or this listener was too slow. Only one task may call it.
  public func next() async -> [Item]? {
    var iterator = wake.makeAsyncIterator()
    while true {
      let (items, isOver) = state.withLock { state in
        defer { state = State(isOver: state.isOver) }
        return (state.items, state.isOver)
      }
      if !items.isEmpty { return items }
      if isOver { return nil }
      guard await iterator.next() != nil else { return nil }
    }
  }

  /// Queues `item`. Returns false when the listener has ended or is too far behind, which ends it.
  @discardableResult func put(_ item: Item) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isOver else { return false }
      state.bytes += item.weight
      state.duration += item.duration
      guard !state.isTooMuch(limits) else {
        state = State(isOver: true)
        return false
      }
      state.items.append(item)
      return true
    }
    wake.signal()
    return isTaken
  }

  func end() {
    state.withLock { $0.isOver = true }
    wake.signal()
  }
}
