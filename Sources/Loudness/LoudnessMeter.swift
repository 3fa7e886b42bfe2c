public import AudioCore
import Glibc

/// Loudness by ITU-R BS.1770-4 and EBU R 128, loudness range by EBU Tech 3342, and true peak. Memory does not grow with
/// the length of the sound, and the numbers do not depend on how it is divided into blocks.
///
/// Only the energy of each 100 ms is kept. Block i ends at the frame i·rate/10, rounded, so that no rate drifts. All values
/// are those of the last whole 100 ms: momentary loudness is the mean of the last 4, short-term loudness of the last 30;
/// both are gated for integrated loudness and range every 100 ms.
///
/// Rates from 8 to 192 kHz follow the standard. Any other positive rate gives numbers by the same formulas; below 4 kHz
/// the filter's shelf does not fit under half of the rate, and the numbers mean little.
///
/// Samples must be finite: the caller replaces NaN and infinity with 0. Otherwise the 100 ms with such a sample count as
/// silence, and true peak may be infinite.
public struct LoudnessMeter: Sendable {
  /// Two channels (twice the same for the last of an odd number), their weights, and their filter.
  private struct Pair {
    var channels: SIMD2<Int>
    var weights: SIMD2<Double>
    var filter: KWeighting
  }

  /// Blocks of 100 ms in momentary and in short-term loudness.
  private static let momentaryBlocks = 4
  private static let shortTermBlocks = 30
  private static let blocksPerSecond = 10

  /// Whether the layout of the channels is known. If not, all channels have the weight 1, and the loudness of sound with
  /// surround or LFE channels is not that of the standard.
  public let isLayoutKnown: Bool

  private let channels: Int
  private let sampleRate: Int
  private var pairs: [Pair] = []
  /// The energy of the last blocks; block i is at the index i mod 30.
  private var energies = [Double](repeating: 0, count: shortTermBlocks)
  private var blocks = 0
  private var blockEnd = 0
  private var position = 0
  private var momentaryHistogram = LoudnessHistogram()
  private var shortTermHistogram = LoudnessHistogram()
  private var peaks: TruePeakMeter?

  /// A meter for sound of `format`. A rate or a number of channels below 1 counts as 1.
  ///
  /// - `dualMono`: one channel counts as two equal ones, that is 3.01 dB louder, since two loudspeakers will play it.
  /// - `measuresTruePeak`: without it, ``truePeaks`` is empty, and the cost about half.
  public init(
    format: AudioFormat, dualMono: Bool = false, measuresTruePeak: Bool = true
  ) {
    channels = max(format.channels, 1)
    sampleRate = max(format.sampleRate, 1)
    let weights = ChannelWeights(channels: channels, mask: format.channelMask)
    isLayoutKnown = weights.isLayoutKnown
    if measuresTruePeak { peaks = TruePeakMeter(channels: channels, sampleRate: sampleRate) }

    let counted = weights.values.indices.filter { weights.values[$0] > 0 }
    let filter = KWeighting(sampleRate: sampleRate)
    for start in stride(from: 0, to: counted.count, by: 2) {
      let left = counted[start]
      let right = start + 1 < counted.count ? counted[start + 1] : left
      let monoWeight: Double = dualMono && channels == 1 ? 1 : 0
      pairs.append(
        Pair(
          channels: SIMD2(left, right),
          weights: SIMD2(weights.values[left], left == right ? monoWeight : weights.values[right]), filter: filter))
    }
    blockEnd = end(ofBlock: 0)
  }

  /// Adds whole frames of interleaved samples; an incomplete frame at the end is left out.
  public mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let frames = samples.count / channels
    guard frames > 0, let base = samples.baseAddress else { return }
    peaks?.add(base, frames: frames)
    var done = 0
    while done < frames {
      let count = min(frames - done, blockEnd - position)
      let start = base + done * channels
      for index in pairs.indices {
        let (left, right) = (pairs[index].channels[0], pairs[index].channels[1])
        pairs[index].filter.add(left: start + left, right: start + right, frames: count, stride: channels)
      }
      done += count
      position += count
      if position == blockEnd { finishBlock() }
    }
  }

  /// Momentary loudness in LUFS: of the last 400 ms; −120 at least. Nil before 0.4 s.
  public var momentary: Double? { meanEnergy(of: Self.momentaryBlocks).map(Loudness.decibels) }

  /// Short-term loudness in LUFS: of the last 3 s; −120 at least. Nil before 3 s.
  public var shortTerm: Double? { meanEnergy(of: Self.shortTermBlocks).map(Loudness.decibels) }

  /// Integrated loudness in LUFS, of all the sound so far, gated at −70 LUFS and 10 LU below the mean. Nil when nothing
  /// passed the gate.
  public var integrated: Double? { momentaryHistogram.integrated }

  /// Loudness range in LU, from short-term loudness every 100 ms. Nil when nothing passed its gate.
  public var range: Double? { shortTermHistogram.range }

  /// The greatest magnitude of each channel between and at the samples, linear: 1 is full scale. Empty when true peak is
  /// not measured.
  public var truePeaks: [Double] { peaks?.peaks.map(Double.init) ?? [] }

  /// The true peak of the loudest channel in dBTP; −120 at least.
  public var truePeak: Double { max(20 * log10(truePeaks.max() ?? 0), Loudness.floor) }

  /// The frame after the last one of block `index`, −1 for none. A block has one frame at least, at rates below 10 Hz too.
  private func end(ofBlock index: Int) -> Int {
    let (whole, rest) = (index + 1).quotientAndRemainder(dividingBy: Self.blocksPerSecond)
    let rate = max(sampleRate, Self.blocksPerSecond)
    return whole * rate + (rest * rate + Self.blocksPerSecond / 2) / Self.blocksPerSecond
  }

  private mutating func finishBlock() {
    var energy = 0.0
    for index in pairs.indices { energy += (pairs[index].filter.takeEnergy() * pairs[index].weights).sum() }
    energies[blocks % Self.shortTermBlocks] = energy
    blocks += 1
    blockEnd = end(ofBlock: blocks)
    if let mean = meanEnergy(of: Self.momentaryBlocks) { momentaryHistogram.add(energy: mean) }
    if let mean = meanEnergy(of: Self.shortTermBlocks) { shortTermHistogram.add(energy: mean) }
  }

  /// The mean energy of a frame in the last `count` blocks; nil while there are fewer.
  private func meanEnergy(of count: Int) -> Double? {
    guard blocks >= count else { return nil }
    let energy = (blocks - count..<blocks).reduce(0) { $0 + energies[$1 % Self.shortTermBlocks] }
    return energy / Double(end(ofBlock: blocks - 1) - end(ofBlock: blocks - count - 1))
  }
}
