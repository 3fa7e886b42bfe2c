import AudioCore
import Stations

/// A source of audio bytes.
public enum Source: Sendable, Hashable {
  /// A station of the list or of a saved playlist.
  case station(Station)
  /// An address from the user or a client.
  case url(String)
  /// A file on disk.
  case file(path: String)
  /// Standard input.
  case standardInput

  /// The name for listeners: the station's name, the address without credentials, or the file's path.
  public var displayName: String {
    switch self {
    case .station(let station): station.name
    case .url(let url): StreamURL.withoutCredentials(url)
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The station; nil when the source is not a station.
  public var station: Station? {
    if case .station(let station) = self { station } else { nil }
  }

  /// True for a source that can be read at any speed and has an end: a file or standard input.
  public var isFile: Bool {
    switch self {
    case .file, .standardInput: true
    case .station, .url: false
    }
  }
}
