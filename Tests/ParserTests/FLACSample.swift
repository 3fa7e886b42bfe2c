import AudioCore

/// FLAC streams of valid frame headers, filler bytes and correct checksums.
enum FLACSample {
  /// A frame of 4096 PCM frames with this number, in stereo by default. STREAMINFO gives the rate and the sample size,
  /// unless a code is given. `flippedBit` is a bit of the header that is flipped after its checksum was computed; the
  /// checksum of the frame is right in any case.
  static func frame(
    _ number: Int, body: [UInt8]? = nil, rateCode: UInt8 = 0, channels: UInt8 = 2, sizeCode: UInt8 = 0,
    flippedBit: Int? = nil
  ) -> [UInt8] {
    let coded: [UInt8] =
      number < 0x80 ? [UInt8(number)] : [0xC0 | UInt8(number >> 6 & 0x1F), 0x80 | UInt8(number & 0x3F)]
    var bytes: [UInt8] = [0xFF, 0xF8, 0xC0 | rateCode, (channels - 1) << 4 | sizeCode << 1] + coded
    bytes.append(UInt8(remainder(bytes, polynomial: 0x07, bits: 8)))
    if let flippedBit { bytes[flippedBit / 8] ^= 0x80 >> UInt8(flippedBit % 8) }
    bytes += body ?? [UInt8](repeating: UInt8(number & 0x7F), count: 400 + number % 7)
    let sum = remainder(bytes, polynomial: 0x8005, bits: 16)
    return bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  static func frames(_ numbers: Range<Int>) -> [[UInt8]] { numbers.map { frame($0) } }

  /// The remainder of a division by `polynomial`, computed bit by bit.
  private static func remainder(_ bytes: [UInt8], polynomial: UInt32, bits: UInt32) -> UInt32 {
    let top = UInt32(1) << (bits - 1)
    var sum: UInt32 = 0
    for byte in bytes {
      for bit in stride(from: 7, through: 0, by: -1) {
        let isOne = (sum & top != 0) != (byte >> UInt8(bit) & 1 == 1)
        sum = sum << 1 & (top << 1 - 1) ^ (isOne ? polynomial : 0)
      }
    }
    return sum
  }

  static func block(_ kind: UInt8, _ body: [UInt8], isLast: Bool = false) -> [UInt8] {
    [kind | (isLast ? 0x80 : 0)] + Sample.bytes(of: UInt32(body.count)).dropFirst() + body
  }

  /// STREAMINFO of 16-bit sound in blocks of 4096, with a wrong total length.
  static func info(rate: UInt32 = 44100, channels: UInt32 = 2) -> [UInt8] {
    let sound = Sample.bytes(of: rate << 12 | (channels - 1) << 9 | 15 << 4 | 0xF)
    return [0x10, 0, 0x10, 0] + [UInt8](repeating: 0, count: 6) + sound + [UInt8](repeating: 1, count: 20)
  }

  /// The STREAMINFO that the parser builds from the frame headers of a stream without one.
  static func info(ofFramesAt rate: UInt32, channels: UInt32) -> [UInt8] {
    let sound = Sample.bytes(of: rate << 12 | (channels - 1) << 9 | 15 << 4)
    return [0x10, 0, 0x10, 0] + [UInt8](repeating: 0, count: 6) + sound + [UInt8](repeating: 0, count: 20)
  }

  /// VORBIS_COMMENT with these comments.
  static func comments(_ comments: [String]) -> [UInt8] {
    func counted(_ bytes: [UInt8]) -> [UInt8] { Sample.bytes(of: UInt32(bytes.count).byteSwapped) + bytes }
    let list = comments.flatMap { counted(Array($0.utf8)) }
    return counted(Array("a test".utf8)) + Sample.bytes(of: UInt32(comments.count).byteSwapped) + list
  }

  /// The stream's head: the mark, STREAMINFO, `more` and the tags.
  static func head(_ tags: [String] = [], rate: UInt32 = 44100, more: [UInt8] = []) -> [UInt8] {
    Array("fLaC".utf8) + block(0, info(rate: rate)) + more + block(4, comments(tags), isLast: true)
  }
}
