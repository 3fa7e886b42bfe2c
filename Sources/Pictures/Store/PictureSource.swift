import Stations

/// A picture of a station that is ready to be shown.
public struct StationPicture: Sendable, Equatable {
  /// The picture.
  public let picture: Picture
  /// Its dominant colour.
  public let color: PictureColor

  /// Creates a station's picture; finds its dominant colour.
  public init(_ picture: Picture) {
    self.picture = picture
    color = DominantColor.of(picture)
  }

  /// The picture of the demo station.
  public static let demo = StationPicture(DemoPicture.picture)
}

/// What is known about a station's picture.
public enum PictureState: Sendable, Equatable {
  /// It is being fetched, or waits for that.
  case loading
  /// It can be shown.
  case ready(StationPicture)
  /// There is none, for this reason: one sentence, or empty for a station without the address of one.
  case missing(String)

  /// The picture, if it can be shown.
  public var picture: StationPicture? { if case .ready(let picture) = self { picture } else { nil } }
}

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
    guard let address = station.image, !address.isEmpty else { return .missing("") }
    return picture(at: address, allowsLocalHosts: station.directoryID == nil)
  }
}
