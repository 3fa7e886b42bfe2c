package import AudioCore

/// The state that a ``TimeShiftBuffer`` guards with its lock: the elements, the places in them, and which side waits for
/// what. Places are nanoseconds on the axis of the sound, which begins at 0 with the first packet. `now` is nanoseconds of
/// a clock that never goes back.
package struct TimeShiftState {
  /// The result of ``append(_:now:time:)``.
  package enum Appending: Sendable {
    case appended, full, closed, pastFull
    case refused(TimeShiftBuffer.RefusalError)
  }

  /// The place of a listener who never paused nor went back, while the one of this buffer did.
  package struct Shift: Sendable, Equatable {
    /// The place at the time ``since``.
    package var base: Int
    /// The time of that place.
    package var since: Int
  }

  var ring = ElementRing()
  package var titles = TitleTrack()
  /// Elements that were dropped, to be freed by who does not hold the lock.
  var dropped: [StreamElement] = []
  let limits: TimeShiftBuffer.Limits
  /// Sound in nanoseconds that is enough to begin however it comes: no page of a station is that long.
  private static let enough = 3_000_000_000
  /// Bytes of sound that come at once in a page at most; more are the burst with which a station begins. Encoders end
  /// a page after 4 KiB.
  private static let maximumPageBytes = 8 << 10
  /// Sound that is decoded before a target so that the decoder's state is that of an unbroken decode, in nanoseconds.
  static let preroll = 1_000_000_000
  let maximumNanoseconds: Int
  let minimumNanoseconds: Int
  let pastNanoseconds: Int
  /// Sound that must be buffered before the next element is returned, in nanoseconds; nil while the consumer gets
  /// elements.
  var threshold: Int?
  /// The longest sound of a page that came at once while sound gathers, in nanoseconds.
  private var longestPage = 0
  var isClosed = false
  /// True when the elements are kept though both sides have ended.
  var isSuspended = false
  /// True when the producer found no space and none was freed since.
  var isFull = false
  private var producer: CheckedContinuation<Void, Never>?
  private var woken: CheckedContinuation<Void, Never>?
  /// Why the producer's connection cannot be played; nil once the producer has received it.
  private var refusal: TimeShiftBuffer.RefusalError?

  /// The number of the element that is pulled next.
  var next = 0
  /// The place that the listener hears, or where it is held.
  package var heard = 0
  /// True while the place is held: nothing is pulled.
  package var isHeld = false
  /// The number of the connection that brings the elements.
  private var connection = 0
  /// The number of those who read beside the listener.
  var readers = 0
  /// How often the newest elements were removed, and the number of the first one at the last time.
  var removals = (count: 0, first: 0)
  /// True after ``finish()``.
  private(set) var isFinished = false
  /// Nil while the listener is at live, and for a source that has an end.
  package var shift: Shift?
  /// True for a source whose sound comes at its own time.
  var isLive = false
  /// The number of the title that was shown last; nil when none was.
  var shown: Int?
  /// The greatest number of a title that was shown.
  var newestShown = 0

  package init(limits: TimeShiftBuffer.Limits) {
    self.limits = limits
    maximumNanoseconds = Self.nanoseconds(limits.maximumDuration)
    minimumNanoseconds = Self.nanoseconds(limits.minimumDuration)
    pastNanoseconds = Self.nanoseconds(limits.past)
    threshold = Self.nanoseconds(limits.startDuration)
  }

  static func nanoseconds(_ duration: Duration) -> Int { Int(max(.zero, duration) / .nanoseconds(1)) }
}

// MARK: - What is left to pull

extension TimeShiftState {
  /// Duration of the sound that is left to pull, in nanoseconds.
  package var left: Int { ring.total.nanoseconds - place }
  /// Bytes of the elements that are left to pull.
  var leftBytes: Int { ring.total.bytes - ring.totals(before: next).bytes }
  /// Number of packets that are left to pull.
  var leftPackets: Int { ring.total.packets - ring.totals(before: next).packets }
  /// Where the next element begins.
  package var place: Int { ring.totals(before: next).nanoseconds }
  private var isEmpty: Bool { next == ring.end }
  /// The memory of all elements, in bytes.
  package var memory: Int { ring.weight(of: ring.first..<ring.end) }

  /// True when ``pull()`` would return an element or the end.
  package var isReady: Bool {
    if isClosed || isFinished { return true }
    if isEmpty { return false }
    guard let threshold, !isFull else { return true }
    return left >= threshold && (threshold == 0 || canAwaitPage)
  }

  /// True when the sound lasts until the next page has come, which takes as long to come as to play, and half as long
  /// again. Slow stations send pages of one or two seconds.
  private var canAwaitPage: Bool { left >= Self.enough || left / 3 >= longestPage / 2 }

