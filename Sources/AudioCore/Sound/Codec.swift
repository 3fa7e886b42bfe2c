/// The codec of an audio stream, as its bytes show.
public enum Codec: String, Sendable, Hashable, CaseIterable {
  /// MPEG-1/2 audio layer I.
  case mp1
  /// MPEG-1/2 audio layer II.
  case mp2
  /// MPEG-1/2/2.5 audio layer III.
  case mp3
  /// AAC in ADTS frames (AAC-LC, HE-AAC, HE-AACv2; only decoding distinguishes them).
  case aac
  /// Vorbis, in Ogg.
  case vorbis
  /// Opus, in Ogg or MP4.
  case opus
  /// FLAC: native, in Ogg or MP4.
  case flac
  /// Apple Lossless, in MP4.
  case alac
  /// Speex, in Ogg.
  case speex
  /// Samples without further coding, in WAV and AIFF: linear, floating point, A-law or µ-law.
  case pcm

  /// The usual name, such as `MP3` or `Vorbis`.
  public var displayName: String {
    switch self {
    case .mp1, .mp2, .mp3, .aac, .flac, .alac, .pcm: rawValue.uppercased()
    case .vorbis, .opus, .speex: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}
