package import RadioModel
package import Stations

/// What a pane wants to be done outside of it.
package enum PaneEffect: Equatable, Sendable {
  /// Send a command to the radio.
  case command(Command)
  /// Change the station list.
  case change(StationChange)
  /// Search the directory for these words.
  case search(String)
  /// Keep this title of the sound that is kept in a file; nil is the one that is heard.
  case keep(TimeShift.Title?)
  /// Copy this text to the terminal's clipboard.
  case copy(String)
  /// Show a dialog.
  case ask(Dialog)
  /// Show a sentence for a moment.
  case say(String)
}
