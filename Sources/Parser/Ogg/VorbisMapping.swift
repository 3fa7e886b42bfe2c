import AudioCore
import Bytes

/// Vorbis in Ogg (Vorbis I, 4.2 and A): three headers, and packets whose length is that of two overlapping blocks.
///
/// The comment header is not kept. Decoders get an empty one instead, since they do not read it.
struct VorbisMapping: OggMapping {
  let codec = Codec.vorbis
  let format: AudioFormat
  let nominalBitRate: Int
  let trimming = OggTrimming.vorbis
  private(set) var setup: CodecSetup?

  private let identification: [UInt8]
  /// Frames of a short and of a long block.
  private let blockSizes: [Int]
  /// True for each mode whose blocks are long.
  private var modes: [Bool] = []
  /// Frames of the previous block; nil when there is none to overlap with.
  private var previous: Int?

  private static let identificationSize = 30
  /// Longest set-up header that is kept, in bytes: encoders make 3000 to 8000.
  private static let maximumSetupLength = 256 << 10
  /// A comment header: `\3vorbis`, an empty vendor name, no comments, and the framing bit at the end.
  private static let emptyComment: [UInt8] = Self.mark(3) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

  /// The first bytes of a header of this type.
  static func mark(_ type: UInt8) -> [UInt8] { [type] + Array("vorbis".utf8) }

  /// Reads the identification header (Vorbis I, 4.2.2); nil when it is damaged, of an unknown version, or of a format
  /// that is not accepted.
  init?(_ packet: [UInt8]) {
    guard packet.count >= Self.identificationSize, packet.starts(with: Self.mark(1)) else { return nil }
    func word(_ place: Int) -> UInt32 { UInt32(littleEndianBytes: packet[place..<(place + 4)]) }
    let exponents = [packet[28] & 15, packet[28] >> 4]
    guard word(7) == 0, packet[29] & 1 == 1, exponents[0] <= exponents[1],
      exponents.allSatisfy({ (6...13).contains($0) }),
      let format = OggStreamKind.format(rate: Int(word(12)), channels: Int(packet[11]))
    else { return nil }
    self.format = format
    nominalBitRate = max(0, Int(Int32(bitPattern: word(20))))
    blockSizes = exponents.map { 1 << Int($0) }
    identification = Array(packet.prefix(Self.identificationSize))
  }

  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse {
    guard let first = bytes.first else { return .skip }
    if first & 1 == 0 { return setup == nil ? .skip : .audio }
    guard setup == nil else { return .skip }
    if bytes.starts(with: Self.mark(3)) { return .comments(behind: 7) }
    return bytes.starts(with: Self.mark(5)) ? .keep(atMost: Self.maximumSetupLength) : .header
  }

  mutating func passedHeader(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, VorbisCodebooks.areReasonable(bytes), let modes = VorbisModes.read(bytes) else {
      return
    }
    self.modes = modes
    setup = .headers([identification, Self.emptyComment, bytes])
  }

  /// Returns the frames between the centres of the previous block and this one, whose halves overlap (Vorbis I, 1.3.2);
  /// the first block gives none.
  mutating func frames(of packet: [UInt8]) -> Int? {
    guard let first = packet.first, first & 1 == 0 else { return nil }
    let bits = UInt8.bitWidth - UInt8(modes.count - 1).leadingZeroBitCount
    let mode = Int(first >> 1) & (1 << bits - 1)
    guard mode < modes.count else { return nil }
    let size = blockSizes[modes[mode] ? 1 : 0]
    defer { previous = size }
    return previous.map { ($0 + size) / 4 } ?? 0
  }

  mutating func reset() { previous = nil }
}
