import AudioCore
import Bytes

/// The head of one frame of an ID3v2 tag.
struct ID3Frame {
  /// The layout of frames, which depends on the version.
  enum Layout {
    /// ID3v2.2: names of three letters.
    case version2
    /// ID3v2.3.
    case version3
    /// ID3v2.4: sizes in four times seven bits. Zeros may be inserted behind 0xFF frame by frame (unsynchronisation).
    case version4(isUnsynchronised: Bool)

    /// Bytes of a frame's head.
    var headSize: Int { if case .version2 = self { 6 } else { 10 } }
  }

  /// The name, of three or four capital letters and digits.
  let name: String
  /// Bytes of the frame behind its head, as the head states.
  let size: Int
  private let flags: UInt8
  private let layout: Layout

  /// Reads `head`; nil when there is no frame.
  init?(_ head: ArraySlice<UInt8>, _ layout: Layout) {
    var reader = ByteReader(head)
    let size: Int?
    switch layout {
    case .version2:
      guard let name = Self.name(reader.bytes(3)) else { return nil }
      self.name = name
      size = reader.integer(3)
    case .version3, .version4:
      guard let name = Self.name(reader.bytes(4)) else { return nil }
      self.name = name
      if case .version4 = layout { size = reader.syncsafe() } else { size = reader.integer(4) }
    }
    guard let size else { return nil }
    self.size = size
    flags = reader.bytes(2)?.last ?? 0
    self.layout = layout
  }

  private static func name(_ bytes: ArraySlice<UInt8>?) -> String? {
    guard let bytes, bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the readable content of `bytes`, the frame behind its head or the beginning of it, without the additions
  /// that the second byte of the flags announces; empty when it is compressed or encrypted.
  func content(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch layout {
    case .version2: return bytes
    case .version3:
      guard flags & 0xC0 == 0 else { return [] }  // compressed, encrypted
      return bytes.dropFirst(flags & 0x20 == 0 ? 0 : 1)  // a group's number
    case .version4(let isUnsynchronised):
      guard flags & 0x0C == 0 else { return [] }
      let content = bytes.dropFirst((flags & 0x40 == 0 ? 0 : 1) + (flags & 0x01 == 0 ? 0 : 4))  // group, length
      return isUnsynchronised || flags & 0x02 != 0 ? ID3Text.resynchronised(content) : content
    }
  }
}

extension ByteReader {
  /// Reads a number in four times seven bits; nil when one of the top bits is set or bytes are missing.
  mutating func syncsafe() -> Int? { bytes(4).flatMap { ID3Text.syncsafe($0) } }
}

/// The texts of an ID3v2 text frame (id3.org, "ID3 tag version 2.4.0 - Main Structure", 4, and "Native Frames", 4.2).
package enum ID3String {
  /// Maximum number of bytes of a frame's texts that are read.
  package static let mostBytes = 2048

  /// Returns the texts in the frame's `body`, which begins with the number of their encoding: 0 Latin-1, 1 UTF-16 with
  /// a byte order mark, 2 UTF-16 big-endian, 3 UTF-8. A frame may hold several texts, with a zero between them.
  package static func texts(_ body: ArraySlice<UInt8>) -> [String] {
    guard let encoding = body.first else { return [] }
    let bytes = body.dropFirst().prefix(mostBytes)
    switch encoding {
    case 1, 2: return wide(bytes, hasMark: encoding == 1)
    // Many tags declare Latin-1 and hold UTF-8 or Windows-1252.
    default: return bytes.split(separator: 0, omittingEmptySubsequences: false).map(TextCharset.standard.decode)
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
