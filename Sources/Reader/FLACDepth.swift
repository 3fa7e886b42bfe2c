import AudioCore

/// Reads and writes the bit depth of FLAC samples. Each frame states its own (RFC 9639, 9.1.4), and libavcodec's
/// decoder rejects frames whose depth differs from STREAMINFO. Each decoder is therefore made for one depth, from a
/// STREAMINFO block that states it.
enum FLACDepth {
  /// Bit depths by frame code (RFC 9639, table 17); nil for code 0, which refers to STREAMINFO, and for the reserved
  /// code.
  private static let sizes: [Int?] = [nil, 8, 12, nil, 16, 20, 24, 32]
  /// Size of STREAMINFO in bytes (RFC 9639, 8.2).
  private static let infoSize = 34

  /// Returns the bit depth in `frame`, or else in the STREAMINFO block of `setup`; nil when `frame` is not a FLAC frame
  /// or neither states it.
  static func bits(ofFrame frame: [UInt8], setup: CodecSetup?) -> Int? {
    guard frame.count > 4, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
    if let bits = sizes[Int(frame[3] >> 1 & 7)] { return bits }
    guard case .headers(let headers) = setup, let info = headers.first else { return nil }
    return bits(ofInfo: info)
  }

  /// Returns the STREAMINFO block `info` with its bit depth set to `bits`. Returns it unchanged when it already states
  /// that depth, is not a STREAMINFO block, or `bits` is nil or outside 4…32.
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
