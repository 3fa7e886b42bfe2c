import AudioCore
import Bytes

/// The 6 to 16 bytes at the start of a FLAC frame (RFC 9639, 9.1).
struct FLACFrameHeader: Sendable, Equatable {
  /// PCM frames in this frame, 1…65536.
  let blockSize: Int
  /// Sample rate in hertz; nil when STREAMINFO states it.
  let sampleRate: Int?
  /// Number of channels, 1…8.
  let channels: Int
  /// Bits of a sample; nil when STREAMINFO states them.
  let bitsPerSample: Int?
  /// True when blocks differ in length, and ``number`` counts PCM frames instead of frames.
  let isVariable: Bool
  /// The number of this frame, or of its first PCM frame.
  let number: UInt64
  /// Bytes of the header, its checksum included.
  let size: Int

  /// Bytes of the longest header.
  static let maximumSize = 16
  /// Bytes of the shortest header.
  private static let minimumSize = 6

  /// Reads the header at `offset`; a header counts only when its checksum is right.
  static func read(_ queue: ByteQueue, at offset: Int) -> Reading<FLACFrameHeader> {
    let inHand = queue.count - offset
    if inHand > 0, queue[offset] != 0xFF { return .none }
    if inHand > 1, queue[offset + 1] & 0xFE != 0xF8 { return .none }
    guard inHand >= minimumSize else { return .needMore(offset + minimumSize) }
    let (sizes, layout) = (queue[offset + 2], queue[offset + 3])
    let numberSize = max(1, (~queue[offset + 4]).leadingZeroBitCount)
    guard sizes >> 4 > 0, sizes & 15 < 15, layout >> 4 < 11, layout >> 1 & 7 != 3, layout & 1 == 0,
      queue[offset + 4] & 0xC0 != 0x80, numberSize <= 7
    else { return .none }
    let blockBytes = sizes >> 4 == 6 ? 1 : sizes >> 4 == 7 ? 2 : 0
    let rateBytes = sizes & 15 == 12 ? 1 : sizes & 15 > 12 ? 2 : 0
    let size = 4 + numberSize + blockBytes + rateBytes + 1
    guard inHand >= size else { return .needMore(offset + size) }
    guard (offset..<(offset + size)).reduce(0, { crc8[Int($0 ^ queue[$1])] }) == 0 else { return .none }
    return FLACFrameHeader(queue, at: offset, numberSize: numberSize, blockBytes: blockBytes, size: size).reading
  }

  /// The table of the header's checksum, x⁸ + x² + x + 1, which is zero over a header and its checksum (RFC 9639, 9.1.8).
  private static let crc8: [UInt8] = ChecksumTable.make(0x07)

  private init?(_ queue: ByteQueue, at offset: Int, numberSize: Int, blockBytes: Int, size: Int) {
    func integer(_ range: Range<Int>) -> Int { Int(bigEndianBytes: range.map { queue[offset + $0] }) }
    isVariable = queue[offset + 1] & 1 == 1
    var number = UInt64(numberSize == 1 ? queue[offset + 4] : queue[offset + 4] & (0x7F >> UInt8(numberSize)))
    for place in 5..<(4 + numberSize) {
      guard queue[offset + place] & 0xC0 == 0x80 else { return nil }
      number = number << 6 | UInt64(queue[offset + place] & 0x3F)
    }
    self.number = number
    let blockStart = 4 + numberSize
    let rateStart = blockStart + blockBytes
    switch queue[offset + 2] >> 4 {
    case 1: blockSize = 192
    case let code where code < 6: blockSize = 144 << Int(code)
    case 6, 7: blockSize = integer(blockStart..<rateStart) + 1
    case let code: blockSize = 1 << Int(code)
    }
    switch queue[offset + 2] & 15 {
    case 0: sampleRate = nil
    case 12: sampleRate = integer(rateStart..<(size - 1)) * 1000
    case 13: sampleRate = integer(rateStart..<(size - 1))
    case 14: sampleRate = integer(rateStart..<(size - 1)) * 10
    case let code: sampleRate = Self.sampleRates[Int(code)]
    }
    if sampleRate == 0 { return nil }
    let assignment = Int(queue[offset + 3] >> 4)
    channels = assignment < 8 ? assignment + 1 : 2
    bitsPerSample = Self.sampleSizes[Int(queue[offset + 3] >> 1 & 7)]
    self.size = size
  }

  /// Sample rates in hertz by their code (RFC 9639, table 15).
  private static let sampleRates = [
    0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000,
  ]
  /// Bits of a sample by their code (RFC 9639, table 17).
  private static let sampleSizes: [Int?] = [nil, 8, 12, nil, 16, 20, 24, 32]

  /// Returns the bytes of the longest frame with this header that is searched for: the uncompressed samples with one
  /// bit more for the difference of channels, an eighth and 128 bytes more for encoders that exceed that, and at most
  /// 1 MiB.
  func maximumFrameLength(bitsPerSample: Int) -> Int {
    let raw = channels * blockSize * ((self.bitsPerSample ?? bitsPerSample) + 1) / 8
    return min(raw + raw / 8 + 128, 1 << 20)
  }

  /// True when `other` is the header of the frame that follows this one.
  func isFollowed(by other: FLACFrameHeader) -> Bool {
    other.isVariable == isVariable && other.channels == channels && other.sampleRate == sampleRate
      && other.number == number + (isVariable ? UInt64(blockSize) : 1)
  }
}
