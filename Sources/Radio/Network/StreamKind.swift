public import AudioCore
public import Parser

/// The kind of a stream: its codec, its container, and whether it consists of segments.
public struct StreamKind: Sendable, Hashable {
  /// The container of the packets; nil when they follow each other without one.
  public var container: StreamContainer?
  /// The codec of the packets.
  public var codec: Codec
  /// True when the stream consists of segments that a playlist names.
  public var isHLS: Bool

  /// Makes a kind of stream, whether it can be played or not.
  public init(container: StreamContainer?, codec: Codec, isHLS: Bool = false) {
    self.container = container
    self.codec = codec
    self.isHLS = isHLS
  }

  /// The name for listeners: `MP3`, `Ogg Opus`, `native FLAC`, `HLS, MPEG-TS, AAC`.
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
