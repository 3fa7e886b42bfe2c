import AudioCore

// MARK: - Moving

extension TimeShiftState {
  /// True when the sound that was heard is kept.
  package var keepsPast: Bool { pastNanoseconds > 0 }

  /// The place of a listener who never paused nor went back; nil for a source that has an end.
  package func live(at now: Int) -> Int? {
    guard isLive, keepsPast else { return nil }
    guard let shift else { return heard }
    return min(ring.total.nanoseconds, shift.base + max(0, now - shift.since))
  }

  /// The places that one can move to; nil where no sound is kept.
  package func seekable(at now: Int) -> ClosedRange<Int>? {
    guard keepsPast, !isClosed else { return nil }
    let latest = live(at: now) ?? ring.total.nanoseconds
    return min(oldest, latest)...latest
  }

  /// The oldest place that one can move to. What was dropped before the first element is missing for the decoder.
  var oldest: Int {
    let first = ring.totals(before: ring.first).nanoseconds
    return first == 0 ? 0 : first + Self.preroll
  }

  /// Holds the listener at `place`, where the sound ends: a device may still have some of it to play, and the place is
  /// then later than what was heard.
  package mutating func hold(at place: Int, now: Int) {
    guard keepsPast else { return }
    beginShift(from: heard, now: now)
    heard = place
    isHeld = true
  }

  /// Ends a hold. The listener stays as far behind as it was.
  package mutating func release() { isHeld = false }

  /// Moves to `target`, or to the end of what one can move to, and ends a hold. Returns nil where no sound is kept.
  package mutating func jump(to target: Int, now: Int) -> Landing? {
    followClock(now)
    guard let range = seekable(at: now) else { return nil }
    let target = min(max(target, range.lowerBound), range.upperBound)
    if isLive, target >= range.upperBound { shift = nil } else { beginShift(from: heard, now: now) }
    return land(at: target)
  }

  /// Goes on at `place`, where the sound ended, and ends a hold. Unlike a move, that may be later than live, by what a
  /// device had still to play. Returns nil where no sound is kept.
  package mutating func goOn(at place: Int, now: Int) -> Landing? {
    followClock(now)
    guard let range = seekable(at: now) else { return nil }
    return land(at: min(max(place, range.lowerBound), ring.total.nanoseconds))
  }

  private mutating func land(at target: Int) -> Landing {
    isHeld = false
    let landing = ring.number(at: target)
    next = decodingStart(of: landing, for: target)
    heard = target
    threshold = nil
    wakeByConsumer()
    return Landing(start: place, target: target)
  }

  /// Returns the beginning of a title, seen from `place`: with `step` -1 of the title there, or of the one before when it
  /// began less than `margin` ago; with 1 of the next one. Nil when none is kept.
  package func titlePlace(_ step: Int, from place: Int, margin: Int) -> Int? {
    let titles = titles.entries.filter { !$0.metadata.title.isEmpty }
    let later = titles.firstIndex { $0.start > place } ?? titles.endIndex
    if step > 0 { return later < titles.endIndex ? titles[later].start : nil }
    guard later > 0 else { return nil }
    let isBeginning = place - titles[later - 1].start < margin
    return titles[max(0, later - (isBeginning ? 2 : 1))].start
  }

  /// Notes that everything before `place` was heard. Returns the title there when it is another one than before.
  package mutating func noteHeard(_ place: Int, now: Int) -> ShownTitle? {
    if !keepsPast {
      heard = place
      titles.removeAll(before: place)
    } else if !isHeld {
      heard = place
      followClock(now)
      if let shift, shift.base <= heard { self.shift = nil }
    }
    guard let entry = titles.entry(at: heard) else {
      guard shown != nil else { return nil }
      shown = nil
      return ShownTitle(metadata: StreamMetadata(title: ""), start: 0, isRepeated: true)
    }
    guard entry.id != shown else { return nil }
    shown = entry.id
    defer { newestShown = max(newestShown, entry.id) }
    return ShownTitle(metadata: entry.metadata, start: entry.start, isRepeated: entry.id <= newestShown)
  }

  /// Moves to the end, for a listener who missed what was received: the next element that is appended is pulled next.
  /// The title is shown once more.
  package mutating func rejoin() {
    reopen()
    next = ring.end
    heard = place
    shift = nil
    shown = nil
    threshold = Self.nanoseconds(limits.startDuration)
  }

