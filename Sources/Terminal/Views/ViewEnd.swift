/// The reason why a view returned.
public enum ViewEnd: Sendable, Equatable {
  /// The listener pressed q. The view sent no command to the radio; stopping it is up to the caller.
  case quitKey
  /// The listener pressed Q: the radio is to stop, also one in a daemon. The view sent no command to the radio.
  case quitAndStop
  /// The terminal went away (hung up, closed); the radio may continue to play.
  case terminalGone
  /// `requestStop()` was called.
  case stopped
  /// Standard output is not a terminal that can be opened; nothing was drawn.
  case noTerminal
}
