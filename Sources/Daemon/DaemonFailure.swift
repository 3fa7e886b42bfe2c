/// Why the daemon does not run: one sentence and an exit code.
public struct DaemonFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, where, and what would do.
  public let description: String
  /// The process's exit code: 1 when another one runs, else by sysexits.
  public let exitCode: Int32

  /// The command line is wrong.
  static let usage: Int32 = 64
  /// A door cannot be opened.
  static let unavailable: Int32 = 69
  /// The configuration is wrong.
  static let configuration: Int32 = 78
  /// Another daemon of this user runs.
  static let alreadyRunning: Int32 = 1

  /// A failure that says so.
  init(_ description: String, exitCode: Int32) {
    self.description = description
    self.exitCode = exitCode
  }
}
