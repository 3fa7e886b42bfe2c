import AudioCore
import Downloader

/// The bounds of following the playlists behind one address: what was tried, and how long it may go on.
///
/// Time in which an open stream is listened to does not count as following playlists; it has a bound of its own.
struct PlaylistSearch {
  /// Entries of all playlists of one address that are tried.
  static let maximumEntries = 64
  /// Time for all of it, from the first playlist on.
  static let limit: Duration = .seconds(10)
  /// Time in which a stream must give sound while others wait to be tried.
  static let trialListening: Duration = .seconds(5)
  /// Time for listening to streams that give no sound, all together but for the last one, which may take as long again.
  static let listeningLimit = StallDetector.firstPacketLimit
  /// Least time for each try.
  private static let leastTrial: Duration = .seconds(2)

  /// The clock of the search, which stands still while a stream is listened to.
  typealias Instant = ContinuousClock.Instant

  private var start: Instant?
  private var visited: Set<String> = []
  private var listened: Duration = .zero
  private var listeningSince: ContinuousClock.Instant?

  /// The present by the clock of the search.
  var now: Instant { .now - listened }

  /// The same moment by everybody's clock, if no stream is listened to until then.
  func moment(_ instant: Instant) -> ContinuousClock.Instant { instant + listened }

  /// When it has to be over.
  var deadline: Instant { (start ?? now) + Self.limit }

  /// A playlist was found; the first one starts the clock.
  mutating func foundPlaylist() { start = start ?? now }

  /// True once a playlist was found: what is answered from then on is not the answer of the station's own address.
  var hasFoundPlaylist: Bool { start != nil }

  /// Counts `address` as tried; false when it was before: lists name the same stream more than once.
  mutating func visit(_ address: String) -> Bool { visited.insert(address).inserted }

  /// Why the search has to end, at the list `base`; nil while it may go on.
  func bound(at base: StreamURL) -> TuneError? {
    if visited.count >= Self.maximumEntries {
      return .redirect(reason: "gave up after \(Self.maximumEntries) playlist entries")
    }
    return start == nil || now < deadline ? nil : tookTooLong(at: base)
  }

  /// The list `base` could not be followed in time.
  func tookTooLong(at base: StreamURL) -> TuneError {
    .redirect(reason: "following the playlist \(base.text) took longer than \(Self.limit.components.seconds) s")
  }

  /// Until when the next entry may be tried: while others wait, it gets a third of what is left.
  func trialDeadline(until deadline: Instant, isLast: Bool) -> Instant {
    let left = deadline - now
    return min(deadline, now + max(Self.leastTrial, isLast ? left : left / 3))
  }

  // MARK: Listening

  /// A stream is open, and listened to from now on.
  mutating func beginListening() { listeningSince = .now }

  /// How long it has for its first packet of sound, while others wait to be tried or not.
  func listeningTime(othersWait: Bool) -> Duration {
    othersWait ? min(Self.trialListening, max(Self.leastTrial, Self.listeningLimit - listened)) : Self.listeningLimit
  }

  /// It gave no sound. False when there is time to listen to one more at most.
  mutating func endListening() -> Bool {
    if let listeningSince { listened += .now - listeningSince }
    listeningSince = nil
    return listened < Self.listeningLimit
  }
}
