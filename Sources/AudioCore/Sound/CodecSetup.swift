/// The information that a decoder needs before its first packet, where the packets do not contain it. Packets share one
/// copy, so copying a setup costs nothing.
public enum CodecSetup: Sendable, Hashable {
  /// The complete header packets of the stream in their order. Vorbis has three (identification, comment, set-up:
  /// Vorbis I, 4.2), Opus one or two (RFC 7845, 5), Speex one or two, FLAC one (the 34 bytes of its STREAMINFO block:
  /// RFC 9639, 8.2), ALAC one (the `alac` box of its sample description, in the form that libavcodec takes).
  case headers([[UInt8]])
  /// The coding of uncompressed samples.
  case samples(SampleCoding)

  /// Total size of the headers in bytes.
  public var byteCount: Int {
    switch self {
    case .headers(let headers): headers.reduce(0) { $0 + $1.count }
    case .samples: 0
    }
  }
}
