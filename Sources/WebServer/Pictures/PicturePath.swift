import AudioCore
import Directory
import Stations

/// The paths of pictures at the server. Each has a tag in its query that changes with the picture, so that browsers may
/// keep what they got.
package enum PicturePath {
  /// The path of the picture of what is tuned in.
  static let current = "/api/picture/file"

  /// Returns the path of the picture of a station in the list.
  package static func station(_ station: Station) -> String { self.station(station.id, tag: tag(of: station)) }

  /// Returns the path of the picture of a station of the directory, which need not be in the list.
  static func directory(_ station: DirectoryStation) -> String {
    "/api/directory/stations/\(encoded(station.id))/picture?v=\(tag(image: station.image, name: station.name))"
  }

  /// Returns the path of the picture of the station `id` with another tag.
  static func station(_ id: String, tag: String) -> String { "/api/stations/\(encoded(id))/picture?v=\(tag)" }

  /// Returns a tag for what the picture of a station depends on: its address, and the name for the placeholder.
  static func tag(of station: Station) -> String { tag(image: station.image, name: station.name) }

  private static func tag(image: String?, name: String) -> String {
    String(StableHash.digits(of: (image ?? "") + "\n" + name).prefix(tagLength))
  }

  private static let tagLength = 12

  /// Returns `id` as one part of a path.
  private static func encoded(_ id: String) -> String {
    var bytes: [UInt8] = []
    for byte in id.utf8 {
      let isPlain = isalnum(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      if isPlain { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isalnum(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
