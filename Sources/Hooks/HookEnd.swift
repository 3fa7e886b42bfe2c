/// How a program ended.
package enum HookEnd: Sendable, Equatable {
  /// By itself, with this exit code.
  case exited(Int32)
  /// By this signal of another program.
  case signalled(Int32)
  /// It was ended, because its time was over.
  case late
  /// It was ended, because the radio ends.
  case interrupted
  /// It was not started, for this reason.
  case notStarted(String)
}
