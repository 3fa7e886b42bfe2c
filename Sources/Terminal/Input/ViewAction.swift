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
  /// Filter what the focused list shows.
  case filter
  /// Ask for words, and search the directory.
  case search
  /// Mark the station as a favourite, or remove the mark.
  case toggleFavourite
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
    case .move, .open, .stepPane, .showPane, .filter, .search, .toggleFavourite, .add, .edit, .editTags, .delete,
      .stepLevel, .toggleAlone:
      true
    case .command, .stepVisualizer, .toggleStereo, .nextTheme, .toggleHelp, .close, .redraw, .quit, .quitAndStop: false
    }
  }
}
