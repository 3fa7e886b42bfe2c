import AudioCore
import Bytes

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
  /// Returns the frames that an audio packet decodes to when it follows the one before; nil when it is not an audio
  /// packet.
  mutating func frames(of packet: [UInt8]) -> Int?
  /// Records that data is missing here: the decoder starts from scratch.
  mutating func reset()
}

extension OggMapping {
  var nominalBitRate: Int { 0 }
  var startTrim: Int { 0 }
  mutating func passedHeader(_ bytes: [UInt8]) {}
  mutating func reset() {}
}
