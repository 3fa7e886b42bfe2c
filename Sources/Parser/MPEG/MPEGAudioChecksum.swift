import Bytes

/// The checksum of protected MPEG audio frames: CRC-16, polynomial 0x8005, over the header's last two bytes and the
/// most important part of the frame (ISO/IEC 11172-3 2.4.3.1). That part is the side information in layer III, the bit
/// allocation in layer I, and bit allocation and scale factor selection in layer II.
enum MPEGAudioChecksum {
  /// True when `frame` is not protected, is too short to be judged, or agrees with its checksum.
  static func isRight(_ frame: [UInt8], header: MPEGAudioHeader) -> Bool {
    let body = MPEGAudioHeader.size + 2
    guard header.isProtected, frame.count > body else { return true }
    let bits =
      switch header.layer {
      case 1: layerIBits(header)
      case 2: layerIIBits(frame, header: header, from: body * 8)
      default: header.sideInformationSize * 8
      }
    guard body * 8 + bits <= frame.count * 8 else { return true }
    var sum = frame.withUnsafeBytes { bytes in
      let header = CRC16.add(UnsafeRawBufferPointer(rebasing: bytes[2..<4]), to: 0xFFFF)
      return CRC16.add(UnsafeRawBufferPointer(rebasing: bytes[body..<(body + bits / 8)]), to: header)
    }
    for bit in 0..<(bits % 8) {
      sum = CRC16.add(bit: frame[body + bits / 8] >> UInt8(7 - bit) & 1 == 1, to: sum)
    }
    return sum == UInt16(bigEndianBytes: frame[4..<6])
  }

  private static func layerIBits(_ header: MPEGAudioHeader) -> Int {
    if header.isMono { return 32 * 4 }
    let bound = header.jointStereoBound ?? 32
    return (2 * bound + 32 - bound) * 4
  }

  private static func layerIIBits(_ frame: [UInt8], header: MPEGAudioHeader, from start: Int) -> Int {
    let widths = allocationWidths(header)
    let channels = header.isMono ? 1 : 2
    let bound = min(header.jointStereoBound ?? widths.count, widths.count)
    var reader = BitReader(frame[...], .highestFirst, at: start)
    var selections = 0
    for (band, width) in widths.enumerated() {
      for _ in 0..<(band < bound ? channels : 1) {
        guard let allocation = reader.bits(width) else { return frame.count * 8 }
        if allocation != 0 { selections += band < bound ? 1 : channels }
      }
    }
    return reader.place - start + 2 * selections
  }

  /// Returns the bits of each subband's allocation: ISO/IEC 11172-3 tables 3-B.2a to 3-B.2d, 13818-3 table B.1.
  private static func allocationWidths(_ header: MPEGAudioHeader) -> [Int] {
    guard header.version == .mpeg1 else { return lowRateWidths }
    let kilobits = (header.bitRate ?? .max) / 1000 / (header.isMono ? 1 : 2)
    if kilobits < 56 { return header.sampleRate == 32000 ? narrow32Widths : narrowWidths }
    return header.sampleRate == 48000 || kilobits < 96 ? wideWidths : widestWidths
  }

  private static let wideWidths = widths(four: 11, three: 12, two: 4)
  private static let widestWidths = widths(four: 11, three: 12, two: 7)
  private static let narrowWidths = widths(four: 2, three: 6, two: 0)
  private static let narrow32Widths = widths(four: 2, three: 10, two: 0)
  private static let lowRateWidths = widths(four: 4, three: 7, two: 19)

  private static func widths(four: Int, three: Int, two: Int) -> [Int] {
    [Int](repeating: 4, count: four) + [Int](repeating: 3, count: three) + [Int](repeating: 2, count: two)
  }
}
