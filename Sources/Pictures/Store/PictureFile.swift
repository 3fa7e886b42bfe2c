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
  private init(bytes: [UInt8], format: PictureFormat, color: PictureColor) {
    self.bytes = bytes
    self.format = format
    self.color = color
    tag = bytes.withUnsafeBufferPointer { StableHash.digits(ofBytes: $0) } + String(bytes.count, radix: 16)
  }

  /// The media type (IANA).
  public var mediaType: String { format.mediaType }

  /// The picture of the demo station.
  package static let demo: PictureFile = {
    let bytes = PNGEncoder.file(StationPicture.demo.picture)
    return PictureFile(bytes: bytes, format: .png, color: StationPicture.demo.color)
  }()
}

extension PictureFile: PictureContent {
  package static let limits = PictureLimits.files
  package var memoryBytes: Int { bytes.count }

  package init(_ found: FetchedPicture) {
    self.init(bytes: found.bytes, format: found.format, color: StationPicture(found.picture).color)
  }
}
