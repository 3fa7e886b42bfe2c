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
    var sum: UInt16 = 0xFFFF
    for index in 2..<4 { add(frame[index], to: &sum) }
    for index in body..<(body + bits / 8) { add(frame[index], to: &sum) }
    for bit in 0..<(bits % 8) {
      addBit(frame[body + bits / 8] >> UInt8(7 - bit) & 1 == 1, to: &sum)
    }
    return sum == UInt16(frame[4]) << 8 | UInt16(frame[5])
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    var sum = UInt16(byte) << 8
    for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
    return sum
  }

  private static func add(_ byte: UInt8, to sum: inout UInt16) {
    sum = sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)]
  }

  private static func addBit(_ bit: Bool, to sum: inout UInt16) {
    let top = sum & 0x8000 != 0
    sum <<= 1
    if top != bit { sum ^= 0x8005 }
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
    var position = start
    var selections = 0
    for (band, width) in widths.enumerated() {
      for _ in 0..<(band < bound ? channels : 1) {
        guard position + width <= frame.count * 8 else { return frame.count * 8 }
        let isCoded = (position..<(position + width)).contains { frame[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == 1 }
        if isCoded { selections += band < bound ? 1 : channels }
        position += width
      }
    }
    return position - start + 2 * selections
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
