/// One compressed audio frame, cut out of the stream whole: the unit that is buffered, trimmed and decoded.
public struct Packet: Sendable, Equatable {
  /// How `bytes` are coded.
  public var codec: Codec
  /// The complete frame, header included: never more than 8191 bytes of MPEG audio and AAC, 1 MiB of others.
  public var bytes: [UInt8]
  /// Rate and channels as the frame's header says. HE-AAC decodes to another format: trust the decoder's blocks.
  public var headerFormat: AudioFormat
  /// PCM frames this packet stands for, at the header's sample rate, without those that are trimmed.
  public var frameCount: Int
  /// Bits a second of this one packet; VBR streams differ from packet to packet.
  public var bitRate: Int
  /// True when what came before is missing or of another kind: the first packet, the first after a resync, a reconnect
  /// or a change of format. The decoder drops its state (bit reservoir, overlap) and starts anew.
  public var isDiscontinuity: Bool
  /// True when bytes of this stream before the packet were lost or are no frames, as the parser found: then more may be
  /// damaged, and what decodes to something loud is doubtful. False at a stream's beginning and behind a break that the
  /// container or a new connection announces. Only a packet with ``isDiscontinuity`` has it.
  public var followsDamage: Bool
  /// What the decoder must be told before; the same for all packets up to the next discontinuity. Nil for MPEG audio and AAC.
  public var setup: CodecSetup?
  /// Frames at the beginning of what this packet decodes to that are no sound of the programme (Opus' pre-skip), at the header's rate.
  public var startTrim: Int
  /// Frames at its end that are none: the encoder filled up its last packet with them.
  public var endTrim: Int
  /// True when a checksum proved that `bytes` are what the encoder wrote: the Ogg page's or the FLAC frame's own. What
  /// decodes to a burst of noise is damage otherwise.
  public var isVerified: Bool

  /// A packet with all its fields.
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

  /// Bytes that it takes to hold the packet: its own, and those of the set-up where that may be a new one. Packets up to the next
  /// discontinuity share it.
  public var heldBytes: Int { bytes.count + (isDiscontinuity ? setup?.byteCount ?? 0 : 0) }

  /// How long the packet sounds.
  public var duration: Duration { headerFormat.duration(ofFrames: frameCount) }
}
