/// The properties of a codec that do not depend on a packet.
public struct CodecProperties: Sendable, Equatable {
  /// The form of a codec's packets, which decides how a stream for others carries them.
  public enum Framing: Sendable, Equatable {
    /// Frames with headers: sent as they are, one behind the other, under this media type.
    case frames(mediaType: String)
    /// Packets that only a container separates, and how Ogg holds them; nil when nothing can send them.
    case packets(ogg: OggCoding?)
    /// Samples, sent as WAV.
    case samples
  }

  /// The codecs that can be written into Ogg, each with the specification of its packets there.
  public enum OggCoding: Sendable, Equatable {
    /// Vorbis I, A.
    case vorbis
    /// RFC 7845.
    case opus
    /// RFC 9639, 10.1.
    case flac
    /// The Speex Codec Manual, A.
    case speex
  }

  /// The decoder of a codec.
  public enum Decoder: Sendable, Equatable {
    /// libmpg123.
    case mpg123
    /// libavcodec: the names of its best decoder and of another one, and the headers that they take.
    case libavcodec(String, or: String? = nil, headers: Headers)
    /// None: samples are only converted.
    case samples
  }

  /// The headers of ``CodecSetup`` that a decoder takes.
  public enum Headers: Sendable, Equatable {
    /// None.
    case none
    /// The first.
    case first
    /// All, joined with Xiph's lacing; there must be this many.
    case laced(Int)
  }

  /// The length and format of the silence for a packet that cannot be decoded.
  public enum Silence: Sendable, Equatable {
    /// As the packet states.
    case ofPacket
    /// Those of the last packet that was decoded, because packets do not state the decoded sample rate. Without such a
    /// packet there is no silence.
    case ofLastPacket
  }

  /// The usual name, such as `MP3` or `Vorbis`.
  public let name: String
  /// The form of the packets.
  public let framing: Framing
  /// What decodes the packets.
  public let decoder: Decoder
  /// False when the decoder may take a packet and give sound for it later; when true, nothing means an unreadable
  /// packet.
  public let givesSoundAtOnce: Bool
  /// What replaces a packet that cannot be decoded.
  public let silence: Silence

  /// Creates properties from all fields.
  init(
    _ name: String, _ framing: Framing, _ decoder: Decoder, givesSoundAtOnce: Bool = true, silence: Silence = .ofPacket,
    isIndependent: Bool = false
  ) {
    self.name = name
    self.framing = framing
    self.decoder = decoder
    self.givesSoundAtOnce = givesSoundAtOnce
    self.silence = silence
    self.isIndependent = isIndependent
  }

  /// The properties of a layer of MPEG audio.
  static func mpegAudio(_ name: String) -> CodecProperties {
    CodecProperties(name, .frames(mediaType: "audio/mpeg"), .mpg123, givesSoundAtOnce: false)
  }

  /// True when a packet is decoded without those before it: its decoder has no memory.
  public let isIndependent: Bool

  /// The media type of frames that are sent as they are; nil for codecs that need a container.
  public var mediaType: String? { if case .frames(let type) = framing { type } else { nil } }
}
