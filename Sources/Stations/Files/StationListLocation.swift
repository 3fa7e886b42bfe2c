import SystemSupport

/// The place of the station list.
public enum StationListLocation: Sendable, Equatable {
  /// A file that must be there: the user named it.
  case named(path: String)
  /// The user's own file; the shipped list is used until it exists.
  case user(path: String)
  /// The list that is part of the program.
  case shipped

  /// The word that selects the shipped list where a file name is expected.
  public static let shippedName = "shipped"

  /// Chooses the place by the option's text (nil when not given; `shipped` selects the shipped list) and the
  /// environment: `$XDG_CONFIG_HOME/springradio/stations.json` when that is an absolute path, else the same under
  /// `$HOME/.config`.
  public static func choose(option: String?, environment: [String: String]) -> StationListLocation {
    if let option { return option == shippedName ? .shipped : .named(path: option) }
    return Folders.config(in: environment).map { .user(path: $0 + "/stations.json") } ?? .shipped
  }

  /// The path of the file; nil for the shipped list.
  package var path: String? {
    switch self {
    case .named(let path), .user(let path): path
    case .shipped: nil
    }
  }

  /// True when the user has a list, readable or not.
  package var hasUserList: Bool {
    if case .user(let path) = self { StationFile(path: path).isThere } else { false }
  }
}
