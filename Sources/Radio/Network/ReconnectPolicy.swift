import AudioCore

/// Decides, after a connection was lost or refused, whether to try again and when. A value: it is told what happened and
/// returns what to do.
///
/// What a later try can mend is tried again. A station that has played is believed in more than one that never did: a
/// 404 is a typing error before the first sound, and a pause of the programme after it. A web page instead of sound, or
/// a certificate that is refused, is the station's mistake before, and after may be a hotel's network that wants a
/// password. So may what is no sound that can be played: a page that says that the station is under repair comes
/// compressed, too.
///
/// For good, a server says 401 or 410 only of the station's own address. Playlists, segments and entries that it names
/// have tokens that run out: there the same answer means to ask the station again.
public struct ReconnectPolicy: Sendable {
  /// What to do now.
  public enum Decision: Sendable, Equatable {
    /// Wait so long, then connect again.
    case retry(after: Duration)
    /// Trying again would not help, or has been tried often enough.
    case giveUp
  }

  /// What can be hoped for after a failure.
  enum Outlook: Int {
    /// No later try will work.
    case final
    /// No later try will work, unless the station has played already: then it may be under repair.
    case finalUnlessPlayed
    /// A later try may work.
    case temporary
  }

  /// Waits before the first, second … try after sound was last received, in seconds; the last one repeats.
  static let backoffSeconds: [Double] = [0, 1, 2, 4, 8, 16, 32, 60]
  /// A connection that brought so much new sound, and lasted as long, is a good one: its loss counts as the first
  /// again. Less is what a server sends at once that ends each connection, and twelve requests a minute are no burden.
  static let goodConnection: Duration = .seconds(5)
  /// Each wait is varied by up to this share either way, so that a restarted server is not met by all listeners at once.
  static let jitter = 0.2
  /// A full server is left in peace for so long at least, in seconds.
  static let fullServerSeconds = 30.0

  private let limit: RetryLimit
  private var failures = 0
  private var hasPlayed: Bool

  /// A policy for one source, which has not been heard yet unless `hasPlayed` says so.
  public init(limit: RetryLimit = .forever, hasPlayed: Bool = false) {
    self.limit = limit
    self.hasPlayed = hasPlayed
  }

  /// The connection that is about to be judged has brought new sound of `sound`. It lasted for `time`; nil when that
  /// was as long.
  public mutating func received(_ sound: Duration, within time: Duration? = nil) {
    if sound > .zero { hasPlayed = true }
    if min(sound, time ?? sound) >= Self.goodConnection { failures = 0 }
  }

  /// The connection ended: with `error`, or cleanly when that is nil. `isOwnAnswer` is true when that is what the
  /// station's own address led to, and false for what a playlist names. `unitRandom` in 0…1 chooses the jitter.
  ///
  /// Where the server says when to come back, or is full, the wait is never shorter than that.
  public mutating func connectionEnded(
    with error: TuneError?, isOwnAnswer: Bool = true, unitRandom: Double
  ) -> Decision {
    switch error.map({ Self.outlook(of: $0, isOwnAnswer: isOwnAnswer) }) {
    case .final: return .giveUp
    case .finalUnlessPlayed where !hasPlayed: return .giveUp
    case .finalUnlessPlayed, .temporary, nil: break
    }
    if case .times(let most) = limit, failures >= most { return .giveUp }
    let backoff = Self.backoffSeconds[min(failures, Self.backoffSeconds.count - 1)]
    failures += 1
    let seconds = backoff * (1 + Self.jitter * (2 * unitRandom - 1))
    let least = error.map(Self.leastSeconds) ?? 0
    return .retry(after: .seconds(max(seconds, least * (1 + Self.jitter * unitRandom))))
  }

  /// Why a connection ended, and whose answer that was.
  package struct Failure: Sendable {
    /// The reason.
    package var error: TuneError
    /// As for ``connectionEnded(with:isOwnAnswer:unitRandom:)``.
    package var isOwnAnswer: Bool

    /// A failure for this reason.
    package init(error: TuneError, isOwnAnswer: Bool) {
      self.error = error
      self.isOwnAnswer = isOwnAnswer
    }

    var outlook: Outlook { ReconnectPolicy.outlook(of: error, isOwnAnswer: isOwnAnswer) }
  }

  /// Which of two failures of one station's addresses stands for the station: the one that leaves more hope, else `first`.
  package static func moreHopeful(_ first: Failure?, _ second: Failure) -> Failure {
    guard let first, first.outlook.rawValue >= second.outlook.rawValue else { return second }
    return first
  }

  /// The same for answers of the station's own addresses.
  package static func moreHopeful(_ first: TuneError?, _ second: TuneError) -> TuneError {
    moreHopeful(
      first.map { Failure(error: $0, isOwnAnswer: true) }, Failure(error: second, isOwnAnswer: true)
    ).error
  }

  static func outlook(of error: TuneError, isOwnAnswer: Bool = true) -> Outlook {
    switch error {
    case .usage, .conflict, .badURL, .unknownStation, .badStationList, .cannotRead, .output, .decoder, .cannotListen,
      .cannotCreate, .cannotWrite, .daemon:
      .final
    case .status(401, _, _, _), .status(410, _, _, _): isOwnAnswer ? .final : .finalUnlessPlayed
    case .status(408, _, _, _), .status(425, _, _, _), .status(429, _, _, _), .status(500..., _, _, _): .temporary
    case .status, .tls, .badAnswer, .redirect, .emptyPlaylist, .notAudio, .unsupported, .noSound: .finalUnlessPlayed
    case .unknownHost, .refused, .unreachable, .noAnswer, .headTimeout, .serverFull, .stalled, .connectionLost:
      .temporary
    }
  }

  /// How long the server wants to be left in peace.
  private static func leastSeconds(_ error: TuneError) -> Double {
    switch error {
    case .serverFull(_, let retryAfter): max(fullServerSeconds, Double(retryAfter ?? 0))
    case .status(_, _, _, let retryAfter): Double(retryAfter ?? 0)
    default: 0
    }
  }
}
