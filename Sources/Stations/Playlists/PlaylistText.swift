import AudioCore
import Bytes

/// Decodes a playlist's bytes to text.
enum PlaylistText {
  /// Returns `bytes` as text: UTF-8 or UTF-16 by the byte order mark, else UTF-8, else Windows-1252. Returns nil for
  /// UTF-16 that is empty, invalid or holds NUL, and for bytes without a byte order mark that hold NUL.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2)) { $0 | $1 << 8 } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2)) { $0 << 8 | $1 } }
    guard !bytes.contains(0) else { return nil }
    return TextCharset.default.decode(bytes)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt16, UInt16) -> UInt16) -> String? {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      unit(UInt16(bytes[$0]), UInt16(bytes[$0 + 1]))
    }
    guard !units.isEmpty, !units.contains(0) else { return nil }
    return String(validating: units, as: UTF16.self)
  }

  /// Returns true when `text` holds control characters that no playlist has near its beginning, but audio and images
  /// do.
  static func looksBinary(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value < 0x09 || (0x0E..<0x20).contains($0.value) && $0.value != 0x1B }
  }

  /// Returns a title on one line, fit for a terminal; nil when nothing is left of it.
  static func cleanTitle(_ title: String) -> String? {
    let line = CleanText.singleLine(title)
    return line.isEmpty ? nil : line
  }
}
