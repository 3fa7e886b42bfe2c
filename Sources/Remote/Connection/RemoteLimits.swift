/// The time and size limits of a client.
public struct RemoteLimits: Sendable {
  /// The time limit of a whole answer, or of the head of a stream.
  public var answer = Duration.seconds(5)
  /// The time limit for the next data of a stream; then the stream counts as lost. The daemon sends at least a comment
  /// every 15 s.
  public var silence = Duration.seconds(45)
  /// The maximum size of an answer, in bytes. Five thousand stations with long addresses need less.
  public var answerBytes = 32 << 20
  /// The maximum size of an answer's head, in bytes; also the maximum between two pieces of a body.
  public var headBytes = 64 << 10
  /// The longest pause before a client reconnects to a lost stream.
  public var longestPause = Duration.seconds(2)

  /// Creates the default limits.
  public init() {}
}
