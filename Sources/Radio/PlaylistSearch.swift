import AudioCore
import Downloader

/// The bounds of following the playlists behind one address: what was tried, and how long it may go on.
struct PlaylistSearch {
  /// Entries of all playlists of one address that are tried.
  static let maximumEntries = 64
  /// Time for all of it, from the first playlist on.
  static let limit: Duration = .seconds(10)
  /// Least time for each try.
  private static let leastTrial: Duration = .seconds(2)

  private var start: ContinuousClock.Instant?
  private var visited: Set<String> = []

  /// When it has to be over.
  var deadline: ContinuousClock.Instant { (start ?? .now) + Self.limit }

  /// A playlist was found; the first one starts the clock.
  mutating func foundPlaylist() { start = start ?? .now }

  /// Counts `address` as tried; false when it was before: lists name the same stream more than once.
  mutating func visit(_ address: String) -> Bool { visited.insert(address).inserted }

  /// Why the search has to end, at the list `base`; nil while it may go on.
  func bound(at base: StreamURL) -> TuneError? {
    if visited.count >= Self.maximumEntries {
      return .redirect(reason: "gave up after \(Self.maximumEntries) playlist entries")
    }
    return start == nil || ContinuousClock.now < deadline ? nil : tookTooLong(at: base)
  }

  /// The list `base` could not be followed in time.
  func tookTooLong(at base: StreamURL) -> TuneError {
    .redirect(reason: "following the playlist \(base.text) took longer than \(Self.limit.components.seconds) s")
  }

  /// Until when the next entry may be tried: while others wait, it gets a third of what is left.
  static func trialDeadline(until deadline: ContinuousClock.Instant, isLast: Bool) -> ContinuousClock.Instant {
    let left = deadline - .now
    return min(deadline, .now + max(leastTrial, isLast ? left : left / 3))
  }
}
