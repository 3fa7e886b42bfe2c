import AudioCore
import Parser

/// The table of the formats that are played, and of those that are recognized by name but not played. `probe`, the list
/// of decoders for the remotes and the table in docs/formats.md use it.
public enum KnownFormats {
  /// One kind of stream that is played.
  public struct Played: Sendable, Hashable {
    /// The kind of stream.
    public let kind: StreamKind
    /// The suffixes of file names, without a dot; empty for streams in segments.
    public let suffixes: [String]
    /// The media types that servers use; empty for streams in segments.
    public let mediaTypes: [String]

    fileprivate init(
      _ container: StreamContainer?, _ codec: Codec, suffixes: [String], types: [String], isHLS: Bool = false
    ) {
      kind = StreamKind(container: container, codec: codec, isHLS: isHLS)
      self.suffixes = suffixes
      mediaTypes = types
    }
  }

  /// All formats that are played.
  public static let played: [Played] = direct + segmented

  /// The names of formats that are recognized from their first bytes but not played, as they appear in an error such as
  /// "is RealAudio, which is not supported".
  public static var refused: [String] { Sniffer.unsupportedKinds }

  private static let direct: [Played] = [
    Played(nil, .mp1, suffixes: ["mp1"], types: ["audio/mpeg"]),
    Played(nil, .mp2, suffixes: ["mp2"], types: ["audio/mpeg"]),
    Played(nil, .mp3, suffixes: ["mp3"], types: ["audio/mpeg"]),
    Played(nil, .aac, suffixes: ["aac"], types: ["audio/aac", "audio/aacp"]),
    Played(.ogg, .vorbis, suffixes: ["ogg", "oga"], types: oggTypes),
    Played(.ogg, .opus, suffixes: ["opus", "ogg", "oga"], types: oggTypes + ["audio/opus"]),
    Played(.ogg, .flac, suffixes: ["oga", "ogg"], types: oggTypes),
    Played(.ogg, .speex, suffixes: ["spx", "ogg", "oga"], types: oggTypes + ["audio/speex"]),
    Played(.flac, .flac, suffixes: ["flac"], types: ["audio/flac", "audio/x-flac"]),
    Played(.wave, .pcm, suffixes: ["wav"], types: ["audio/wav", "audio/x-wav"]),
    Played(.wave, .mp3, suffixes: ["wav"], types: ["audio/wav", "audio/x-wav"]),
    Played(.wave, .mp2, suffixes: ["wav"], types: ["audio/wav", "audio/x-wav"]),
    Played(.aiff, .pcm, suffixes: ["aiff", "aif", "aifc"], types: ["audio/aiff", "audio/x-aiff"]),
    Played(.transportStream, .aac, suffixes: ["ts"], types: ["video/mp2t"]),
    Played(.transportStream, .mp3, suffixes: ["ts"], types: ["video/mp2t"]),
    Played(.transportStream, .mp2, suffixes: ["ts"], types: ["video/mp2t"]),
    Played(.mp4, .aac, suffixes: ["mp4", "m4a", "m4b"], types: mp4Types),
    Played(.mp4, .mp3, suffixes: ["mp4"], types: mp4Types),
    Played(.mp4, .opus, suffixes: ["mp4"], types: mp4Types),
    Played(.mp4, .flac, suffixes: ["mp4"], types: mp4Types),
    Played(.mp4, .alac, suffixes: ["m4a", "mp4"], types: mp4Types),
  ]

  private static let segmented: [Played] = [
    segments(nil, .aac), segments(nil, .mp3), segments(.transportStream, .aac), segments(.transportStream, .mp3),
    segments(.transportStream, .mp2), segments(.mp4, .aac), segments(.mp4, .opus), segments(.mp4, .flac),
  ]

  private static func segments(_ container: StreamContainer?, _ codec: Codec) -> Played {
    Played(container, codec, suffixes: [], types: [], isHLS: true)
  }

  private static let mp4Types = ["audio/mp4", "audio/x-m4a"]
  private static let oggTypes = ["audio/ogg", "application/ogg"]
}
