/// Repairs the checksums of FLAC frames, so that mutated ones are parsed.
enum FLACFrames {
  /// The positions where a frame could begin.
  static func starts(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.dropLast(16).filter { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xFE == 0xF8 }
  }

  /// `bytes` with correct checksums wherever a frame could begin; each one reaches to the next such position.
  static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let starts = starts(bytes)
    for start in starts {
      let size = headerSize(bytes, at: start)
      bytes[start + size - 1] = UInt8(remainder(bytes[start..<(start + size - 1)], polynomial: 0x07, bits: 8))
    }
    for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) where end - start > 20 {
      let sum = remainder(bytes[start..<(end - 2)], polynomial: 0x8005, bits: 16)
      bytes[end - 2] = UInt8(sum >> 8)
      bytes[end - 1] = UInt8(sum & 0xFF)
    }
    return bytes
  }

  /// The length in bytes of the header at `start`, by its codes (RFC 9639, 9.1).
  private static func headerSize(_ bytes: [UInt8], at start: Int) -> Int {
    let number = max(1, min(7, (~bytes[start + 4]).leadingZeroBitCount))
    let block = bytes[start + 2] >> 4
    let rate = bytes[start + 2] & 15
    return 4 + number + (block == 6 ? 1 : block == 7 ? 2 : 0) + (rate == 12 ? 1 : rate > 12 ? 2 : 0) + 1
  }

  /// The remainder of a division by `polynomial`, computed bit by bit.
  private static func remainder(_ bytes: ArraySlice<UInt8>, polynomial: UInt32, bits: UInt32) -> UInt32 {
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
}