  /// True while sound gathers before it is returned.
  var isGathering: Bool { threshold != nil }

  package mutating func pull() -> TimeShiftBuffer.Pull {
    guard isReady else {
      if threshold == nil { (threshold, longestPage) = (Self.nanoseconds(limits.resumeDuration), 0) }
      if isEmpty { shift = nil }  // what was missed is over: the listener is at live again
      return .notEnoughYet
    }
    guard !isEmpty, let element = keepsPast ? ring[next] : ring.removeFirst() else { return .end }
    next += 1
    threshold = nil
    wakeByConsumer()
    return .element(element)
  }
}

// MARK: - The producer

extension TimeShiftState {
  /// Takes elements from the front of `rest` as long as there is space. `time` is seconds since 1970.
  package mutating func append(_ rest: inout ArraySlice<StreamElement>, now: Int, time: Double) -> Appending {
    if isClosed || isFinished { return .closed }
    if let refusal = takeRefusal() { return .refused(refusal) }
    let before = ring.total
    defer {
      if threshold != nil, ring.total.bytes - before.bytes <= Self.maximumPageBytes {
        longestPage = max(longestPage, ring.total.nanoseconds - before.nanoseconds)
      }
      dropPast()
    }
    followClock(now)
    if isPastFull, !rest.isEmpty {
      if isHeld { return .pastFull }
      isFull = true
      return .full
    }
    while let element = rest.first {
      let outcome = append(element, time: time)
      guard case .appended = outcome else { return outcome }
      rest.removeFirst()
    }
    return .appended
  }

  private mutating func append(_ element: StreamElement, time: Double) -> Appending {
    let (size, ahead) = (ElementRing.size(of: element), ahead)
    if ahead.count > 0,
      ahead.count >= limits.maximumElements
        || isOver(nanoseconds: ahead.nanoseconds + size.nanoseconds, bytes: ahead.bytes + size.bytes)
    {
      isFull = true
      return .full
    }
    if case .metadata(let metadata) = element {
      titles.append(metadata, at: ring.total.nanoseconds, receivedAt: time)
    }
    ring.append(element, reception: .init(time: time, connection: connection))
    return .appended
  }

  package mutating func finish() {
    isFinished = true
    wakeProducer()
  }

  package mutating func close() {
    isClosed = true
    if readers == 0 { clear() } else { goToEnd() }
    wakeProducer()
  }

  /// Ends both sides, and keeps the elements.
  package mutating func suspend() {
    isClosed = true
    isSuspended = true
    wakeProducer()
  }

  /// Returns the elements that were dropped since the last call.
  mutating func takeDropped() -> [StreamElement] {
    defer { dropped = [] }
    return dropped
  }

  mutating func clear() {
    dropped += ring.removeAll(from: ring.first)
    titles.removeAll()
    goToEnd()
  }

  private mutating func goToEnd() {
    next = ring.end
    heard = place
    shift = nil
    isHeld = false
  }

  package mutating func refuse(_ refusal: TimeShiftBuffer.RefusalError) -> Bool {
    guard !isClosed, !isFinished else { return false }
    self.refusal = refusal
    titles.joinAll(from: place)
    removals = (removals.count + 1, next)
    let removed = ring.removeAll(from: next)
    for element in removed where element.packet == nil { ring.append(element) }
    dropped += removed
    if let shift { self.shift = Shift(base: min(shift.base, ring.total.nanoseconds), since: shift.since) }
    wakeProducer()
    return true
  }

  package mutating func takeRefusal() -> TimeShiftBuffer.RefusalError? {
    defer { refusal = nil }
    return refusal
  }

  package mutating func connectionBegan(isLive: Bool) {
    self.isLive = isLive
    connection += 1
    refusal = nil
    threshold = threshold.map { min($0, Self.nanoseconds(limits.startDuration)) }
  }

  /// Takes elements again after ``finish()`` or ``suspend()``.
  package mutating func reopen() {
    (isFinished, isClosed, isSuspended) = (false, false, false)
    refusal = nil
  }

  /// Keeps `continuation` until there is space; wakes it at once when there is nothing to wait for.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>, isCancelled: Bool) {
    if isFull, !isCancelled, producer == nil {
      producer = continuation
    } else {
      woken = continuation
    }
  }

  /// Wakes the producer, which then tries again.
  package mutating func wakeProducer() {
    isFull = false
    if let producer { woken = producer }
    producer = nil
  }

  /// Returns the producer that was woken since the last call. It must be resumed without the lock of this state: its
  /// cancellation takes that lock while the runtime holds one of the task, which the resumption waits for.
  mutating func takeWoken() -> CheckedContinuation<Void, Never>? {
    defer { woken = nil }
    return woken
  }
}
