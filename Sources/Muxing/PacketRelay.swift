public import AudioCore
import Synchronization

/// Passes the packets of the current source to all listeners that use a player of their own, so that they share one
/// connection to the station. The packets are as the station sent them and come at the pace at which they were
/// received. After a reconnection they continue without a seam.
///
/// The relay never waits for a listener: each has a bounded queue, and a listener that is too far behind is
/// disconnected. A new listener gets the last sound at once, with its titles (``Limits``).
public final class PacketRelay: Sendable {
  /// How much of the sound a relay keeps.
  package struct Limits: Sendable {
    /// The number of bytes that a new listener gets at once, unless they are less than ``burstDuration`` of sound.
    package var burstBytes = 64 << 10
    /// The duration of sound below which the burst is larger than ``burstBytes``.
    package var burstDuration: Duration = .milliseconds(1500)
    /// The maximum number of bytes that a new listener gets at once.
    package var maximumBurstBytes = 512 << 10
    /// The maximum number of packets that a new listener gets at once: some stations send tiny packets, which take more
    /// memory than they have bytes.
    package var maximumBurstPackets = 1024
    /// The number of bytes that a listener may be behind: more than a station may send at once, since such a burst
    /// fills the packet buffer. All listeners share the packets, so that many slow ones take hardly more memory than
    /// one.
    package var queueBytes = 1 << 20
    /// The duration that a listener may be behind when it is more than ``queueBytes``, as for FLAC and uncompressed
    /// sound.
    package var queueDuration: Duration = .seconds(8)
    /// The maximum number of bytes that a listener may be behind.
    package var maximumQueueBytes = 4 << 20

    /// The limits for the sound of a station.
    package init() {}
  }

  fileprivate struct State {
    let limits: Limits
    /// The sound for new listeners, with the titles that begin within it.
    var recent: [RelayListener.Item] = []
    var recentPackets = 0
    var recentBytes = 0
    var recentDuration: Duration = .zero
    var newest: Packet?
    /// The title at the beginning of ``recent``.
    var title: StreamMetadata?
    var listeners: [Int: RelayListener] = [:]
    var nextKey = 0
    var received = 0
  }

  private let state: Mutex<State>

  /// A relay that has not received anything yet.
  package init(limits: Limits = Limits()) { state = Mutex(State(limits: limits)) }

  /// The codec of the packets; nil when no packet came since the last ``end()``.
  public var codec: Codec? { newest?.codec }

  /// The last packet; nil when no packet came since the last ``end()``.
  public var newest: Packet? { state.withLock { $0.newest } }

  /// The number of listeners.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Bytes of sound received since the start, over all stations.
  public var receivedBytes: Int { state.withLock { $0.received } }

  /// Adds a listener, which gets the last seconds and their titles at once. The caller must pass it to
  /// ``leave(_:)`` at the end.
  ///
  /// All packets have the listener's ``RelayListener/codec``. When that is nil, no packet has come yet.
  public func listen() -> RelayListener {
    state.withLock { state in
      let listener = RelayListener(key: state.nextKey, codec: state.newest?.codec, limits: state.limits)
      state.nextKey += 1
      if let title = state.title { listener.put(.title(title)) }
      for item in state.recent { listener.put(item) }
      state.listeners[listener.key] = listener
      return listener
    }
  }

  /// Removes `listener` and ends it.
  public func leave(_ listener: RelayListener) {
    state.withLock { _ = $0.listeners.removeValue(forKey: listener.key) }
    listener.end()
  }

  /// Passes `element` to the listeners.
  package func put(_ element: StreamElement) { put([element]) }

  /// Passes `elements` to the listeners, in order.
  package func put(_ elements: [StreamElement]) {
    state.withLock { state in
      for element in elements { state.put(element) }
      state.forgetSurplus()
    }
  }

  /// Notes that another source follows, or none. Listeners get an empty title and stay connected if the next source has
  /// the same codec.
  package func changeSource() {
    state.withLock { state in
      state.forget()
      for listener in state.listeners.values { _ = listener.put(.title(StreamMetadata(title: ""))) }
    }
  }

  /// Ends all listeners, and discards the packets and the title.
  package func end() { state.withLock { $0.endAll() } }
}

extension PacketRelay.State {
  fileprivate mutating func put(_ element: StreamElement) {
    let item: RelayListener.Item
    switch element {
    case .metadata(let title):
      item = .title(title)
      if case .title? = recent.last { recent.removeLast() }
    case .packet(let packet):
      if let newest, newest.codec != packet.codec { endAll() }
      newest = packet
      received += packet.bytes.count
      recentPackets += 1
      recentBytes += packet.heldBytes
      recentDuration += packet.duration
      item = .packet(packet)
    }
    recent.append(item)
    for listener in listeners.values where !listener.put(item) { listeners.removeValue(forKey: listener.key) }
  }

  /// Drops the oldest packets, except for the sound that a new listener gets.
  fileprivate mutating func forgetSurplus() {
    var surplus = 0
    dropping: for item in recent {
      switch item {
      case .title(let title): self.title = title
      case .packet(let packet):
        guard recentPackets > 1, hasTooMuch else { break dropping }
        recentPackets -= 1
        recentBytes -= packet.heldBytes
        recentDuration -= packet.duration
      }
      surplus += 1
    }
    if surplus > 0 { recent.removeFirst(surplus) }
  }

  private var hasTooMuch: Bool {
    recentBytes > limits.burstBytes && recentDuration > limits.burstDuration
      || recentBytes > limits.maximumBurstBytes || recentPackets > limits.maximumBurstPackets
  }

  fileprivate mutating func endAll() {
    for listener in listeners.values { listener.end() }
    listeners = [:]
    newest = nil
    forget()
  }

  /// Discards everything that a new listener would get.
  fileprivate mutating func forget() {
    recent = []
    recentPackets = 0
    recentBytes = 0
    recentDuration = .zero
    title = nil
  }
}
