/// The time and size limits of a client.
public struct RemoteLimits: Sendable {
  /// The time limit of the head of an answer, and of each ``paceBytes`` of an answer that is not a stream.
  public var answer = Duration.seconds(5)
  /// The same for an answer for which the daemon first asks other servers: a search takes at most 25 s, a check 15 s.
  /// Less than ``silence``, which counts, too.
  public var work = Duration.seconds(30)
  /// The size of a piece of an answer for which ``answer`` counts again, in bytes: over a slow line a long answer takes
  /// long.
  public static let paceBytes = 4 << 10
  /// The time limit for the next data of a stream; then the stream counts as lost. The daemon sends at least a comment
  /// every 15 s.
  public var silence = Duration.seconds(45)
  /// The maximum size of an answer, in bytes. Five thousand stations with long addresses need less.
  public var answerBytes = 32 << 20
  /// The maximum size of an answer's head, in bytes; also the maximum between two pieces of a body.
  public var headBytes = 64 << 10
  /// The longest pause before a client reconnects to a lost stream.
  public var maximumPause = Duration.seconds(2)

  /// Creates the default limits.
  public init() {}
}
