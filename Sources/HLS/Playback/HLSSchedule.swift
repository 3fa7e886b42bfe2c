/// Says what to do next to hear a media playlist: which segment to fetch, or when to look at the playlist again. A value without
/// input and output: it is told what came, and the time.
///
/// A live stream begins three target durations before its end (RFC 8216, 6.3.3), a recording at its beginning, unless the playlist wants
/// another start.
public struct HLSSchedule: Sendable {
  /// A moment of the clock that goes on while the machine sleeps.
  public typealias Instant = ContinuousClock.Instant

  /// What to do now.
  public enum Step: Sendable, Equatable {
    /// Fetch this segment, and say how it went.
    case fetch(HLSFetch)
    /// Do nothing until this moment: so long the segment is not to be asked for.
    case pause(until: Instant)
    /// Fetch the playlist anew at this moment, and say how it went.
    case reload(at: Instant)
    /// Everything was fetched, and nothing will be added.
    case ended
    /// The playlist has said nothing new for so long.
    case stale(after: Duration)
    /// Several segments in a row could not be had, or the playlist was refused several times.
    case lost
  }

  /// How far from its end a live stream begins, in target durations.
  static let liveEdgeTargets = 3
  /// A playlist is stale after so many target durations without news…
  static let staleTargets = 3
  /// …but not before this.
  static let leastStale: Duration = .seconds(10)
  /// Segments in a row that may be missing.
  static let mostMissing = 2
  /// Times in a row that the playlist may be refused while nothing else is to be fetched.
  static let mostRefusals = 1
  /// Shortest time between two looks at a playlist.
  static let leastReload: Duration = .milliseconds(500)
  /// Longer target durations count as this long: nobody waits for an hour.
  static let longestTarget: Duration = .seconds(60)

  /// Segments that could not be had, and were left out.
  public private(set) var missedCount = 0
  /// True when nothing will be added to the playlist.
  var isEnded: Bool { playlist.isEnded }
  /// True when the segment behind the one at hand is listed.
  var hasNext: Bool { position + 1 < playlist.endSequence }

  private var playlist: HLSMedia
  /// Number of the next segment.
  private var position: Int
  /// Bytes of it that were received before it broke off.
  private var offset = 0
  private var hasRetried = false
  /// True once it began to come.
  private var isUnderWay = false
  /// Until when no segment is asked for.
  private var pauseEnd: Instant?
  /// True when what comes next does not continue what came last.
  private var isInterrupted = false
  private var lastMap: HLSMap?
  /// True once any segment began.
  private var hasStarted = false
  private var missing = 0
  /// Times in a row that the server refused the playlist.
  private var refusals = 0
  private var lastLoad: Instant
  /// True when the last look at the playlist brought something new.
  private var hasNewSegments = true
  /// Since when the playlist is wanted to bring more.
  private var wantedSince: Instant?
  /// Segments that were listed before the playlist's first one, and by another encoder.
  private var past = HLSPast()
  /// A playlist that steps back to numbers that were not seen: believed when the next one confirms it.
  private var suspect: HLSMedia?

  /// A schedule for `playlist`, which was asked for at `now`.
  public init(_ playlist: HLSMedia, at now: Instant) {
    self.playlist = playlist
    position = Self.start(of: playlist)
    lastLoad = now
  }

  /// What to do at `now`.
  public mutating func next(at now: Instant) -> Step {
    if missing > Self.mostMissing { return .lost }
    while let segment = playlist.segment(position) {
      guard segment.isGap else {
        guard let pauseEnd, now < pauseEnd else { return .fetch(fetch(segment)) }
        // A live playlist goes on meanwhile.
        return playlist.isEnded || reloadTime >= pauseEnd
          ? .pause(until: pauseEnd) : .reload(at: max(now, reloadTime))
      }
      advance(interrupted: true)
    }
    if playlist.isEnded { return .ended }
    if refusals > Self.mostRefusals { return .lost }
    let since = wantedSince ?? now
    wantedSince = since
    let limit = max(Self.leastStale, target * Self.staleTargets)
    if lastLoad > since, now - since >= limit { return .stale(after: now - since) }
    return .reload(at: max(now, min(reloadTime, since + limit)))
  }

  // MARK: How the segment went

  /// The segment that was to be fetched is coming: what had to stand before it was handed on.
  public mutating func began() {
    isUnderWay = true
    hasStarted = true
    isInterrupted = false
    lastMap = playlist.segment(position)?.map
  }

  /// It came whole.
  public mutating func finished() {
    missing = 0
    advance(interrupted: false)
  }

  /// It broke off after `bytes` bytes of it, as they are on the server, in a way that may pass: it is tried once again. Nothing is asked
  /// for until `moment`.
  public mutating func broke(after bytes: Int, pausingUntil moment: Instant? = nil) {
    pauseEnd = moment
    guard !hasRetried else { return missed() }
    hasRetried = true
    offset = bytes
  }

