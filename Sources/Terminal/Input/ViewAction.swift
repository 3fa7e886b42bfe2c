package import RadioModel

/// The effect of a key in the view.
package enum ViewAction: Equatable, Sendable {
  /// A command for the radio.
  case command(Command)
  /// Choose another row of the focused list.
  case move(ListMove)
  /// Play the chosen station, open or close the chosen group, or show the chosen record.
  case open
  /// Give the keys to the pane that comes this number of panes later.
  case stepPane(by: Int)
  /// Give the keys to this pane.
  case showPane(PaneKind)
  /// Close the chosen group of the station list, or the one of the chosen station.
  case fold
  /// Open the chosen group of the station list.
  case unfold
  /// Change the width of the list beside another pane by this number of columns.
  case resizeList(by: Int)
  /// Filter what the focused list shows.
  case filter
  /// Ask for words, and search the directory.
  case search
  /// Mark the station as a favourite, or remove the mark.
  case toggleFavourite
  /// Play a random one of the stations that are shown.
  case playRandom
  /// Copy the title that is audible to the terminal's clipboard.
  case copyTitle
  /// Keep the title that is audible, or the chosen one of the titles heard, in a file.
  case keepTitle
  /// Add a station to the list.
  case add
  /// Edit the name and the address of the station.
  case edit
  /// Edit the tags of the station.
  case editTags
  /// Delete the station from the list, after a question.
  case delete
  /// Show log records from the next level on.
  case stepLevel
  /// Switch to the visualizer that comes this number of modes later.
  case stepVisualizer(by: Int)
  /// Switch between stereo and mono.
  case toggleStereo
  /// Switch to the next theme.
  case nextTheme
  /// Show the visualizer alone, or the panes again.
  case toggleAlone
  /// Show or hide the list of keys.
  case toggleHelp
  /// Hide the list of keys, or clear the filter.
  case close
  /// Draw the whole screen again.
  case redraw
  /// Leave the view.
  case quit
  /// Leave the view, and stop the radio that it shows.
  case quitAndStop

  /// True for an action of the lists.
  var needsPanes: Bool {
    switch self {
    case .move, .open, .stepPane, .showPane, .fold, .unfold, .resizeList, .filter, .search, .toggleFavourite,
      .playRandom, .add, .edit, .editTags, .delete, .stepLevel, .toggleAlone:
      true
    case .command, .copyTitle, .keepTitle, .stepVisualizer, .toggleStereo, .nextTheme, .toggleHelp, .close, .redraw,
      .quit,
      .quitAndStop:
      false
    }
  }
}

extension ViewAction {
  /// The number of volume points that an action changes.
  static let volumeStep = 5
  /// The seconds by which the actions `back` and `forward` move, and those of `back-minute` and `forward-minute`.
  static let (timeStep, longTimeStep) = (10, 60)
  /// The number of columns by which an action changes the width of a list.
  static let columnStep = 2

  /// All actions that a key can have, by the names of config.json.
  package static let named: [(name: String, action: ViewAction)] = [
    ("up", .move(.up)), ("down", .move(.down)), ("page-up", .move(.pageUp)), ("page-down", .move(.pageDown)),
    ("half-page-up", .move(.halfPageUp)), ("half-page-down", .move(.halfPageDown)), ("first", .move(.first)),
    ("last", .move(.last)), ("open", .open), ("fold", .fold), ("unfold", .unfold), ("toggle", .command(.toggle)),
    ("stop", .command(.stop)), ("back", .seek(by: -timeStep)), ("forward", .seek(by: timeStep)),
    ("back-minute", .seek(by: -longTimeStep)), ("forward-minute", .seek(by: longTimeStep)),
    ("previous-title", .command(.seek(.title(-1)))), ("next-title", .command(.seek(.title(1)))),
    ("live", .command(.seek(.live))), ("random", .playRandom), ("louder", .command(.changeVolume(by: volumeStep))),
    ("quieter", .command(.changeVolume(by: -volumeStep))), ("mute", .command(.toggleMute)), ("next", .command(.next)),
    ("previous", .command(.previous)), ("next-pane", .stepPane(by: 1)), ("previous-pane", .stepPane(by: -1)),
    ("stations", .showPane(.stations)), ("now-playing", .showPane(.nowPlaying)), ("titles", .showPane(.titles)),
    ("log", .showPane(.log)), ("wider", .resizeList(by: columnStep)), ("narrower", .resizeList(by: -columnStep)),
    ("filter", .filter), ("search", .search), ("favourite", .toggleFavourite), ("copy", .copyTitle),
    ("keep", .keepTitle),
    ("add", .add), ("edit", .edit), ("tags", .editTags), ("delete", .delete), ("level", .stepLevel),
    ("visualizer", .stepVisualizer(by: 1)), ("previous-visualizer", .stepVisualizer(by: -1)),
    ("stereo", .toggleStereo), ("theme", .nextTheme), ("alone", .toggleAlone), ("help", .toggleHelp),
    ("close", .close), ("redraw", .redraw), ("quit", .quit), ("quit-and-stop", .quitAndStop),
  ]

  /// Move by `seconds` within the sound that is kept.
  static func seek(by seconds: Int) -> ViewAction { .command(.seek(.by(.seconds(seconds)))) }

  /// The name of the action in config.json; nil for one that no key can have.
  package var name: String? { Self.named.first { $0.action == self }?.name }
}
