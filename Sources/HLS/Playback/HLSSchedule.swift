/// Decides the next step of HLS playback: which segment to fetch, or when to request the playlist again. A value type
/// without input and output: the caller reports events and the time.
///
/// A live stream begins three target durations before its end (RFC 8216, 6.3.3), a recording at its beginning, unless
/// the playlist sets another start position.
public struct HLSSchedule: Sendable {
  /// A moment of the clock that continues while the machine sleeps.
  public typealias Instant = ContinuousClock.Instant

  /// The next step for the caller.
  public enum Step: Sendable, Equatable {
    /// Fetch this segment, and report the result.
    case fetch(HLSFetch)
    /// Do nothing until this moment: before it, the segment must not be requested.
    case pause(until: Instant)
    /// Request the playlist at this moment, and report the result.
    case reload(at: Instant)
    /// All segments were fetched or skipped, and none will be added.
    case ended
    /// New segments have been needed for this time, and the playlist brought none.
    case stale(after: Duration)
    /// Several segments in a row failed, or the playlist was refused several times.
    case lost
  }

  /// The distance between the start of a live stream and its end, in target durations.
  static let liveEdgeTargets = 3
  /// A playlist is stale when new segments have been needed for this number of target durations, and for
  /// ``minimumStale``.
  static let staleTargets = 3
  /// The minimum time without needed segments before a playlist is stale.
  static let minimumStale: Duration = .seconds(10)
  /// The maximum number of segments in a row that may be missing.
  static let maximumMissing = 2
  /// The maximum number of refusals of the playlist in a row while there is no segment to fetch.
  static let maximumRefusals = 1
  /// The minimum time between two requests of the playlist.
  static let minimumReload: Duration = .milliseconds(500)
  /// The maximum effective target duration; longer ones count as this one, which limits the wait for a reload.
  static let maximumTarget: Duration = .seconds(60)

  /// The number of segments that failed and were skipped.
  public private(set) var missedCount = 0
  /// True when no segment will be added to the playlist.
  var isEnded: Bool { playlist.isEnded }
  /// True when the segment after the current one is listed.
  var hasNext: Bool { position + 1 < playlist.endSequence }

  private var playlist: HLSMedia
  /// The number of the current segment.
  private var position: Int
  /// The number of bytes of it that were received before it broke off.
  private var offset = 0
  private var hasRetried = false
  /// True once its first request succeeded.
  private var isUnderWay = false
  /// Until when no segment is requested.
  private var pauseEnd: Instant?
  /// True when the next bytes do not continue the last ones.
  private var isInterrupted = false
  private var lastMap: HLSMap?
  /// True once any segment has begun.
  private var hasStarted = false
  private var missing = 0
  /// The number of refusals of the playlist in a row.
  private var refusals = 0
  private var lastLoad: Instant
  /// True when the last request of the playlist brought something new.
  private var hasNewSegments = true
  /// Since when new segments are needed.
  private var wantedSince: Instant?
  /// Segments that the current playlist does not list any more, and those of an earlier encoder.
  private var past = HLSPast()
  /// A playlist that steps back to unknown numbers; it becomes valid when the next playlist confirms it.
  private var suspect: HLSMedia?

  /// A schedule for `playlist`, which was requested at `now`.
  public init(_ playlist: HLSMedia, at now: Instant) {
    self.playlist = playlist
    position = Self.start(of: playlist)
    lastLoad = now
  }

  /// Returns the next step at `now`.
  public mutating func next(at now: Instant) -> Step {
    if missing > Self.maximumMissing { return .lost }
    while let segment = playlist.segment(position) {
      guard segment.isGap else {
        guard let pauseEnd, now < pauseEnd else { return .fetch(fetch(segment)) }
        // Before the pause ends, a live playlist may be due for a reload.
        return playlist.isEnded || reloadTime >= pauseEnd
          ? .pause(until: pauseEnd) : .reload(at: max(now, reloadTime))
      }
      advance(interrupted: true)
    }
    if playlist.isEnded { return .ended }
    if refusals > Self.maximumRefusals { return .lost }
    let since = wantedSince ?? now
    wantedSince = since
    let limit = max(Self.minimumStale, target * Self.staleTargets)
    if lastLoad > since, now - since >= limit { return .stale(after: now - since) }
    return .reload(at: max(now, min(reloadTime, since + limit)))
  }

  // MARK: Results of segments

  /// Reports that the current segment has begun, and that the chunks before its bytes were delivered.
  public mutating func began() {
    isUnderWay = true
    hasStarted = true
    isInterrupted = false
    lastMap = playlist.segment(position)?.map
  }

  /// Reports that the current segment has arrived whole.
  public mutating func finished() {
    missing = 0
    advance(interrupted: false)
  }

