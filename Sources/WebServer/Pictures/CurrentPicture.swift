import JSON
import Pictures
import Stations

/// The picture of what is tuned in, as clients see it.
struct CurrentPicture: Sendable, Equatable, JSONConvertible {
  /// The id of the station; nil for an address.
  let station: String?
  /// The path of the picture, with a tag that changes when the picture does.
  let path: String
  /// The dominant colour of the picture, or that of the placeholder.
  let color: PictureColor
  /// True while a placeholder stands for the picture.
  let isPlaceholder: Bool

  /// The picture of `station`, of which `file` is known. `isListed` is true for a station of the list.
  init(_ station: Station, isListed: Bool, file: PictureFile?) {
    self.station = station.id.isEmpty ? nil : station.id
    let tag = file?.tag ?? PicturePath.tag(of: station)
    path = isListed ? PicturePath.station(station.id, tag: tag) : "\(PicturePath.current)?v=\(tag)"
    color = file?.color ?? StationPlaceholder.color(of: station.name)
    isPlaceholder = file == nil
  }

  /// The picture as a JSON object.
  var json: JSONValue {
    .object(["station": station, "url": path, "color": color.hexadecimal, "isPlaceholder": isPlaceholder])
  }
}
