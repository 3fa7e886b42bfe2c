/// The reason why the daemon does not run: its cause and one sentence.
public struct DaemonStartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The causes.
  public enum Cause: Sendable {
    /// A flag of the command line is wrong.
    case commandLine
    /// The configuration is wrong.
    case configuration
    /// A frontend cannot start.
    case unavailable
    /// Another daemon of this user runs.
    case alreadyRunning
  }

  /// The fault, its place and the remedy.
  public let description: String
  /// The cause.
  public let cause: Cause

  /// Creates a failure with this text and cause.
  public init(_ description: String, _ cause: Cause) {
    self.description = description
    self.cause = cause
  }
}
