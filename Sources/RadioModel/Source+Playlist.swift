import Stations

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
