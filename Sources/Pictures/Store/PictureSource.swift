public import Stations

/// A place from which views get pictures. All members are callable from any thread and return at once.
public protocol PictureSource: Sendable {
  /// Returns what is known about the picture at `address`, and begins to fetch it when nothing is. Views ask again with
  /// each of their pictures, as long as they show the station.
  ///
  /// With `allowsLocalHosts` false, addresses of this machine and of private networks are refused, because the address
  /// comes from a public server such as the directory.
  func picture(at address: String, allowsLocalHosts: Bool) -> PictureState
}

extension PictureSource {
  /// Returns what is known about the picture of `station`. Only a station that was not found in the directory may have
  /// its picture on this machine or in a private network.
  public func picture(of station: Station) -> PictureState {
    if station.id == Station.demoID { return .ready(.demo) }
    guard let request = PictureRequest(station) else { return .missing("") }
    return picture(at: request.address, allowsLocalHosts: request.allowsLocalHosts)
  }
}
