import AudioCore

/// The mapping of one coding into Ogg: what its packets are, and how long they play. It is made from the first packet
/// of a logical stream; see ``OggStreamKind``.
protocol OggMapping: Sendable {
  var codec: Codec { get }
  /// Sample rate and channels, as the headers state them.
  var format: AudioFormat { get }
  /// The set-up that the decoder needs; nil while headers are missing, and no packet can be used until then.
  var setup: CodecSetup? { get }
  /// The bit rate that the headers state, in bit/s, for packets without a length; 0 when they state none.
  var nominalBitRate: Int { get }
  /// Frames at the start of the link that are not sound, whatever its pages say.
  var startTrim: Int { get }
  /// How granule positions cut frames off the link's ends.
  var trimming: OggTrimming { get }

  /// Returns the use of a packet that begins with `bytes`: at least 255 bytes, or the whole packet.
  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse
  /// Records the end of a header; `bytes` is the header when it was kept whole, and empty for others.
  mutating func passedHeader(_ bytes: [UInt8])
  /// Returns the frames that an audio packet decodes to when it follows the one before; nil when it is no audio packet.
  mutating func frames(of packet: [UInt8]) -> Int?
  /// Records that data is missing here: the decoder starts from scratch.
  mutating func reset()
}

/// The use of a packet.
enum OggPacketUse: Sendable {
  /// An audio packet.
  case audio
  /// A header that the decoder needs, of at most this many bytes.
  case keep(atMost: Int)
  /// Comments, which begin behind this many bytes.
  case comments(behind: Int)
  /// A header that is not needed.
  case header
  /// A packet that is of no use, or cannot be used yet.
  case skip
}

/// The part of a link that the granule positions of its pages cut off.
enum OggTrimming: Sendable {
  /// Nothing.
  case none
  /// The end of the last packet, and on the first page what lies before 0 (Vorbis I, A.2).
  case vorbis
  /// The end of the last page, over as many packets as it takes (RFC 7845, 4.4).
  case opus
}
