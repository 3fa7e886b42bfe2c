/// The kinds of files that are shown.
public enum PictureFormat: Sendable, Equatable, CaseIterable {
  /// Portable Network Graphics (ISO/IEC 15948).
  case png
  /// JPEG (ITU-T T.81), baseline, extended and progressive.
  case jpeg
  /// WebP without animation (RFC 9649).
  case webp
  /// Windows icons, of which the pictures in PNG are shown.
  case ico

  /// The name for messages.
  public var name: String { properties.name }
  /// The usual suffix of a file's name.
  package var suffix: String { properties.suffix }
  /// The media type (IANA).
  package var mediaType: String { properties.mediaType }

  private var properties: (name: String, suffix: String, mediaType: String) {
    switch self {
    case .png: ("PNG", "png", "image/png")
    case .jpeg: ("JPEG", "jpg", "image/jpeg")
    case .webp: ("WebP", "webp", "image/webp")
    case .ico: ("ICO", "ico", "image/vnd.microsoft.icon")
    }
  }

  /// Returns the format of a file by its first bytes. Throws ``PictureError/unsupported(_:)`` for known kinds that are
  /// not shown, and ``PictureError/unknown``.
  package static func of(_ bytes: [UInt8]) throws(PictureError) -> PictureFormat {
    if bytes.starts(with: PNGFile.signature) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0, 0, 1, 0]) { return .ico }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    if let kind = others.first(where: { bytes.starts(with: $0.mark.utf8) })?.kind { throw .unsupported(kind) }
    if bytes.dropFirst(4).starts(with: "ftypavif".utf8) { throw .unsupported("an AVIF picture") }
    if let kind = markup(bytes) { throw .unsupported(kind) }
    throw .unknown
  }

  /// The beginnings of other files.
  private static let others: [(mark: String, kind: String)] = [
    ("GIF8", "a GIF picture"), ("BM", "a BMP picture"), ("II*\0", "a TIFF picture"), ("MM\0*", "a TIFF picture"),
    ("%PDF", "a PDF document"),
  ]

  /// The number of bytes in which a name of markup is looked for.
  private static let markupBytes = 4096

  /// Returns the kind of a text in markup: SVG, a web page or XML; nil for another file.
  private static func markup(_ bytes: [UInt8]) -> String? {
    var start = bytes.prefix(markupBytes)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    start = start.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.contains("<svg") { return "an SVG picture" }
    return text.contains("<html") || text.hasPrefix("<!doctype html") ? "a web page" : "a text in markup"
  }
}
