import AudioCore
import Bytes

/// Opus in Ogg (RFC 7845): always 48 kHz, with frames before the beginning (pre-skip) that must be left out.
struct OpusMapping: OggMapping {
  let codec = Codec.opus
  let format: AudioFormat
  let setup: CodecSetup?
  let startTrim: Int
  let trimming = OggTrimming.opus
  private var isBehindTags = false

  /// The first bytes of the first packet.
  static let mark = Array("OpusHead".utf8)
  private static let tagsMark = Array("OpusTags".utf8)
  private static let plainSize = 19
  private static let maximumPacketLength = 5760  // frames: 120 ms

  /// Reads the identification header (RFC 7845, 5.1); nil when it is damaged, of a later version, or of a channel
  /// mapping that is not for loudspeakers.
  init?(_ packet: [UInt8]) {
    guard packet.count >= Self.plainSize, packet.starts(with: Self.mark), packet[8] & 0xF0 == 0 else { return nil }
    let channels = Int(packet[9])
    let family = packet[18]
    guard let format = OggStreamKind.format(rate: 48000, channels: channels) else { return nil }
    switch family {
    case 0: guard channels <= 2 else { return nil }
    case 1, 255:
      guard packet.count >= Self.plainSize + 2 + channels else { return nil }
      let streams = Int(packet[19])
      let coded = streams + Int(packet[20])
      guard streams > 0, packet[20] <= packet[19], coded <= 255,
        packet[21..<(21 + channels)].allSatisfy({ $0 == 255 || $0 < coded })
      else { return nil }
    default: return nil
    }
    self.format = format
    startTrim = Int(littleEndianBytes: packet[10..<12])
    setup = .headers([Array(packet.prefix(family == 0 ? Self.plainSize : Self.plainSize + 2 + channels))])
  }

  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse {
    if isBehindTags { return .audio }
    if bytes.starts(with: Self.tagsMark) { return .comments(behind: Self.tagsMark.count) }
    return bytes.starts(with: Self.mark) ? .header : .audio
  }

  mutating func frames(of packet: [UInt8]) -> Int? {
    isBehindTags = true
    return Self.frames(of: packet)
  }

  /// Returns the frames of a packet at 48 kHz, by the frame size in its first byte and the number of its frames (RFC
  /// 6716, 3.1 and 3.2); nil when there are none, or more than 120 ms.
  static func frames(of packet: [UInt8]) -> Int? {
    guard let first = packet.first else { return nil }
    let size =
      switch first >> 3 {
      case 0..<12: [480, 960, 1920, 2880][Int(first >> 3) & 3]
      case 12..<16: [480, 960][Int(first >> 3) & 1]
      default: 120 << (Int(first >> 3) & 3)
      }
    let count: Int
    switch first & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard packet.count > 1 else { return nil }
      count = Int(packet[1] & 0x3F)
    }
    return (1...maximumPacketLength).contains(size * count) ? size * count : nil
  }
}
