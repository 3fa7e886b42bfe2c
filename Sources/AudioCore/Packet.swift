/// One compressed audio frame, cut out of the stream whole: the unit that is buffered, trimmed and decoded.
public struct Packet: Sendable, Equatable {
  /// How `bytes` are coded.
  public var codec: Codec
  /// The complete frame, header included; never more than 8191 bytes.
  public var bytes: [UInt8]
  /// Rate and channels as the frame's header says. HE-AAC decodes to another format: trust the decoder's blocks.
  public var headerFormat: AudioFormat
  /// PCM frames this packet stands for, at the header's sample rate.
  public var frameCount: Int
  /// Bits a second of this one packet; VBR streams differ from packet to packet.
  public var bitRate: Int
  /// True when what came before is missing or of another kind: the first packet, the first after a resync, a reconnect
  /// or a change of format. The decoder drops its state (bit reservoir, overlap) and starts anew.
  public var isDiscontinuity: Bool

  /// A packet with all its fields.
  public init(
    codec: Codec, bytes: [UInt8], headerFormat: AudioFormat, frameCount: Int, bitRate: Int, isDiscontinuity: Bool
  ) {
    self.codec = codec
    self.bytes = bytes
    self.headerFormat = headerFormat
    self.frameCount = frameCount
    self.bitRate = bitRate
    self.isDiscontinuity = isDiscontinuity
  }

  /// How long the packet sounds.
  public var duration: Duration { headerFormat.duration(ofFrames: frameCount) }
}
