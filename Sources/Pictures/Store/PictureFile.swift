import Stations

/// The file of a station's picture, as it was fetched.
public struct PictureFile: Sendable, Equatable {
  /// The bytes of the file, at most ``PictureHeader/maximumBytes``.
  public let bytes: [UInt8]
  /// Its kind.
  public let format: PictureFormat
  /// The dominant colour of the picture.
  public let color: PictureColor
  /// A tag that differs for files with other bytes: letters and digits.
  public let tag: String

  /// A file of this content.
  init(bytes: [UInt8], format: PictureFormat, color: PictureColor, tag: String) {
    self.bytes = bytes
    self.format = format
    self.color = color
    self.tag = tag
  }

  /// The media type (IANA).
  public var mediaType: String { format.mediaType }

  /// The picture of the demo station.
  package static let demo: PictureFile = {
    let bytes = PNGEncoder.file(StationPicture.demo.picture)
    return PictureFile(bytes: bytes, format: .png, color: StationPicture.demo.color, tag: tag(of: bytes))
  }()

  /// Returns the tag of a file.
  static func tag(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { StableHash.digits(ofBytes: $0) } + String(bytes.count, radix: 16)
  }
}

extension PictureFile: PictureContent {
  package var memoryBytes: Int { bytes.count }
}
