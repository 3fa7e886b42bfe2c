public import AudioCore
import Parser
import Synchronization
import SystemSupport

/// Passes the packets of the current source to all listeners that use a player of their own, so that they share one
/// connection to the station. The packets are as the station sent them and come at the pace at which they were
/// received. After a reconnection they continue without a seam.
///
/// All listeners read one ring, each from a place of its own. The relay never waits for one: a listener that is too far
/// behind is disconnected. A new listener gets the last sound at once, with its titles (``Limits``).
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
    /// fills the packet buffer. All listeners share the ring, so that many slow ones take no more memory than one.
    package var queueBytes = 1 << 20
    /// The duration that a listener may be behind when it is more than ``queueBytes``, as for FLAC and uncompressed
    /// sound.
    package var queueDuration: Duration = .seconds(8)
    /// The maximum number of bytes that a listener may be behind.
    package var maximumQueueBytes = 4 << 20

    /// The limits for the sound of a station.
    package init() {}
  }

  /// Where a listener reads.
  fileprivate struct Place {
    /// The number of the element that it gets next.
    var next: Int
    /// A title that it gets before that element.
    var title: StreamMetadata?
    let wake: WakeSignal
  }

  fileprivate struct State {
    let limits: Limits
    var ring = ElementRing()
    /// The number of the first element that a new listener gets.
    var burst = 0
    /// The title at the beginning of the burst.
    var title: StreamMetadata?
    var newest: Packet?
    var places: [Int: Place] = [:]
    /// What listeners that have ended have not read yet.
    var rests: [Int: [StreamElement]] = [:]
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
  public var listenerCount: Int { state.withLock { $0.places.count } }

  /// Bytes of sound received since the start, over all stations.
  public var receivedBytes: Int { state.withLock { $0.received } }

  /// Adds a listener, which gets the last seconds and their titles at once. The caller must pass it to
  /// ``leave(_:)`` at the end.
  ///
  /// All packets have the listener's ``RelayListener/codec``. When that is nil, no packet has come yet.
  public func listen() -> RelayListener {
    let wake = WakeSignal()
    let (key, codec) = state.withLock { state in
      defer { state.nextKey += 1 }
      state.places[state.nextKey] = Place(next: state.burst, title: state.title, wake: wake)
      return (state.nextKey, state.newest?.codec)
    }
    return RelayListener(key: key, codec: codec, relay: self, wake: wake)
  }

  /// Removes `listener` and ends it.
  public func leave(_ listener: RelayListener) { forget(listener.key) }

  func forget(_ key: Int) {
    state.withLock { state in
      state.rests[key] = nil
      guard let place = state.places.removeValue(forKey: key) else { return }
      state.trim()
      place.wake.signal()
    }
  }

  /// Returns what the listener has not read yet, and whether nothing follows.
  func read(_ key: Int) -> (elements: [StreamElement], isOver: Bool) {
    state.withLock { state in
      if let rest = state.rests.removeValue(forKey: key) { return (rest, true) }
      guard let place = state.places[key] else { return ([], true) }
      let elements = state.elements(of: place)
      state.places[key] = Place(next: state.ring.end, wake: place.wake)
      return (elements, false)
    }
  }

  /// Passes `element` to the listeners.
  package func put(_ element: StreamElement) { put([element]) }

  /// Passes `elements` to the listeners, in order.
  package func put(_ elements: [StreamElement]) {
    state.withLock { state in
      for element in elements { state.put(element) }
      state.passOn()
    }
  }

  /// Notes that another source follows, or none. Listeners get an empty title and stay connected if the next source has
  /// the same codec.
  package func changeSource() {
    state.withLock { state in
      state.ring.append(.metadata(StreamMetadata(title: "")))
      state.burst = state.ring.end
      state.title = nil
      state.passOn()
    }
  }

  /// Ends all listeners, and discards the packets and the title.
  package func end() { state.withLock { $0.endAll() } }
}

extension PacketRelay.State {
  fileprivate mutating func put(_ element: StreamElement) {
    if let packet = element.packet {
      if let newest, newest.codec != packet.codec { endAll() }
      newest = packet
      received += packet.bytes.count
    }
    ring.append(element)
    moveBurst()
  }

  fileprivate func elements(of place: PacketRelay.Place) -> [StreamElement] {
    (place.title.map { [.metadata($0)] } ?? []) + (place.next..<ring.end).compactMap { ring[$0] }
  }

  /// Wakes the listeners, and ends those that are too far behind.
  fileprivate mutating func passOn() {
    for (key, place) in places {
      if isTooFarBehind(place.next) { places[key] = nil }
      place.wake.signal()
    }
    trim()
  }

  private func isTooFarBehind(_ next: Int) -> Bool {
    let (bytes, nanoseconds, _) = span(from: next)
    // Some stations send tiny packets, which take more memory than they have bytes.
    let weight = bytes + 64 * (ring.end - next)
    return weight > limits.queueBytes && .nanoseconds(nanoseconds) > limits.queueDuration
      || weight > limits.maximumQueueBytes
  }

  private func span(from number: Int) -> (bytes: Int, nanoseconds: Int, packets: Int) {
    let (total, before) = (ring.total, ring.totals(before: number))
    return (total.bytes - before.bytes, total.nanoseconds - before.nanoseconds, total.packets - before.packets)
  }

  /// Lets the burst begin later when it has more than a new listener gets.
  private mutating func moveBurst() {
    while burst < ring.end {
      if case .metadata(let title)? = ring[burst] {
        self.title = title
        burst += 1
        continue
      }
      let (bytes, nanoseconds, packets) = span(from: burst)
      let hasTooMuch =
        bytes > limits.burstBytes && .nanoseconds(nanoseconds) > limits.burstDuration
        || bytes > limits.maximumBurstBytes || packets > limits.maximumBurstPackets
      // A single packet stays, unless titles without sound follow it for ever.
      guard hasTooMuch, packets > 1 || bytes > limits.maximumBurstBytes && burst + 1 < ring.end else { return }
      burst += 1
    }
  }

  /// Drops what no listener gets any more.
  fileprivate mutating func trim() {
    let first = places.values.reduce(burst) { min($0, $1.next) }
    while ring.first < first { _ = ring.removeFirst() }
  }

  fileprivate mutating func endAll() {
    for (key, place) in places {
      rests[key] = elements(of: place)
      place.wake.signal()
    }
    places = [:]
    newest = nil
    ring = ElementRing()
    burst = 0
    title = nil
  }
}
