import AudioCore
import Synchronization

/// Hands the packets of what is tuned in to everyone who listens with a player of their own: one connection to the station serves
/// the house. What comes are the packets as the station sent them, at the pace it was received, without seams where it was connected to anew.
///
/// Never waits for a listener: each has a queue with a bound, and one who is too far behind is let go. A new listener gets the last sound
/// at once: ``burstBytes`` of it, or more up to ``mostBurstBytes`` where that is less than ``burstDuration``, but never more than
/// ``mostBurstPackets``.
public final class PacketRelay: Sendable {
  /// Bytes that a new listener gets at once, unless they are little sound.
  public static let burstBytes = 64 << 10
  /// Sound that is little.
  public static let burstDuration: Duration = .milliseconds(1500)
  /// Most bytes that a new listener gets at once.
  public static let mostBurstBytes = 512 << 10
  /// Most packets that a new listener gets at once: some stations' are tiny, and take more memory than they have bytes.
  public static let mostBurstPackets = 1024
  /// Bytes that a listener may be behind: more than a station may send at once, which fills the packet buffer. The packets are
  /// the same for all listeners, so that many slow ones take hardly more memory than one.
  public static let queueBytes = 1 << 20
  /// Sound that a listener may be behind when it is more than ``queueBytes``, as FLAC is and what is not compressed.
  public static let queueDuration: Duration = .seconds(8)
  /// Most bytes that a listener may be behind.
  public static let mostQueueBytes = 4 << 20

  fileprivate struct State {
    var recent: [Packet] = []
    var recentBytes = 0
    var recentDuration: Duration = .zero
    var newest: Packet?
    var title: StreamMetadata?
    var listeners: [Int: RelayListener] = [:]
    var nextKey = 0
    var received = 0
  }

  private let state = Mutex(State())

  /// A relay nothing came through yet.
  package init() {}

  /// The coding of what is passed on now; nil when nothing came since the last ``end()``.
  public var codec: Codec? { newest?.codec }

  /// The last packet that came; nil when none came since the last ``end()``.
  public var newest: Packet? { state.withLock { $0.newest } }

  /// How many listen.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Bytes of sound received since the beginning, over all stations.
  public var receivedBytes: Int { state.withLock { $0.received } }

  /// Begins to listen: at once to the last seconds and the title of now. The listener must be given to ``leave(_:)``.
  ///
  /// What comes is coded in the listener's ``RelayListener/codec``; when that is nil, nothing is on the air yet.
  public func listen() -> RelayListener {
    state.withLock { state in
      let listener = RelayListener(key: state.nextKey, codec: state.newest?.codec)
      state.nextKey += 1
      if let title = state.title { listener.put(.title(title)) }
      for packet in state.recent { listener.put(.packet(packet)) }
      state.listeners[listener.key] = listener
      return listener
    }
  }

  /// Ends `listener`.
  public func leave(_ listener: RelayListener) {
    state.withLock { _ = $0.listeners.removeValue(forKey: listener.key) }
    listener.end()
  }

  /// Passes on what came.
  package func put(_ element: StreamElement) { put([element]) }

  /// Passes on what came, in order.
  package func put(_ elements: [StreamElement]) {
    state.withLock { state in
      for element in elements { state.put(element) }
      state.forgetSurplus()
    }
  }

  /// Another source comes, or none: whoever listens goes on when it is coded in the same way.
  package func changeSource() {
    state.withLock { state in
      state.forget()
      for listener in state.listeners.values { _ = listener.put(.title(StreamMetadata(title: ""))) }
    }
  }

  /// Nothing more comes: everyone who listens is told, and what is kept is forgotten.
  package func end() { state.withLock { $0.endAll() } }
}

extension PacketRelay.State {
  fileprivate mutating func put(_ element: StreamElement) {
    let item: RelayListener.Item
    switch element {
    case .metadata(let title):
      self.title = title
      item = .title(title)
    case .packet(let packet):
      if let newest, newest.codec != packet.codec { endAll() }
      newest = packet
      received += packet.bytes.count
      recent.append(packet)
      recentBytes += packet.heldBytes
      recentDuration += packet.duration
      item = .packet(packet)
    }
    for listener in listeners.values where !listener.put(item) { listeners.removeValue(forKey: listener.key) }
  }

  /// Leaves what a new listener gets of the last sound.
  fileprivate mutating func forgetSurplus() {
    var surplus = 0
    while surplus < recent.count - 1, hasTooMuch || recent.count - surplus > PacketRelay.mostBurstPackets {
      recentBytes -= recent[surplus].heldBytes
      recentDuration -= recent[surplus].duration
      surplus += 1
    }
    if surplus > 0 { recent.removeFirst(surplus) }
  }

  private var hasTooMuch: Bool {
    recentBytes > PacketRelay.burstBytes && recentDuration > PacketRelay.burstDuration
      || recentBytes > PacketRelay.mostBurstBytes
  }

  fileprivate mutating func endAll() {
    for listener in listeners.values { listener.end() }
    listeners = [:]
    newest = nil
    forget()
  }

  /// Forgets what a new listener would get.
  fileprivate mutating func forget() {
    recent = []
    recentBytes = 0
    recentDuration = .zero
    title = nil
  }
}

/// One who listens to a ``PacketRelay``.
public final class RelayListener: Sendable {
  /// What comes.
  public enum Item: Sendable, Equatable {
    /// A packet as the station sent it.
    case packet(Packet)
    /// What is on the air with the packets that follow.
    case title(StreamMetadata)

    /// How long it sounds.
    fileprivate var duration: Duration {
      switch self {
      case .packet(let packet): packet.duration
      case .title: .zero
      }
    }

    /// Bytes that it counts for while it waits; some stations' packets are tiny.
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

    var isTooMuch: Bool {
      bytes > PacketRelay.queueBytes && duration > PacketRelay.queueDuration || bytes > PacketRelay.mostQueueBytes
    }
  }

  let key: Int
  /// The coding of all that comes; nil when nothing was on the air when the listener began: then the first packet tells.
  public let codec: Codec?
  private let state = Mutex(State())
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  init(key: Int, codec: Codec?) {
    self.key = key
    self.codec = codec
    (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// All that came since the last time; waits for something. Nil when it is over: the radio was stopped, plays in another coding,
  /// or this listener was too slow. For one task.
  public func next() async -> [Item]? {
    var iterator = wakeUps.makeAsyncIterator()
    while true {
      let (items, isOver) = state.withLock { state in
        defer {
          state.items = []
          state.bytes = 0
          state.duration = .zero
        }
        return (state.items, state.isOver)
      }
      if !items.isEmpty { return items }
      if isOver { return nil }
      guard await iterator.next() != nil else { return nil }
    }
  }

  /// False when it is too far behind, or over: then it is over.
  @discardableResult fileprivate func put(_ item: Item) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isOver else { return false }
      state.bytes += item.weight
      state.duration += item.duration
      guard !state.isTooMuch else {
        state = State(isOver: true)
        return false
      }
      state.items.append(item)
      return true
    }
    wakeUp.yield()
    return isTaken
  }

  fileprivate func end() {
    state.withLock { $0.isOver = true }
    wakeUp.yield()
  }
}
