/// What a decoder must be told before its first packet, where the packets themselves do not say it. Packets share it: a copy costs
/// nothing.
public enum CodecSetup: Sendable, Hashable {
  /// The header packets of the stream, in their order and whole: Vorbis has three (identification, comment, set-up:
  /// Vorbis I, 4.2), Opus one or two (RFC 7845, 5), Speex one or two, FLAC one (the 34 bytes of its STREAMINFO block:
  /// RFC 9639, 8.2), ALAC one (the `alac` box of its sample description, as libavcodec takes it).
  case headers([[UInt8]])
  /// How samples are written.
  case samples(SampleCoding)

  /// Bytes of the headers.
  public var byteCount: Int {
    switch self {
    case .headers(let headers): headers.reduce(0) { $0 + $1.count }
    case .samples: 0
    }
  }
}
