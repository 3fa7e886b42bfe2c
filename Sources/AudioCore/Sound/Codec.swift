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

  /// What the rest of the program must know of the codec. The raw value is its name in JSON.
  public var properties: CodecProperties {
    switch self {
    case .mp1: .mpegAudio("MP1")
    case .mp2: .mpegAudio("MP2")
    case .mp3: .mpegAudio("MP3")
    case .aac:
      CodecProperties(
        "AAC", .frames(mediaType: "audio/aac"), .libavcodec("aac", headers: .none), givesSoundAtOnce: false,
        silence: .ofLastPacket)
    case .vorbis:
      CodecProperties("Vorbis", .packets(ogg: .vorbis), .libavcodec("vorbis", or: "libvorbis", headers: .laced(3)))
    case .opus: CodecProperties("Opus", .packets(ogg: .opus), .libavcodec("opus", or: "libopus", headers: .first))
    case .flac:
      CodecProperties("FLAC", .packets(ogg: .flac), .libavcodec("flac", headers: .first), isIndependent: true)
    case .alac: CodecProperties("ALAC", .packets(ogg: nil), .libavcodec("alac", headers: .first), isIndependent: true)
    case .speex: CodecProperties("Speex", .packets(ogg: .speex), .libavcodec("libspeex", or: "speex", headers: .first))
    case .pcm: CodecProperties("PCM", .samples, .samples, isIndependent: true)
    }
  }

  /// The usual name, such as `MP3` or `Vorbis`.
  public var displayName: String { properties.name }
}
