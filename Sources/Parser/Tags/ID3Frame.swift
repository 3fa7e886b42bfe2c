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
