import AudioCore
import Parser

/// What kind of stream it is: how it is coded, what wraps it, and whether it comes in segments.
public struct StreamKind: Sendable, Hashable {
  /// What wraps the packets; nil when they follow each other as they are.
  public var container: StreamContainer?
  /// How they are coded.
  public var codec: Codec
  /// True when it comes in segments that a playlist names.
  public var isHLS: Bool

  /// A kind of stream, one that is played or not.
  public init(container: StreamContainer?, codec: Codec, isHLS: Bool = false) {
    self.container = container
    self.codec = codec
    self.isHLS = isHLS
  }

  /// What a listener would call it: `MP3`, `Ogg Opus`, `native FLAC`, `HLS, MPEG-TS, AAC`.
  public var name: String { isHLS ? "HLS, \(wrapped)" : wrapped }

  private var wrapped: String {
    let codec = codec.displayName
    return switch container {
    case nil: codec
    case .ogg?: "Ogg \(codec)"
    case .flac?: "native \(codec)"
    case .wave?: self.codec == .pcm ? "WAV" : "WAV, \(codec)"
    case .aiff?: self.codec == .pcm ? "AIFF" : "AIFF, \(codec)"
    case .transportStream?: "MPEG-TS, \(codec)"
    case .mp4?: "MP4, \(codec)"
    }
  }
}