  private mutating func beginShift(from place: Int, now: Int) {
    guard isLive, shift == nil else { return }
    shift = Shift(base: min(place, ring.total.nanoseconds), since: now)
    wakeProducer()  // from now on the clock makes space for it, too
  }

  /// Returns the number of the element with which decoding begins for a `target` in the element `landing`: as much sound
  /// earlier as a decoder with a memory needs, and never before a break in the stream.
  private func decodingStart(of landing: Int, for target: Int) -> Int {
    var number = landing
    while number > ring.first {
      if let packet = ring[number]?.packet, number < ring.end {
        if packet.isDiscontinuity || packet.codec.properties.isIndependent { break }
        if ring.totals(before: number).nanoseconds <= target - Self.preroll { break }
      }
      number -= 1
    }
    return number
  }
}

// MARK: - Limits

extension TimeShiftState {
  /// Brings the live place to the time `now`. At the newest packet it stands still: an outage costs a listener at live the
  /// same.
  mutating func followClock(_ now: Int) {
    guard shift != nil, let live = live(at: now) else { return }
    shift = Shift(base: live, since: now)
  }

  /// The sound, the bytes and the elements that wait for the listener at live.
  var ahead: (nanoseconds: Int, bytes: Int, count: Int) {
    let total = ring.total
    guard let shift else {
      let before = ring.totals(before: next)
      return (total.nanoseconds - before.nanoseconds, total.bytes - before.bytes, ring.end - next)
    }
    let number = ring.number(at: shift.base)
    return (total.nanoseconds - shift.base, total.bytes - ring.totals(before: number).bytes, ring.end - number)
  }

  /// True when a quarter is free. The producer costs less when it wakes up less often.
  private var hasSpace: Bool {
    let ahead = ahead
    return ahead.count <= limits.maximumElements / 4 * 3
      && !isOver(nanoseconds: ahead.nanoseconds, bytes: ahead.bytes, ofThreeQuarters: true)
  }

  /// Wakes a producer that found no space when the consumer has made some. While the live place follows the clock, the
  /// clock does, see ``wakeByClock(_:)``.
  mutating func wakeByConsumer() {
    if isFull, shift == nil, hasSpace { wakeProducer() }
  }

  /// True when this duration and these bytes exceed what may be held, or three quarters of it.
  func isOver(nanoseconds: Int, bytes: Int, ofThreeQuarters: Bool = false) -> Bool {
    func part(_ limit: Int) -> Int { ofThreeQuarters ? limit / 4 * 3 : limit }
    if nanoseconds > part(maximumNanoseconds) { return true }
    guard bytes > part(limits.maximumBytes) else { return false }
    return nanoseconds >= part(minimumNanoseconds)
      || bytes > part(max(limits.maximumBytes, limits.absoluteMaximumBytes))
  }

  /// How long a producer that found no space sleeps at most while the live place follows the clock, in nanoseconds; nil
  /// when only the consumer makes space.
  var clockWait: Int? {
    guard isFull, shift != nil else { return nil }
    return min(max(ahead.nanoseconds / 4, 10_000_000), 1_000_000_000)
  }

  /// Wakes the producer when the clock has made space, and when a held place has filled the past, which ends it.
  package mutating func wakeByClock(_ now: Int) {
    followClock(now)
    if isFull, isPastFull ? isHeld : hasSpace { wakeProducer() }
  }

  /// The first element that the listener's place still needs.
  private var needed: Int { min(next, ring.number(at: heard - Self.preroll)) }

  /// True when the past is full with sound that the listener has still to hear.
  var isPastFull: Bool {
    guard keepsPast, let shift else { return false }
    if shift.base - heard >= pastNanoseconds { return true }
    let live = ring.number(at: shift.base)
    return ring.weight(of: min(needed, live)..<live) >= limits.pastBytes
  }

  /// Drops what is older than the past may be, or heavier, except for what the listener's place still needs.
  mutating func dropPast() {
    guard keepsPast else { return }
    let live = shift?.base ?? heard
    let oldest = live - pastNanoseconds - Self.preroll
    let end = shift == nil ? next : ring.number(at: live)
    func isSurplus() -> Bool {
      ring.first < end
        && (ring.totals(before: ring.first + 1).nanoseconds <= oldest
          || ring.weight(of: ring.first..<end) > limits.pastBytes)
    }
    guard isSurplus() else { return }
    let needed = needed
    while ring.first < needed, isSurplus(), let element = ring.removeFirst() { dropped.append(element) }
    titles.removeAll(before: ring.totals(before: ring.first).nanoseconds)
  }
}
