import AudioCore

/// FLAC in Ogg (RFC 9639, 10.1): the first packet wraps STREAMINFO; metadata blocks follow, then frames, one per
/// packet.
struct OggFLACMapping: OggMapping {
  let codec = Codec.flac
  let format: AudioFormat
  let setup: CodecSetup?
  let trimming = OggTrimming.none
  private var hasBegun = false

  /// The first bytes of the first packet.
  static let mark = [0x7F] + Array("FLAC".utf8)
  /// Bytes before STREAMINFO: mark, version, number of headers, native mark, block header.
  private static let infoPlace = 17
  private static let commentType: UInt8 = 4
  private static let blockHeadSize = 4

  /// Reads the first packet; nil when it is damaged or of another version. Of STREAMINFO only the sample rate and the
  /// channels count: the sender of a live stream does not know its length.
  init?(_ packet: [UInt8]) {
    guard packet.count >= Self.infoPlace, packet.starts(with: Self.mark), packet[5] == 1,
      packet[9..<13].elementsEqual("fLaC".utf8), packet[13] & 0x7F == 0
    else { return nil }
    guard let info = FLACStreamInfo(packet[Self.infoPlace...]),
      let format = OggStreamKind.format(rate: info.format.sampleRate, channels: info.format.channels)
    else { return nil }
    self.format = format
    setup = .headers([info.bytes])
  }

  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse {
    guard let first = bytes.first else { return .skip }
    if first == 0xFF { return .audio }
    if hasBegun { return .skip }
    return first & 0x7F == Self.commentType ? .comments(behind: Self.blockHeadSize) : .header
  }

  mutating func frames(of packet: [UInt8]) -> Int? {
    var head = ByteQueue(capacity: FLACFrameHeader.maximumSize)
    head.append(packet.prefix(FLACFrameHeader.maximumSize))
    guard case .found(let header) = FLACFrameHeader.read(head, at: 0) else { return nil }
    hasBegun = true
    return header.blockSize
  }
}