  /// It is not there yet, and is asked for again at `moment`, as if it had not been asked for before.
  public mutating func postponed(until moment: Instant) { pauseEnd = moment }

  /// It is not to be had: it is left out.
  public mutating func missed() {
    missing += 1
    missedCount += 1
    advance(interrupted: true)
  }

  // MARK: How the playlist went

  /// The playlist, asked for at `now`, is this.
  ///
  /// What steps back may come from an edge of a content network that lags behind the others, or from an encoder that
  /// was started again. The former is not news; the latter is believed when two playlists in a row show it.
  public mutating func reloaded(_ new: HLSMedia, at now: Instant) {
    lastLoad = now
    hasNewSegments = false
    refusals = 0
    guard let newest = new.segments.last else {
      if new.isEnded { playlist.isEnded = true }
      return
    }
    let isKnown = isKnown(newest, new.endSequence - 1)
    if !isKnown, new.endSequence < playlist.endSequence {
      if let suspect, new.firstSequence >= suspect.firstSequence, new.endSequence >= suspect.endSequence {
        return jump(into: new.behind(suspect))
      }
      suspect = new
      return
    }
    suspect = nil
    if isKnown, new.endSequence != playlist.endSequence { return }
    if position < new.firstSequence {
      jump(into: new)  // it went on without us
    } else if new.endSequence > playlist.endSequence || new.isEnded != playlist.isEnded {
      past.add(
        playlist.segments.prefix(max(0, new.firstSequence - playlist.firstSequence)), from: playlist.firstSequence)
      playlist = new
      hasNewSegments = true
      wantedSince = nil
    }
  }

  /// The playlist, asked for at `now`, could not be had; `isRefusal` when the server said so, as it does when a token
  /// ran out.
  public mutating func reloadFailed(at now: Instant, isRefusal: Bool = false) {
    lastLoad = now
    hasNewSegments = false
    refusals = isRefusal ? refusals + 1 : 0
  }

  // MARK: -

  private var target: Duration { Self.target(of: playlist) }

  /// When to look at the playlist again: after a target duration, or after the length of the last segment when that is
  /// shorter (the tag may overstate it); after half the time when there was nothing new (RFC 8216, 6.3.4).
  private var reloadTime: Instant {
    let last = playlist.segments.last?.duration ?? .zero
    let step = last > .zero ? min(target, last) : target
    return lastLoad + max(Self.leastReload, hasNewSegments ? step : step / 2)
  }

  private static func target(of playlist: HLSMedia) -> Duration { min(playlist.targetDuration, longestTarget) }

  private func fetch(_ segment: HLSSegment) -> HLSFetch {
    let isNew = !isUnderWay
    // What needs a map is not what the bytes before were that needed none. Whether another map is one, its bytes tell.
    let isDiscontinuity =
      isNew && hasStarted && (isInterrupted || segment.isDiscontinuity || (segment.map == nil) != (lastMap == nil))
    return HLSFetch(
      segment: segment, sequence: position, isDiscontinuity: isDiscontinuity,
      map: isNew && (isDiscontinuity || !hasStarted || segment.map != lastMap) ? segment.map : nil,
      isContinued: isUnderWay, offset: offset)
  }

  private mutating func advance(interrupted: Bool) {
    position += 1
    offset = 0
    hasRetried = false
    isUnderWay = false
    if interrupted { isInterrupted = true }
  }

  private mutating func jump(into new: HLSMedia) {
    past.add(playlist.segments[...], from: playlist.firstSequence)
    suspect = nil
    playlist = new
    position = Self.start(of: new)
    isInterrupted = true
    (offset, hasRetried, isUnderWay) = (0, false, false)
    hasNewSegments = true
    wantedSince = nil
  }

  /// True when this segment was seen under this number.
  private func isKnown(_ segment: HLSSegment, _ sequence: Int) -> Bool {
    playlist.segment(sequence).map { HLSPast.isSame($0, segment) } ?? past.contains(segment, sequence)
  }

  /// Number of the segment to begin with.
  private static func start(of playlist: HLSMedia) -> Int {
    let whole = playlist.segments.reduce(Duration.zero) { $0 + $1.duration }
    var from: Duration
    if let offset = playlist.startOffset {
      from = offset < 0 ? whole + .seconds(offset) : .seconds(offset)
    } else if playlist.isEnded {
      from = .zero
    } else {
      from = whole - target(of: playlist) * liveEdgeTargets
    }
    // The segment in which that moment is; the last one for moments behind it.
    var sequence = playlist.firstSequence
    for segment in playlist.segments.dropLast() {
      from -= segment.duration
      if from < .zero { break }
      sequence += 1
    }
    return sequence
  }
}
