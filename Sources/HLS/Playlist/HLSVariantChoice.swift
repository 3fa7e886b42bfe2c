import AudioCore

/// Chooses among the streams of a master playlist the one to be heard.
public struct HLSVariantChoice: Sendable, Equatable {
  /// A stream that can be played.
  public struct Candidate: Sendable, Equatable {
    /// Address of its media playlist, as the master playlist has it.
    public let uri: String
    /// What it takes over time with all that belongs to it, in bit/s; 0 when it is not said.
    public let bitRate: Int
    /// True when pictures come with the sound.
    public let hasPictures: Bool
    /// What the sound that is fetched takes, in bit/s; nil when it is not said, as where `bitRate` counts pictures beside it.
    public let soundBitRate: Int?

    fileprivate var isLowComplexity = true
  }

  /// What wraps the sound (transport packets, tags) is not what people mean by its bit rate: so much more still fits, in percent.
  private static let allowance = 10

  /// The streams that can be played, the best first: each is for when those before it cannot be had.
  public let candidates: [Candidate]

  /// Chooses from `master` what takes no more than `maximumKilobits` kbit/s, as people call the rate of its sound, or the best sound
  /// when that is nil. When nothing is so small, the smallest goes first.
  ///
  /// Sound alone goes before sound with pictures. Of streams with pictures the smallest with the better coding of sound is taken: the
  /// pictures are not looked at. Throws ``HLSFault`` when there is no sound that can be played.
  public init(_ master: HLSMaster, maximumKilobits: Int? = nil) throws(HLSFault) {
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
      throw HLSFault(reason: "offers nothing but \(name.isEmpty ? "an unnamed codec" : name)")
    }
    let most = maximumKilobits.map { $0 * 1000 + $0 * 10 * Self.allowance } ?? .max
    let fitting = found.filter { $0.bitRate <= most }.sorted(by: Self.isBetter)
    let others = found.filter { $0.bitRate > most }.sorted { $0.bitRate < $1.bitRate }
    var seen: Set<String> = []
    candidates = (fitting + others).filter { seen.insert($0.uri).inserted }
  }

  /// Address of the sound that stands beside `variant`; nil when its own playlist has it.
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
