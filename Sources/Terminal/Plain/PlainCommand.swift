/// A command of the plain interface, as it is typed.
enum PlainCommand: Equatable, Sendable {
  /// Play a station of the list by its name, id or number, or a result of a search by its number; with nil play on.
  case play(String?)
  case stop
  case resume
  case next
  case previous
  case setVolume(Int)
  case changeVolume(by: Int)
  /// Print the volume.
  case showVolume
  case mute
  case status
  /// Print the stations with all of these words.
  case stations(String)
  /// Search the directory.
  case search(String)
  /// Add a result of a search by its number.
  case addFound(String)
  /// Add a station by its name and address.
  case add(name: String, url: String)
  /// Mark a station as a favourite, or remove the mark; with nil the one that plays.
  case favourite(String?)
  case edit(String)
  case tags(String)
  case delete(String)
  case titles
  case log
  case help
  case quit
  case stopAndQuit
}
