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
    /// Several segments in a row could not be had.
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
  /// Shortest time between two looks at a playlist.
  static let leastReload: Duration = .milliseconds(500)
  /// Longer target durations count as this long: nobody waits for an hour.
  static let longestTarget: Duration = .seconds(60)

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
  private var lastLoad: Instant
  /// True when the last look at the playlist brought something new.
  private var hasNews = true
  /// Since when the playlist is wanted to bring more.
  private var wantedSince: Instant?

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
        if let pauseEnd, now < pauseEnd { return .pause(until: pauseEnd) }
        return .fetch(fetch(segment))
      }
      advance(interrupted: true)
    }
    if playlist.isEnded { return .ended }
    let since = wantedSince ?? now
    wantedSince = since
    let limit = max(Self.leastStale, target * Self.staleTargets)
    if lastLoad > since, now - since >= limit { return .stale(after: now - since) }
    // Half the time when there was nothing new (RFC 8216, 6.3.4).
    let due = lastLoad + max(Self.leastReload, hasNews ? target : target / 2)
    return .reload(at: max(now, min(due, since + limit)))
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

  /// It is not to be had: it is left out.
  public mutating func missed() {
    missing += 1
    advance(interrupted: true)
  }

  // MARK: How the playlist went

  /// The playlist, asked for at `now`, is this.
  public mutating func reloaded(_ new: HLSMedia, at now: Instant) {
    lastLoad = now
    hasNews = false
    if new.endSequence < playlist.endSequence {
      // Taken for one, too: an encoder that counts anew, and from the same names, while its windows overlap. That ends as stale.
      if isOlderCopy(new) { return }
      jump(into: new)  // the encoder was started anew, and counts anew
    } else if position < new.firstSequence {
      jump(into: new)  // it went on without us
    } else if new.endSequence > playlist.endSequence || new.isEnded != playlist.isEnded {
      playlist = new
      hasNews = true
      wantedSince = nil
    }
  }

  /// The playlist, asked for at `now`, could not be had.
  public mutating func reloadFailed(at now: Instant) {
    lastLoad = now
    hasNews = false
  }

  // MARK: -

  private var target: Duration { Self.target(of: playlist) }

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
    playlist = new
    position = Self.start(of: new)
    isInterrupted = true
    (offset, hasRetried, isUnderWay) = (0, false, false)
    hasNews = true
    wantedSince = nil
  }

  /// True when `new` is what the playlist was before: of several servers one may lag behind.
  private func isOlderCopy(_ new: HLSMedia) -> Bool {
    let common = max(new.firstSequence, playlist.firstSequence)..<max(new.endSequence, playlist.firstSequence)
    guard let sequence = common.first, let old = playlist.segment(sequence), let other = new.segment(sequence) else {
      return false
    }
    return Self.path(old.uri) == Self.path(other.uri) && old.byteRange == other.byteRange
  }

  /// The address without what may differ from one look to the next.
  private static func path(_ uri: String) -> Substring { uri.prefix { $0 != "?" } }

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
