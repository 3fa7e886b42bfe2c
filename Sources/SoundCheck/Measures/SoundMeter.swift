public import AudioCore
import Loudness
import Spectrum

/// Measures sound in one pass: what a list of expectations is about, or everything. Memory does not grow with the
/// length, except for fingerprints, which are bounded. For one thread.
public final class SoundMeter {
  /// The expectations.
  public let list: ExpectationList
  /// The format of the sound; nil before the first block.
  public private(set) var format: AudioFormat?
  /// The number of frames.
  public private(set) var frames = 0
  /// The number of samples of all channels.
  public var sampleCount: Int { frames * (format?.channels ?? 0) }

  /// True when everything is measured, because nothing is expected.
  let measuresAll: Bool

  private let takesFingerprint: Bool
  private var parts: Parts?

  /// The measurements of sound in one format.
  struct Parts {
    var statistics: SampleStatistics
    var silence: SilenceTracker
    var loudness: LoudnessMeter?
    var relation: ChannelRelation?
    var tones: [ToneTracker] = []
    var bands: [BandMeter] = []
    var comparisons: [FingerprintMeter] = []
    var fingerprint: FingerprintMeter?
    /// The samples of one channel.
    var planar: [Float] = []
  }

  /// Creates a meter for `list`; without expectations it measures everything. With `takesFingerprint`, also the
  /// fingerprint of the sound is measured.
  public init(_ list: ExpectationList, takesFingerprint: Bool = false) {
    self.list = list
    self.takesFingerprint = takesFingerprint
    measuresAll = list.items.isEmpty && !takesFingerprint
  }

  /// Takes the next block, whose samples are finite. Throws ``OptionError`` when an expectation does not fit the format,
  /// and `CheckError.formatChanges`.
  public func feed(_ block: PCMBlock, source: String) throws {
    guard block.frameCount > 0 else { return }
    if let format, format.sampleRate != block.format.sampleRate || format.channels != block.format.channels {
      let time = NumberText.plain(Double(frames) / Double(format.sampleRate), decimals: 3)
      throw CheckError.formatChanges(
        source: source, from: format.displayName, to: block.format.displayName, time: time)
    }
    if format == nil {
      parts = try makeParts(block.format)
      format = block.format
    }
    frames += block.frameCount
    block.samples.withUnsafeBufferPointer { measure($0, channels: block.format.channels) }
  }

  private func makeParts(_ format: AudioFormat) throws(OptionError) -> Parts {
    if let channel = list.channel, channel > format.channels {
      throw OptionError("\(option: .channel) \(channel): the sound has \(format.channels) of them")
    }
    let measured = list.channel == nil ? format : AudioFormat(sampleRate: format.sampleRate, channels: 1)
    var parts = Parts(
      statistics: SampleStatistics(channels: measured.channels),
      silence: SilenceTracker(rate: format.sampleRate, channels: measured.channels, level: list.silenceLevel))
    let quantities = Set(list.items.map(\.quantity))
    func measures(_ named: Quantity...) -> Bool { measuresAll || !quantities.isDisjoint(with: named) }
    if measures(.lufs, .lufsRange, .truePeak) {
      parts.loudness = LoudnessMeter(format: measured, measuresTruePeak: measures(.truePeak))
    }
    if measures(.phase, .isMono), format.channels > 1 { parts.relation = ChannelRelation(channels: format.channels) }
    let target = expectedTone
    if measuresAll || target != nil {
      parts.tones = (0..<measured.channels).map { _ in ToneTracker(rate: format.sampleRate, target: target) }
    }
    for case .band(let low, let high, _) in list.items {
      guard high <= Double(format.sampleRate) / 2 else {
        let half = NumberText.plain(Double(format.sampleRate) / 2, decimals: 1)
        throw OptionError(
          "\(option: Quantity.band.option): the band ends above \(half) Hz, which is half of the sample rate")
      }
      parts.bands.append(try BandMeter(format: measured, low: low, high: high))
    }
    for case .reference(_, let reference, _) in list.items {
      parts.comparisons.append(try FingerprintMeter(format: measured, reference: reference))
    }
    if takesFingerprint { parts.fingerprint = try FingerprintMeter(format: measured, reference: nil) }
    return parts
  }

  private var expectedTone: ToneTracker.Target? {
    for case .number(.tone, .around(let frequency, let tolerance)) in list.items {
      return ToneTracker.Target(frequency: frequency, tolerance: tolerance)
    }
    return nil
  }

  private func measure(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    guard var parts = parts.take() else { return }
    defer { self.parts = parts }
    parts.relation?.feed(samples)
    if let channel = list.channel {
      parts.separate(channel - 1, of: samples, channels: channels)
      let planar = parts.planar
      planar.withUnsafeBufferPointer { parts.measure($0, channels: 1) }
    } else {
      parts.measure(samples, channels: channels)
    }
  }

  /// Ends the measurement.
  func finished() -> Parts? {
    parts?.silence.finish()
    for tone in parts?.tones ?? [] { tone.finish() }
    for band in parts?.bands ?? [] { band.finish() }
    for comparison in parts?.comparisons ?? [] { comparison.finish() }
    return parts
  }

  /// Ends the measurement and returns the fingerprint; nil when none was requested or there was no sound. Throws
  /// `CheckError.tooLong`.
  public func fingerprint(of source: String) throws(CheckError) -> Fingerprint? {
    guard let meter = parts?.fingerprint else { return nil }
    meter.finish()
    guard !meter.isTooLong else { throw .tooLong(source: source) }
    return meter.fingerprint
  }
}

extension SoundMeter.Parts {
  /// Measures interleaved samples of the channels that count.
  fileprivate mutating func measure(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    statistics.add(samples)
    silence.feed(samples)
    loudness?.add(samples)
    for band in bands { band.feed(samples) }
    for comparison in comparisons { comparison.feed(samples) }
    fingerprint?.feed(samples)
    guard !tones.isEmpty else { return }
    guard channels > 1 else { return tones[0].feed(samples) }
    for (channel, tone) in tones.enumerated() {
      separate(channel, of: samples, channels: channels)
      planar.withUnsafeBufferPointer(tone.feed)
    }
  }

  /// Writes the samples of one channel to `planar`.
  fileprivate mutating func separate(_ channel: Int, of samples: UnsafeBufferPointer<Float>, channels: Int) {
    let count = samples.count / channels
    if planar.count != count { planar = [Float](repeating: 0, count: count) }
    planar.withUnsafeMutableBufferPointer { planar in
      guard let from = samples.baseAddress, let to = planar.baseAddress else { return }
      for frame in 0..<count { to[frame] = from[frame &* channels &+ channel] }
    }
  }
}

extension OptionName {
  /// The only channel that is measured.
  public static let channel = OptionName("channel")
  /// The level below which sound is silence.
  public static let silenceLevel = OptionName("silence-level")
  /// The tolerance of stored measurements.
  public static let within = OptionName("within")
  /// The level below which differences do not count.
  public static let skipBelow = OptionName("skip-below")
  /// The limit of what is measured.
  public static let checkedTime = OptionName("for")
}
