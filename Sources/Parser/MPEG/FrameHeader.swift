import AudioCore

/// The header of a frame of either kind, MPEG audio or ADTS.
enum FrameHeader {
  case mpeg(MPEGAudioHeader)
  case adts(ADTSHeader)

  /// Reads the header at `offset`.
  static func read(_ queue: ByteQueue, at offset: Int) -> Reading<FrameHeader> {
    let inHand = queue.count - offset
    if inHand > 0, queue[offset] != 0xFF { return .none }
    if inHand > 1, queue[offset + 1] & 0xE0 != 0xE0 { return .none }
    guard inHand >= MPEGAudioHeader.size else { return .needMore(offset + MPEGAudioHeader.size) }
    let word = queue.word(at: offset)
    if let header = MPEGAudioHeader(word: word) { return .found(.mpeg(header)) }
    guard word & 0xFFF6_0000 == 0xFFF0_0000 else { return .none }
    guard inHand >= ADTSHeader.size else { return .needMore(offset + ADTSHeader.size) }
    let rest = (queue[offset + 4], queue[offset + 5], queue[offset + 6])
    return ADTSHeader(word: word, rest: rest).map(FrameHeader.adts).reading
  }

  /// The fields that frames of one stream have in common; they differ between the two kinds.
  var signature: UInt32 {
    switch self {
    case .mpeg(let header): header.signature
    case .adts(let header): header.signature
    }
  }

  /// True for layer I of MPEG audio.
  var isLayerI: Bool { if case .mpeg(let header) = self { header.layer == 1 } else { false } }

  /// False when the frames are of layer I or II and differ in bit rate, which is the case in hardly any stream.
  func hasRate(of other: FrameHeader) -> Bool {
    guard case .mpeg(let header) = self, case .mpeg(let second) = other, header.layer < 3 else { return true }
    return header.bitRate == second.bitRate
  }

  /// Bytes of the frame; nil in free format while `freeFormatSize`, the length without padding, is not known.
  func length(freeFormatSize: Int?) -> Int? {
    switch self {
    case .mpeg(let header): header.length ?? freeFormatSize.map { $0 + header.padding }
    case .adts(let header): header.length
    }
  }

  /// Makes the packet of `bytes`, a whole frame with this header.
  func packet(_ bytes: [UInt8], isDiscontinuity: Bool, followsDamage: Bool = false) -> Packet {
    switch self {
    case .mpeg(let header):
      let bitRate = header.bitRate ?? bytes.count * 8 * header.sampleRate / header.frameCount
      return Packet(
        codec: header.layer == 3 ? .mp3 : (header.layer == 2 ? .mp2 : .mp1), bytes: bytes,
        headerFormat: AudioFormat(sampleRate: header.sampleRate, channels: header.isMono ? 1 : 2),
        frameCount: header.frameCount, bitRate: bitRate, isDiscontinuity: isDiscontinuity,
        followsDamage: followsDamage)
    case .adts(let header):
      return Packet(
        codec: .aac, bytes: bytes,
        headerFormat: AudioFormat(sampleRate: header.sampleRate, channels: header.channels),
        frameCount: header.frameCount, bitRate: bytes.count * 8 * header.sampleRate / header.frameCount,
        isDiscontinuity: isDiscontinuity, followsDamage: followsDamage)
    }
  }
}
