/// A part of the screen that shows one thing. The raw value is its number, which is its key.
public enum PaneKind: Int, CaseIterable, Sendable {
  /// The station list.
  case stations = 1
  /// The station and the title that play, with the visualizer.
  case nowPlaying
  /// The titles heard.
  case titles
  /// The log of the program.
  case log

  /// The name that the heading shows.
  package var name: String {
    switch self {
    case .stations: "Stations"
    case .nowPlaying: "Now playing"
    case .titles: "Titles"
    case .log: "Log"
    }
  }

  /// True for a pane with rows that can be chosen.
  package var isList: Bool { self != .nowPlaying }
}
