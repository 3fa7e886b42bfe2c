public import AudioCore
public import RadioModel

/// Decides whether and when to try again after a connection was lost or refused. A value type: the caller passes the
/// events and gets a decision.
///
/// The policy retries what a later attempt may repair. A station that has played before is retried after more kinds of
/// failure: a 404 is a typing error before the first sound, and a pause of the programme after it. A web page instead
/// of sound, or a refused certificate, is the station's mistake before the first sound. After it, it may come from a
/// hotel network that wants a password. The same holds for content that cannot be played: a page that says that the
/// station is under repair may also come compressed.
///
/// A 401 or 410 is final only for the station's own address. The addresses in playlists, for segments and entries,
/// contain tokens that expire: there the same answer means that the station must be asked again.
public struct ReconnectPolicy: Sendable {
  /// The action to take now.
  public enum Decision: Sendable, Equatable {
    /// Wait for this time, then connect again.
    case retry(after: Duration)
    /// Give up: another attempt would not help, or the limit of attempts is reached.
    case giveUp
  }

  /// The prospects of a later attempt after a failure.
  enum Outlook: Int {
    /// No later attempt will work.
    case final
    /// No later attempt will work, unless the station has played already: then it may be under repair.
    case finalUnlessPlayed
    /// A later attempt may work.
    case temporary
  }

  /// Delays before the first, second … attempt since sound was last received, in seconds. The last delay repeats.
  static let backoffSeconds: [Double] = [0, 1, 2, 4, 8, 16, 32, 60]
  /// A connection that brought this much new sound, and lasted at least as long, counts as good: its loss starts the
  /// delays from the beginning. Less may be just the initial burst of a server that ends each connection.
  static let goodConnection: Duration = .seconds(5)
  /// A connection that brought less new sound than this counts as one that brought none. After one that brought more,
  /// the delay is no longer than the listener's sound lasts.
  static let minimumSound: Duration = .seconds(1)
  /// Duration of the listener's sound that is left when the next connection begins.
  static let reserve: Duration = .seconds(2)
  /// Each delay varies by up to this share in either direction, so that not all listeners return to a restarted server
  /// at once.
  static let jitter = 0.2
  /// The minimum delay after the answer that a server is full, in seconds.
  static let fullServerSeconds = 30.0

  private let limit: RetryLimit
  /// Connections since the last good one.
  private var failures = 0
  /// Connections since the last one that brought sound.
  private var silences = 0
  private var hasPlayed: Bool

  /// A policy for one source, which has not been heard yet unless `hasPlayed` is true.
  public init(limit: RetryLimit = .forever, hasPlayed: Bool = false) {
    self.limit = limit
    self.hasPlayed = hasPlayed
  }

  /// Notes that the connection that has just ended brought the duration `sound` of new sound. The connection lasted for
  /// `time`; nil means as long as `sound`.
  public mutating func received(_ sound: Duration, within time: Duration? = nil) {
    if sound > .zero { hasPlayed = true }
    if sound >= Self.minimumSound { silences = 0 }
    if min(sound, time ?? sound) >= Self.goodConnection { failures = 0 }
  }

  /// Decides after the connection ended with `error`, or cleanly when that is nil. `isOwnAnswer` is true when the
  /// station's own address led to the answer, and false for addresses from a playlist. `unitRandom` in 0…1 chooses the
  /// jitter. `soundLasts` is the duration of the listener's sound, less the time that the last connection took to bring
  /// some; nil without a listener.
  ///
  /// When the server says when to return, or is full, the delay is never shorter than that.
  public mutating func connectionEnded(
    with error: TuneError?, isOwnAnswer: Bool = true, soundLasts: Duration? = nil, unitRandom: Double
  ) -> Decision {
    switch error.map({ Self.outlook(of: $0, isOwnAnswer: isOwnAnswer) }) {
    case .final: return .giveUp
    case .finalUnlessPlayed where !hasPlayed: return .giveUp
    case .finalUnlessPlayed, .temporary, nil: break
    }
    if case .times(let maximum) = limit, silences >= maximum { return .giveUp }
    let backoff = Self.backoffSeconds[min(failures, Self.backoffSeconds.count - 1)]
    var seconds = backoff * (1 + Self.jitter * (2 * unitRandom - 1))
    if silences == 0, let soundLasts { seconds = min(seconds, max(0, (soundLasts - Self.reserve) / .seconds(1))) }
    failures += 1
    silences += 1
    let minimum = error.map(Self.minimumSeconds) ?? 0
    return .retry(after: .seconds(max(seconds, minimum * (1 + Self.jitter * unitRandom))))
  }

  /// The reason why a connection ended, and whether it is the station's own answer.
  package struct Failure: Sendable {
    /// The reason.
    package var error: TuneError
    /// See ``connectionEnded(with:isOwnAnswer:unitRandom:)``.
    package var isOwnAnswer: Bool

    /// A failure for this reason.
    package init(error: TuneError, isOwnAnswer: Bool) {
      self.error = error
      self.isOwnAnswer = isOwnAnswer
    }

    var outlook: Outlook { ReconnectPolicy.outlook(of: error, isOwnAnswer: isOwnAnswer) }
  }

  /// Returns the one of two failures, of one station's addresses, that stands for the station: the one with better
  /// prospects, or `first` when they are equal.
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
    case .system, .list, .output, .invalidRequest, .format(.decoder), .format(.emptyInput): .final
    case .format(.emptyPlaylist), .format(.notAudio), .format(.unsupported), .format(.noSound): .finalUnlessPlayed
    case .network(let error): outlook(of: error, isOwnAnswer: isOwnAnswer)
    }
  }

  private static func outlook(of error: NetworkError, isOwnAnswer: Bool) -> Outlook {
    switch error {
    case .badURL: .final
    case .status(401, _, _, _), .status(410, _, _, _): isOwnAnswer ? .final : .finalUnlessPlayed
    case .status(408, _, _, _), .status(425, _, _, _), .status(429, _, _, _), .status(500..., _, _, _): .temporary
    case .status, .tls, .badAnswer, .redirect: .finalUnlessPlayed
    case .unknownHost, .refused, .unreachable, .noAnswer, .headTimeout, .serverFull, .stalled, .connectionLost:
      .temporary
    }
  }

  /// Returns the minimum delay that the server asks for, in seconds.
  private static func minimumSeconds(_ error: TuneError) -> Double {
    switch error {
    case .network(.serverFull(_, let retryAfter)): max(fullServerSeconds, Double(retryAfter ?? 0))
    case .network(.status(_, _, _, let retryAfter)): Double(retryAfter ?? 0)
    default: 0
    }
  }
}
