import AudioCore

/// How one coding is put into Ogg: what its packets are, and how long they sound. Made from the first packet of a
/// logical stream; see ``OggStreamKind``.
protocol OggMapping: Sendable {
  var codec: Codec { get }
  /// As the headers say.
  var format: AudioFormat { get }
  /// What the decoder must be told; nil as long as headers are missing, and no packet can be used.
  var setup: CodecSetup? { get }
  /// What the headers say, for packets that have no length of their own, in bit/s; 0 when they do not.
  var nominalBitRate: Int { get }
  /// Frames at the start of the link that are no sound, whatever its pages say.
  var startTrim: Int { get }
  /// What granule positions are believed to say about the link's ends.
  var trimming: OggTrimming { get }

  /// What is to be done with a packet that begins with `bytes`: at least 255, or all there are.
  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse
  /// A header is over; `bytes` are those of one that was to be kept whole, and empty for others.
  mutating func passedHeader(_ bytes: [UInt8])
  /// Frames that a packet of sound decodes to behind the one before; nil when it is none.
  mutating func frames(of packet: [UInt8]) -> Int?
  /// What came before is missing: the decoder starts anew.
  mutating func reset()
}

/// What to do with a packet.
enum OggPacketUse: Sendable {
  /// It is sound.
  case audio
  /// A header that the decoder needs, of at most so many bytes.
  case keep(atMost: Int)
  /// Comments, behind so many bytes.
  case comments(behind: Int)
  /// A header that nobody needs.
  case header
  /// It is of no use, or cannot be used yet.
  case skip
}

/// What the granule positions of a link's pages cut off.
enum OggTrimming: Sendable {
  /// Nothing.
  case none
  /// The end of the last packet; of the first page what lies before 0 (Vorbis I, A.2).
  case vorbis
  /// The end of the last page, over as many packets as it takes (RFC 7845, 4.4).
  case opus
}