  /// Reports a temporary failure of the current segment after `bytes` of its bytes, before decryption. The schedule
  /// retries it once; a second failure skips it. No segment is requested before `moment`.
  public mutating func broke(after bytes: Int, pausingUntil moment: Instant? = nil) {
    pauseEnd = moment
    guard !hasRetried else { return missed() }
    hasRetried = true
    offset = bytes
  }

  /// Reports that the current segment is not available yet. It is requested again at `moment`; this does not count as
  /// the retry.
  public mutating func postponed(until moment: Instant) { pauseEnd = moment }

  /// Reports that the current segment cannot be fetched: it is skipped.
  public mutating func missed() {
    missing += 1
    missedCount += 1
    advance(interrupted: true)
  }

  // MARK: Results of the playlist

  /// Reports the playlist `new`, which was requested at `now`.
  ///
  /// A playlist that steps back may come from an edge of a content delivery network that lags behind the others, or
  /// from an encoder that was restarted. The first has no new segments and is ignored. The second is accepted when two
  /// playlists in a row show it.
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
      jump(into: new)  // the live stream has moved past the current segment
    } else if new.endSequence > playlist.endSequence || new.isEnded != playlist.isEnded {
      past.add(
        playlist.segments.prefix(max(0, new.firstSequence - playlist.firstSequence)), from: playlist.firstSequence)
      playlist = new
      hasNewSegments = true
      wantedSince = nil
    }
  }

  /// Reports that the playlist, requested at `now`, failed. `isRefusal` is true when the server refused it, for example
  /// because a token has expired.
  public mutating func reloadFailed(at now: Instant, isRefusal: Bool = false) {
    lastLoad = now
    hasNewSegments = false
    refusals = isRefusal ? refusals + 1 : 0
  }

  // MARK: -

  private var target: Duration { Self.target(of: playlist) }

  /// When to request the playlist again: after a target duration, or after the duration of the last segment when that
  /// is shorter (the tag may overstate it). After half of that time when nothing was new (RFC 8216, 6.3.4).
  private var reloadTime: Instant {
    let last = playlist.segments.last?.duration ?? .zero
    let step = last > .zero ? min(target, last) : target
    return lastLoad + max(Self.minimumReload, hasNewSegments ? step : step / 2)
  }

  private static func target(of playlist: HLSMedia) -> Duration { min(playlist.targetDuration, maximumTarget) }

  private func fetch(_ segment: HLSSegment) -> HLSFetch {
    let isNew = !isUnderWay
    // A change between segments with and without a map is a discontinuity. For a change of the map, its bytes decide
    // later.
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

  /// True when this segment was listed under this number.
  private func isKnown(_ segment: HLSSegment, _ sequence: Int) -> Bool {
    playlist.segment(sequence).map { HLSPast.isSame($0, segment) } ?? past.contains(segment, sequence)
  }

  /// Returns the number of the first segment to play.
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
    // Finds the segment that contains that moment; the last segment for later moments.
    var sequence = playlist.firstSequence
    for segment in playlist.segments.dropLast() {
      from -= segment.duration
      if from < .zero { break }
      sequence += 1
    }
    return sequence
  }
}

/// The segments that a live playlist listed before, as far back as one edge of a content delivery network may lag
/// behind the others. They distinguish a playlist that is only late from one of an encoder that was restarted.
struct HLSPast {
  /// The maximum number of segments: six minutes of 6 s.
  static let capacity = 64

  /// The hashes of the segments, in a ring buffer.
  private var marks: [Int] = []
  private var oldest = 0

  /// Remembers `segments`, at most the last ``capacity``; the first one has the number `sequence`.
  mutating func add(_ segments: ArraySlice<HLSSegment>, from sequence: Int) {
    for (number, segment) in zip(sequence..., segments).suffix(Self.capacity) {
      let mark = Self.mark(segment, number)
      if marks.count < Self.capacity {
        marks.append(mark)
      } else {
        marks[oldest] = mark
        oldest = (oldest + 1) % Self.capacity
      }
    }
  }

  /// True when this segment was listed under this number.
  func contains(_ segment: HLSSegment, _ sequence: Int) -> Bool { marks.contains(Self.mark(segment, sequence)) }

  /// True when both are the same segment, as far as the playlists show. The addresses may differ in a token in the
  /// query or in a folder.
  static func isSame(_ one: HLSSegment, _ other: HLSSegment) -> Bool {
    name(one.uri) == name(other.uri) && one.byteRange == other.byteRange
  }

  private static func mark(_ segment: HLSSegment, _ sequence: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(sequence)
    hasher.combine(name(segment.uri))
    hasher.combine(segment.byteRange)
    return hasher.finalize()
  }

  /// Returns the name of the file, without folders and query.
  private static func name(_ uri: String) -> Substring {
    let path = uri.prefix { $0 != "?" }
    return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
  }
}
