/// How long the client waits, and how much it takes.
public struct RemoteLimits: Sendable {
  /// A whole answer, or the head of a stream, has to come within this.
  public var answer = Duration.seconds(5)
  /// A stream in which nothing comes for so long is lost: the daemon says something every 15 s.
  public var silence = Duration.seconds(45)
  /// The longest answer, in bytes: five thousand stations with long addresses have less.
  public var answerBytes = 32 << 20
  /// The longest head of an answer, in bytes; also the most that may come between two pieces of a body.
  public var headBytes = 64 << 10
  /// The longest pause before a lost stream is asked for again.
  public var longestPause = Duration.seconds(2)

  /// The limits of everyday use.
  public init() {}
}
