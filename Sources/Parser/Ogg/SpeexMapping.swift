import AudioCore
import Bytes

/// Speex in Ogg (The Speex Codec Manual, A): a header, comments, perhaps more headers, and packets that all have one
/// length.
struct SpeexMapping: OggMapping {
  let codec = Codec.speex
  let format: AudioFormat
  let setup: CodecSetup?
  let trimming = OggTrimming.vorbis
  private let packetFrames: Int
  private let headers: Int
  private var headersPassed = 0

  /// The first bytes of the first packet.
  static let mark = Array("Speex   ".utf8)
  private static let size = 80
  /// Maximum number of frames of a packet: ten Speex frames of the longest kind, 20 ms at 32 kHz.
  private static let maximumPacketLength = 6400
  private static let maximumHeaders = 16
  /// Longest packet that libspeex accepts, in bytes; ten frames of the longest kind take half of it.
  private static let maximumBytes = 2000

  /// Reads the header; nil when it is damaged.
  init?(_ packet: [UInt8]) {
    guard packet.count >= Self.size, packet.starts(with: Self.mark) else { return nil }
    func word(_ place: Int) -> Int { Int(littleEndianBytes: packet[place..<(place + 4)]) }
    let frameSize = word(56)
    let frames = max(1, word(64))
    guard let format = OggStreamKind.format(rate: word(36), channels: word(48)), format.channels <= 2,
      (1...Self.maximumPacketLength).contains(frameSize), frames <= Self.maximumPacketLength / frameSize,
      word(68) < Self.maximumHeaders
    else { return nil }
    self.format = format
    packetFrames = frameSize * frames
    headers = 2 + word(68)  // this one, comments, and others
    setup = .headers([Array(packet.prefix(Self.size))])
  }

  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse {
    guard headersPassed < headers else { return .audio }
    return headersPassed == 1 ? .comments(behind: 0) : .header
  }

  mutating func passedHeader(_ bytes: [UInt8]) { headersPassed += 1 }

  mutating func frames(of packet: [UInt8]) -> Int? {
    (1...Self.maximumBytes).contains(packet.count) ? packetFrames : nil
  }

  /// Expects no more headers behind a gap: where a stream is joined, headers are not lost one by one.
  mutating func reset() { headersPassed = headers }
}
