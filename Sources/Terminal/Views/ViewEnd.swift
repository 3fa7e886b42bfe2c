/// Why a view returned.
public enum ViewEnd: Sendable, Equatable {
  /// The listener pressed q. No command was sent to the radio: ending it is the caller's.
  case quitKey
  /// The terminal went away (hung up, closed); the radio may well play on.
  case terminalGone
  /// `requestStop()` was called.
  case stopped
  /// Standard output is no terminal that can be opened; nothing was drawn.
  case noTerminal
}
