import Stations

extension Source {
  /// What a playlist keeps of it; nil for files and standard input, which are this machine's and this moment's.
  public var playlistStation: Station? {
    switch self {
    case .station(let station): station
    case .url(let address): Station(address: address, name: displayName)
    case .file, .standardInput: nil
    }
  }

  /// What was kept in a playlist.
  public init(playlistStation station: Station) {
    self = station.isBareAddress ? .url(station.url) : .station(station)
  }
}
