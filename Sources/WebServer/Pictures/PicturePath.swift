import RadioModel
package import Stations

/// The paths of pictures at the server. Each has a tag in its query that changes with the picture, so that browsers may
/// keep what they got.
package enum PicturePath {
  /// The path of the picture of what is tuned in.
  static let current = Endpoint.pictureFile.path()

  /// Returns the path of the picture of a station in the list.
  package static func station(_ station: Station) -> String { self.station(station.id, tag: tag(of: station)) }

  /// Returns the path of the picture of a station of the directory, which need not be in the list.
  static func directory(_ station: Station) -> String {
    Endpoint.directoryPicture.path(id: station.directoryID ?? "", query: "v=\(tag(of: station))")
  }

  /// Returns the path of the picture of the station `id` with another tag.
  static func station(_ id: String, tag: String) -> String {
    Endpoint.stationPicture.path(id: id, query: "v=\(tag)")
  }

  /// Returns a tag for what the picture of a station depends on: its address, and the name for the placeholder.
  static func tag(of station: Station) -> String { tag(image: station.image, name: station.name) }

  private static func tag(image: String?, name: String) -> String {
    String(StableHash.digits(of: (image ?? "") + "\n" + name).prefix(tagLength))
  }

  private static let tagLength = 12
}
