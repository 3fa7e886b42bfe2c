import AudioCore
import Downloader
import Stations

/// Where the bytes come from.
public enum Source: Sendable, Hashable {
  /// A station of the list.
  case station(Station)
  /// An address typed by the user.
  case url(String)
  /// A file on disk.
  case file(path: String)
  /// Standard input.
  case standardInput

  /// What a listener would call it: the station's name, the address without credentials, the file's name.
  public var displayName: String {
    switch self {
    case .station(let station): station.name
    case .url(let url): StreamURL.withoutCredentials(url)
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The station, when it is one of a list.
  public var station: Station? {
    if case .station(let station) = self { station } else { nil }
  }

  /// True for what can be read as fast as one likes and ends by itself: a file or standard input.
  public var isFile: Bool {
    switch self {
    case .file, .standardInput: true
    case .station, .url: false
    }
  }
}
