import AudioCore

/// The bounds for following the playlists behind one address: the addresses that were tried, and the time limits.
///
/// Time in which an open stream is being listened to does not count as following playlists; it has its own limit.
struct PlaylistSearch {
  /// The maximum number of entries that are tried, over all playlists of one address.
  static let maximumEntries = 64
  /// The time limit for following playlists, from the first playlist on.
  static let limit: Duration = .seconds(10)
  /// The time in which a stream must give sound while other candidates wait.
  static let trialListening: Duration = .seconds(5)
  /// The time limit for listening to streams that give no sound, for all of them together except the last one, which
  /// may take this long again.
  static let listeningLimit = StallDetector.firstPacketLimit
  /// The minimum time for each attempt.
  private static let minimumTrial: Duration = .seconds(2)

  /// A time on the search's clock, which stops while a stream is being listened to.
  typealias Instant = ContinuousClock.Instant

  private var start: Instant?
  private var visited: Set<String> = []
  private var listened: Duration = .zero
  private var listeningSince: ContinuousClock.Instant?

  /// The current time on the search's clock.
  var now: Instant { .now - listened }

  /// Converts `instant` to the continuous clock, on the assumption that no stream is listened to until then.
  func moment(_ instant: Instant) -> ContinuousClock.Instant { instant + listened }

  /// The time at which the search must end.
  var deadline: Instant { (start ?? now) + Self.limit }

  /// Notes that a playlist was found; the first one starts the clock.
  mutating func foundPlaylist() { start = start ?? now }

  /// True once a playlist was found: later answers are not answers of the station's own address.
  var hasFoundPlaylist: Bool { start != nil }

  /// Notes that `address` is tried. Returns false when it was tried before: lists name the same stream more than once.
  mutating func visit(_ address: String) -> Bool { visited.insert(address).inserted }

  /// Returns why the search must end at the list `base`; nil while it may continue.
  func bound(at base: StreamURL) -> TuneError? {
    if visited.count >= Self.maximumEntries {
      return .redirect(reason: "gave up after \(Self.maximumEntries) playlist entries")
    }
    return start == nil || now < deadline ? nil : tookTooLong(at: base)
  }

  /// Returns the error for a list `base` that could not be followed in time.
  func tookTooLong(at base: StreamURL) -> TuneError {
    .redirect(reason: "following the playlist \(base.text) took longer than \(Self.limit.components.seconds) s")
  }

  /// Returns the time until which the next entry may be tried. While others wait, it gets a third of the remaining
  /// time, but at least ``minimumTrial``.
  func trialDeadline(until deadline: Instant, isLast: Bool) -> Instant {
    let left = deadline - now
    return min(deadline, now + max(Self.minimumTrial, isLast ? left : left / 3))
  }

  // MARK: Listening

  /// Notes that a stream is open and is listened to from now on.
  mutating func beginListening() { listeningSince = .now }

  /// Returns the time limit of the stream for its first packet of sound. It depends on whether other candidates wait.
  func listeningTime(othersWait: Bool) -> Duration {
    othersWait ? min(Self.trialListening, max(Self.minimumTrial, Self.listeningLimit - listened)) : Self.listeningLimit
  }

  /// Notes that the stream gave no sound. Returns false when there is only time to listen to one more.
  mutating func endListening() -> Bool {
    if let listeningSince { listened += .now - listeningSince }
    listeningSince = nil
    return listened < Self.listeningLimit
  }
}
