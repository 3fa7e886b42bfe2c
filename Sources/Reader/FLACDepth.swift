import AudioCore

/// Bits of a FLAC sample. Each frame says its own (RFC 9639, 9.1.4), and libavcodec's decoder refuses those that differ
/// from what STREAMINFO said; so a decoder is made for one depth, from a STREAMINFO that says it.
enum FLACDepth {
  /// RFC 9639, table 17; nil where STREAMINFO says it, or nothing does.
  private static let sizes: [Int?] = [nil, 8, 12, nil, 16, 20, 24, 32]
  /// Bytes of STREAMINFO (RFC 9639, 8.2).
  private static let infoSize = 34

  /// What `frame` says, or else the STREAMINFO in `setup`; nil when `frame` is none.
  static func bits(ofFrame frame: [UInt8], setup: CodecSetup?) -> Int? {
    guard frame.count > 4, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
    if let bits = sizes[Int(frame[3] >> 1 & 7)] { return bits }
    guard case .headers(let headers) = setup, let info = headers.first else { return nil }
    return bits(ofInfo: info)
  }

  /// `info`, a STREAMINFO block, with another number of bits; as it is when it says that already, or is none.
  static func info(_ info: [UInt8], bits: Int?) -> [UInt8] {
    guard let bits, (4...32).contains(bits), let before = self.bits(ofInfo: info), before != bits else { return info }
    var info = info
    info[12] = info[12] & 0xFE | UInt8((bits - 1) >> 4)
    info[13] = info[13] & 0x0F | UInt8((bits - 1) & 15) << 4
    return info
  }

  private static func bits(ofInfo info: [UInt8]) -> Int? {
    guard info.count >= infoSize else { return nil }
    return (Int(info[12] & 1) << 4 | Int(info[13] >> 4)) + 1
  }
}
