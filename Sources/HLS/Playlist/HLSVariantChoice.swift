import Bytes

/// Chooses the stream to play among the streams of a master playlist.
public struct HLSVariantChoice: Sendable, Equatable {
  /// A stream that can be played.
  public struct Candidate: Sendable, Equatable {
    /// The address of its media playlist, as the master playlist has it.
    public let uri: String
    /// The mean bit rate, or the peak when the mean is unknown, all renditions included, in bit/s; 0 when both are
    /// unknown.
    public let bitRate: Int
    /// True when pictures come with the audio.
    public let hasPictures: Bool
    /// The bit rate of the stream that is fetched, in bit/s, pictures in the same stream included. Nil when unknown:
    /// also when the audio has a separate playlist and `bitRate` counts pictures beside it.
    public let soundBitRate: Int?

    fileprivate var isLowComplexity = true
  }

  /// How much a bit rate may exceed the limit, in percent. The usual bit rate of a station does not count the container
  /// of the audio (transport packets, tags).
  private static let allowance = 10

  /// The streams that can be played, the best first. Each one is an alternative when those before it fail.
  public let candidates: [Candidate]

  /// Chooses from `master`. With `maximumKilobits`, the nominal bit rate of the audio in kbit/s, it prefers streams
  /// within that limit; when no stream is within it, the smallest comes first. With nil, it prefers the best audio.
  ///
  /// Audio without pictures comes before audio with pictures. Among streams with pictures, the smallest one with the
  /// better audio codec comes first, because the pictures are not shown. Throws ``HLSError`` when no stream has audio
  /// that can be played.
  public init(_ master: HLSMaster, maximumKilobits: Int? = nil) throws(HLSError) {
    var found: [Candidate] = []
    var unplayable: String?
    for variant in master.variants {
      let codecs = variant.codecs.map(HLSCodec.init)
      let isPlayable = codecs.isEmpty || codecs.contains(.sound) || codecs.contains(.smallSound)
      guard isPlayable else {
        unplayable = unplayable ?? variant.codecs.first { HLSCodec($0) == .otherSound } ?? variant.codecs.first
        continue
      }
      let beside = Self.rendition(of: variant, in: master)
      let hasPictures = variant.hasPictureSize || codecs.contains(.picture)
      found.append(
        Candidate(
          uri: beside ?? variant.uri, bitRate: variant.bitRate, hasPictures: beside == nil && hasPictures,
          soundBitRate: variant.bitRate == 0 || beside != nil && hasPictures ? nil : variant.bitRate,
          isLowComplexity: codecs.isEmpty || codecs.contains(.sound)))
    }
    guard !found.isEmpty else {
      let name = CleanText.singleLine(unplayable ?? "", limit: 40)
      throw HLSError(reason: "offers nothing but \(name.isEmpty ? "an unnamed codec" : name)")
    }
    let maximum = maximumKilobits.map { $0 * 1000 + $0 * 10 * Self.allowance } ?? .max
    let fitting = found.filter { $0.bitRate <= maximum }.sorted(by: Self.isBetter)
    let others = found.filter { $0.bitRate > maximum }.sorted { $0.bitRate < $1.bitRate }
    var seen: Set<String> = []
    candidates = (fitting + others).filter { seen.insert($0.uri).inserted }
  }

  /// Returns the address of the separate audio of `variant`; nil when the variant's own playlist has the audio.
  private static func rendition(of variant: HLSVariant, in master: HLSMaster) -> String? {
    guard let group = variant.audioGroup else { return nil }
    let choices = master.renditions.filter { $0.group == group }
    let chosen = choices.first(where: \.isDefault) ?? choices.first(where: \.isAutomatic) ?? choices.first
    return chosen?.uri
  }

  private static func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
    if one.hasPictures != other.hasPictures { return other.hasPictures }
    guard one.hasPictures else { return one.bitRate > other.bitRate }
    if one.isLowComplexity != other.isLowComplexity { return one.isLowComplexity }
    return one.bitRate < other.bitRate
  }
}

/// The kind of a codec name in `CODECS` (RFC 6381).
enum HLSCodec: Equatable {
  /// Audio that can be played.
  case sound
  /// Audio that can be played, in a codec for low bit rates: HE-AAC.
  case smallSound
  /// Audio that cannot be played.
  case otherSound
  /// Pictures.
  case picture
  /// Subtitles, or an unknown codec.
  case other

  /// The kind of the codec `name`.
  init(_ name: String) {
    let name = name.lowercased()
    switch name.prefix(4) {
    case "mp4a":
      switch name.dropFirst(5) {
      case "40.5", "40.29": self = .smallSound
      // AAC by its object types 1 to 4, MPEG-2 AAC, and MP3 by its object type and its two codes.
      case "", "40", "40.1", "40.2", "40.02", "40.3", "40.4", "40.34", "66", "67", "68", "69", "6b": self = .sound
      default: self = .otherSound
      }
    case "mp3", ".mp3", "opus", "flac": self = .sound
    case "ac-3", "ec-3", "ac-4", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "alac", "mha1", "mhm1", "vorb":
      self = .otherSound
    case "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "vp08", "vp09", "av01", "mp4v",
      "vvc1":
      self = .picture
    default: self = .other
    }
  }
}
