import AudioCore

/// The texts of an ID3v2 text frame (id3.org, "ID3 tag version 2.4.0 - Main Structure", 4, and "Native Frames", 4.2).
package enum ID3String {
  /// Maximum number of bytes of a frame's texts that are read.
  package static let maximumBytes = 2048

  /// Returns the texts in the frame's `body`, which begins with the number of their encoding: 0 Latin-1, 1 UTF-16 with
  /// a byte order mark, 2 UTF-16 big-endian, 3 UTF-8. A frame may hold several texts, with a zero between them.
  package static func texts(_ body: ArraySlice<UInt8>) -> [String] {
    guard let encoding = body.first else { return [] }
    let bytes = body.dropFirst().prefix(maximumBytes)
    switch encoding {
    case 1, 2: return wide(bytes, hasMark: encoding == 1)
    // Many tags declare Latin-1 and hold UTF-8 or Windows-1252.
    default: return bytes.split(separator: 0, omittingEmptySubsequences: false).map(TextCharset.default.decode)
    }
  }

  private static func wide(_ bytes: ArraySlice<UInt8>, hasMark: Bool) -> [String] {
    let isLittle = hasMark && bytes.starts(with: [0xFF, 0xFE])
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? other << 8 | one : one << 8 | other
    }
    let byteOrderMark: UInt16 = 0xFEFF
    return units.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0.drop { $0 == byteOrderMark }, as: UTF16.self) }
  }
}
