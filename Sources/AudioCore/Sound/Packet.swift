/// One complete compressed audio frame from the stream: the unit that is buffered, trimmed and decoded.
public struct Packet: Sendable, Equatable {
  /// The codec of `bytes`.
  public var codec: Codec
  /// The complete frame, including its header: at most 8191 bytes of MPEG audio and AAC, 1 MiB of other codecs.
  public var bytes: [UInt8]
  /// Sample rate and channels that the frame's header states. HE-AAC decodes to another format, so rely on the format
  /// of the decoded blocks.
  public var headerFormat: AudioFormat
  /// PCM frames that this packet contributes, at the header's sample rate, not counting the trimmed ones.
  public var frameCount: Int
  /// Bit rate of this packet in bits per second. In a VBR stream it differs from packet to packet.
  public var bitRate: Int
  /// True when the preceding data is missing or of another kind: for the first packet, and for the first packet after a
  /// resync, a reconnect or a change of format. The decoder discards its state (bit reservoir, overlap) and starts
  /// again.
  public var isDiscontinuity: Bool
  /// True when the parser found that bytes before this packet were lost or are not frames. More data may be damaged
  /// then, so loud decoded sound is doubtful. False at the beginning of a stream and after a break that the container
  /// or a new connection announces. Only a packet with ``isDiscontinuity`` has it.
  public var followsDamage: Bool
  /// The information that the decoder needs first; the same for all packets up to the next discontinuity. Nil for MPEG
  /// audio and AAC.
  public var setup: CodecSetup?
  /// Decoded frames to drop at the beginning of this packet because they are not part of the programme (such as Opus'
  /// pre-skip), at the header's sample rate.
  public var startTrim: Int
  /// Decoded frames to drop at the end of this packet: the encoder used them to fill its last packet.
  public var endTrim: Int
  /// True when a checksum (of the Ogg page or the FLAC frame) proves that `bytes` are what the encoder wrote. Without
  /// it, a decoded burst of noise counts as damage.
  public var isVerified: Bool

  /// Creates a packet from all its fields.
  public init(
    codec: Codec, bytes: [UInt8], headerFormat: AudioFormat, frameCount: Int, bitRate: Int, isDiscontinuity: Bool,
    followsDamage: Bool = false, setup: CodecSetup? = nil, startTrim: Int = 0, endTrim: Int = 0,
    isVerified: Bool = false
  ) {
    self.codec = codec
    self.bytes = bytes
    self.headerFormat = headerFormat
    self.frameCount = frameCount
    self.bitRate = bitRate
    self.isDiscontinuity = isDiscontinuity
    self.followsDamage = followsDamage
    self.setup = setup
    self.startTrim = startTrim
    self.endTrim = endTrim
    self.isVerified = isVerified
  }

  /// Memory that the packet takes in bytes: its own bytes, plus those of the setup when the setup may be new. All
  /// packets up to the next discontinuity share one setup.
  public var heldBytes: Int { bytes.count + (isDiscontinuity ? setup?.byteCount ?? 0 : 0) }

  /// The duration of the packet.
  public var duration: Duration { headerFormat.duration(ofFrames: frameCount) }
}
