/// Why a file cannot be shown as a picture.
public enum PictureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file is longer than ``PictureHeader/maximumBytes``.
  case tooLong(bytes: Int)
  /// The picture has more pixels than ``PictureHeader/maximumSide`` allows.
  case tooLarge(width: Int, height: Int)
  /// The file is of a kind that is not shown, such as "an SVG picture".
  case unsupported(String)
  /// The file is not a picture of a known kind.
  case unknown
  /// The file is not valid; the reason follows the format's name.
  case damaged(PictureFormat, reason: String)
  /// libavcodec or its decoder is missing; the reason is one sentence.
  case noDecoder(reason: String)

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .tooLong: "the picture is longer than \(PictureHeader.maximumBytes >> 10) KiB"
    case .tooLarge(let width, let height):
      "the picture has \(width) × \(height) pixels; \(PictureHeader.maximumSide) is the largest width and height"
    case .unsupported(let kind): "it is \(kind), which is not shown"
    case .unknown: "it is not a picture"
    case .damaged(let format, let reason): "the \(format.name) picture \(reason)"
    case .noDecoder(let reason): reason
    }
  }
}
