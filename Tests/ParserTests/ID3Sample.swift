/// ID3v2 tags with text frames.
enum ID3Sample {
  /// The encoding of a text.
  enum Encoding: UInt8 {
    case latin1, wide, wideBigEndian, utf8
  }

  static func text(_ text: String, _ encoding: Encoding) -> [UInt8] {
    let bytes: [UInt8] =
      switch encoding {
      case .latin1: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      case .wide: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .wideBigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .utf8: Array(text.utf8)
      }
    return [encoding.rawValue] + bytes
  }

  static func size(_ value: Int, bits: Int) -> [UInt8] {
    [3, 2, 1, 0].map { UInt8(value >> ($0 * bits) & (1 << bits - 1)) }
  }

  static func frame(_ name: String, _ body: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
    switch version {
    case 2: Array(name.utf8) + size(body.count, bits: 8).dropFirst() + body
    case 3: Array(name.utf8) + size(body.count, bits: 8) + [0, flags] + body
    default: Array(name.utf8) + size(body.count, bits: 7) + [0, flags] + body
    }
  }

  static func tag(_ frames: [UInt8]..., version: UInt8 = 4, flags: UInt8 = 0, padding: Int = 0) -> [UInt8] {
    let body = frames.flatMap { $0 } + [UInt8](repeating: 0, count: padding)
    return Array("ID3".utf8) + [version, 0, flags] + size(body.count, bits: 7) + body
  }

  /// A tag with this title alone.
  static func titled(_ title: String) -> [UInt8] { tag(frame("TIT2", text(title, .utf8))) }

  /// The tag at the start of each HLS segment of packed audio (RFC 8216 3.4).
  static let timestamp = tag(
    frame("PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0, 0, 0, 0, 1, 2, 3, 4, 5]))

  /// `bytes` with a zero behind each 0xFF.
  static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0xFF ? [$0, 0] : [$0] } }
}
