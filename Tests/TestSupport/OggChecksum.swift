/// The checksum of an Ogg page (RFC 3533, section 6).
public enum OggChecksum {
  /// Returns `page`, at least 27 bytes, with the correct checksum, computed by polynomial division, bit by bit.
  public static func summed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var rest: UInt32 = 0
    for byte in page {
      for bit in (0..<8).reversed() {
        let carry = rest >> 31 ^ UInt32(byte >> UInt8(bit) & 1)
        rest = rest << 1 ^ (carry == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    page.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: rest >> (8 * $0)) })
    return page
  }
}
