public import AudioCore
public import Stations

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
  public var isFile: Bool { address == nil }
}

extension Source {
  /// Makes the source for the address of a stream or playlist from a client: http or https (or icy and shout, which
  /// mean http), at most 8 KiB, nothing unprintable. Throws `.badURL`, which never contains a password.
  public init(address: String) throws(TuneError) {
    let url = try StreamURL(address)
    if let fault = StreamURL.fault(address) { throw .badURL(url.text, reason: "it \(fault)") }
    self = .url(StreamURL.normalized(address))
  }

  /// The address of the source, without credentials; nil for files and standard input.
  public var address: String? {
    switch self {
    case .station(let station): StreamURL.withoutCredentials(station.url)
    case .url(let url): StreamURL.withoutCredentials(url)
    case .file, .standardInput: nil
    }
  }
}

extension Source {
  /// The source as an entry of a saved playlist; nil for files and standard input, which exist only on this machine or
  /// in this run.
  public var playlistStation: Station? {
    switch self {
    case .station(let station): station
    case .url(let address): Station(address: address, name: displayName)
    case .file, .standardInput: nil
    }
  }

  /// Makes the source from an entry of a saved playlist.
  public init(playlistStation station: Station) {
    self = station.isBareAddress ? .url(station.url) : .station(station)
  }
}
