/// What the beginning of a file says of its picture. It is read before any decoder sees the file.
public struct PictureHeader: Sendable, Equatable {
  /// The longest file, in bytes.
  public static let maximumBytes = 1 << 20
  /// The largest width and height, in pixels.
  public static let maximumSide = 2048

  /// The kind of the file.
  public let format: PictureFormat
  /// The width in pixels, 1…2048.
  public let width: Int
  /// The height in pixels, 1…2048.
  public let height: Int

  /// Creates a header. Throws ``PictureError``: `.tooLarge`, or `.damaged` for a picture without pixels.
  init(_ format: PictureFormat, width: Int, height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .damaged(format, reason: "has no pixels") }
    guard width <= Self.maximumSide, height <= Self.maximumSide else { throw .tooLarge(width: width, height: height) }
    self.format = format
    self.width = width
    self.height = height
  }
}
