import AudioCore
import Glibc
import Loudness
import Spectrum

/// What sound is as a whole: its length, peak, samples at full scale and mean, and its loudness if requested. Memory does
/// not grow with the length of the sound.
///
/// The sound may change its format. Peak, full scale and mean are those of all sound, channel by channel; loudness
/// starts from zero with each format.
struct SoundTotals {
  private let measuresLoudness: Bool
  private var format: AudioFormat?
  private var statistics = SampleStatistics(channels: 1, measuresSquares: false)
  private var meter: LoudnessMeter?
  /// The measures of the formats before the present one, added up.
  private var before = SpectrumEnd(frames: 0, reason: "", code: .end)
  /// For each channel: the sum of its samples and their number, in the formats before the present one.
  private var sums: [(sum: Double, count: Int)] = []
  /// The greatest magnitude in the formats before the present one.
  private var peakBefore: Float = -1

  /// Samples of the source that were NaN or infinite.
  var invalidSamples = 0

  /// Measures of no sound.
  init(measuresLoudness: Bool) { self.measuresLoudness = measuresLoudness }

  /// Begins sound of `format`, which must have a rate and channels.
  mutating func begin(_ format: AudioFormat) {
    addUp()
    self.format = format
    statistics = SampleStatistics(channels: format.channels, measuresSquares: false)
    if measuresLoudness { meter = LoudnessMeter(format: format) }
  }

  /// Adds interleaved samples of the present format.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    guard format != nil else { return }
    statistics.add(samples)
    meter?.add(samples)
  }

  /// The loudness of the sound so far; nil when it is not measured.
  var loudness: FrameLoudness? {
    meter.map { FrameLoudness(momentary: $0.momentary, shortTerm: $0.shortTerm, integrated: $0.integrated) }
  }

  /// Returns the end of an output of `frames` frames, with all measures.
  func end(frames: Int, reason: String, code: SpectrumEnd.Code) -> SpectrumEnd {
    var all = self
    all.addUp()
    var end = all.before
    (end.frames, end.reason, end.code) = (frames, reason, code)
    end.dc = all.sums.map { $0.count > 0 ? $0.sum / Double($0.count) : 0 }
    end.invalidSamples = invalidSamples
    end.loudness = meter.map {
      SpectrumEnd.Loudness(
        integrated: $0.integrated, range: $0.range, truePeak: $0.truePeak, isLayoutKnown: $0.isLayoutKnown)
    }
    return end
  }

  /// Adds the measures of the present format to those of the formats before.
  private mutating func addUp() {
    guard let format, statistics.frames > 0 else { return }
    let rate = Double(format.sampleRate)
    let channels = statistics.channels
    for (index, channel) in channels.enumerated() {
      if sums.count == index { sums.append((0, 0)) }
      sums[index].sum += channel.mean * Double(statistics.frames)
      sums[index].count += statistics.frames
      before.fullScale += channel.fullScale
      before.longestFullScale = max(before.longestFullScale, channel.longestFullScale)
    }
    let loudest = channels.enumerated().max {
      ($0.element.peak, -$0.element.peakFrame) < ($1.element.peak, -$1.element.peakFrame)
    }
    if let (index, measure) = loudest, measure.peak > peakBefore {
      peakBefore = measure.peak
      before.peak = SpectrumEnd.Peak(
        decibels: max(20 * log10(Double(measure.peak)), Self.floor),
        time: before.duration + Double(measure.peakFrame) / rate, channel: index + 1)
    }
    before.samples += statistics.frames
    before.duration += Double(statistics.frames) / rate
    statistics = SampleStatistics(channels: format.channels, measuresSquares: false)
  }

  private static let floor = Double(SpectrumConstants.floorDecibels)
}
