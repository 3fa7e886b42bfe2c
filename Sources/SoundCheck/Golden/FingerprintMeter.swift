import AudioCore
import Glibc
import Spectrum

/// Measures the fingerprint of sound, one block after the other. With a reference, it first finds by how much the sound
/// is shifted against it, in the first seconds, and begins its blocks where those of the reference begin.
final class FingerprintMeter {
  /// The sound in which the shift is found, in seconds.
  private static let alignmentSeconds = 10
  /// The most samples that wait until the shift is known.
  private static let maximumSamples = 8 << 20
  private static let fftSize = 4096
  /// Windows of the spectrum in a block.
  private static let windows = 4

  private let format: AudioFormat
  private let reference: Fingerprint?
  private let alignmentFrames: Int
  private let analyzer: SpectrumAnalyzer
  private var frame: SpectrumFrame
  private var filter: [HighPass]
  private var lastTwo: [(Float, Float)]
  /// The samples from `first` on, interleaved, with those before a block that its windows reach.
  private var samples: [Float]
  /// Running sums of energies, one more than frames in `samples`: of the filtered sound, and of its second difference.
  private var energy: [Double]
  private var clicks: [Double]
  /// The frame of the sound at which `samples` begins; negative at first, when it begins with silence.
  private var first: Int
  private var isAligned: Bool
  private var total = 0

  /// The shift of the sound against the reference, in frames: positive when the sound is late.
  private(set) var offset = 0
  /// The blocks so far.
  private(set) var fingerprint: Fingerprint
  /// True when the sound is longer than a fingerprint may be.
  private(set) var isTooLong = false

  /// Creates a meter for sound in `format`. Throws ``OptionError`` for a rate that is too low for third octaves.
  init(format: AudioFormat, reference: Fingerprint?) throws(OptionError) {
    guard format.sampleRate >= Fingerprint.minimumRate else {
      throw OptionError(
        """
        \(option: Quantity.golden.option) and \(option: Quantity.like.option) take sound of \(Fingerprint.minimumRate) Hz \
        and more, not of \(format.sampleRate)
        """)
    }
    alignmentFrames = min(format.sampleRate * Self.alignmentSeconds, Self.maximumSamples / format.channels)
    self.format = format
    self.reference = reference
    let bands = Fingerprint.bands(atRate: format.sampleRate)
    var size = Self.fftSize
    while size * 12 < format.sampleRate { size *= 2 }
    let options = try SpectrumOptions(
      bands: bands, low: Fingerprint.edge(0), high: Fingerprint.edge(bands), fftSize: size, channels: .all)
    analyzer = SpectrumAnalyzer(format: format, options: options)
    frame = analyzer.makeFrame()
    filter = [HighPass](repeating: HighPass(sampleRate: format.sampleRate), count: format.channels)
    lastTwo = [(Float, Float)](repeating: (0, 0), count: format.channels)
    // The alignment looks 50 ms before the beginning, and a window half its length.
    let before = size / 2 + format.sampleRate / 10
    first = -before
    samples = [Float](repeating: 0, count: before * format.channels)
    energy = [Double](repeating: 0, count: before + 1)
    clicks = energy
    isAligned = reference == nil
    fingerprint = Fingerprint(sampleRate: format.sampleRate, channels: format.channels, frames: 0, blocks: [])
  }

  /// Takes whole frames of interleaved samples.
  func feed(_ input: UnsafeBufferPointer<Float>) {
    total += input.count / format.channels
    append(input)
    if !isAligned, total >= alignmentFrames { align() }
    if isAligned { measureBlocks(until: total) }
  }

  /// Measures the rest; the last block is padded with silence.
  func finish() {
    if !isAligned { align() }
    let silence = [Float](
      repeating: 0, count: (analyzer.options.fftSize + format.sampleRate / 5) * format.channels)
    silence.withUnsafeBufferPointer(append)
    measureBlocks(until: total + silence.count / format.channels)
    fingerprint.frames = total
  }

  private func append(_ input: UnsafeBufferPointer<Float>) {
    samples.append(contentsOf: input)
    let channels = format.channels
    var (sum, click) = (energy[energy.count - 1], clicks[clicks.count - 1])
    energy.reserveCapacity(energy.count + input.count / channels)
    for frame in 0..<input.count / channels {
      for channel in 0..<channels {
        let x = input[frame * channels + channel]
        let y = filter[channel].filtered(x)
        sum += Double(y * y)
        let (last, before) = lastTwo[channel]
        let difference = x - 2 * last + before
        click += Double(difference * difference)
        lastTwo[channel] = (x, last)
      }
      energy.append(sum)
      clicks.append(click)
    }
  }

  private func align() {
    isAligned = true
    guard let reference else { return }
    offset = Alignment.offset(of: energy, first: first, sampleRate: format.sampleRate, against: reference)
  }

  // MARK: - Blocks

  /// The frame at which a block begins, in the sound.
  private func start(ofBlock block: Int) -> Int {
    offset + block * format.sampleRate / Fingerprint.blocksPerSecond
  }

  private func measureBlocks(until end: Int) {
    while true {
      let block = fingerprint.blocks.count
      let (from, to) = (start(ofBlock: block), start(ofBlock: block + 1))
      let reach = analyzer.options.fftSize / 2
      guard to + reach < end, from < total else { break }
      guard block < Fingerprint.maximumBlocks else {
        isTooLong = true
        break
      }
      fingerprint.blocks.append(measure(from: from, to: to))
    }
    forget(before: start(ofBlock: min(fingerprint.blocks.count, Fingerprint.maximumBlocks)))
  }

  /// Removes the samples that no later block needs, some seconds at a time.
  private func forget(before frame: Int) {
    let unused = (isTooLong ? total : frame) - analyzer.options.fftSize / 2 - format.sampleRate / 100 - first
    guard unused > format.sampleRate else { return }
    samples.removeFirst(unused * format.channels)
    energy.removeFirst(unused)
    clicks.removeFirst(unused)
    first += unused
  }

  private func measure(from: Int, to: Int) -> Fingerprint.Block {
    let duration = to - from
    let bands = analyzer.options.bands
    var powers = [Double](repeating: 0, count: bands)
    for window in 0..<Self.windows {
      let center = from + (2 * window + 1) * duration / (2 * Self.windows)
      let begin = center - analyzer.options.fftSize / 2 - first
      let range = begin * format.channels..<(begin + analyzer.options.fftSize) * format.channels
      analyzer.measure(samples.span.extracting(range), into: &frame)
      for channel in 0..<analyzer.rows {
        for band in 0..<bands {
          powers[band] += Level.power(ofDecibels: Double(frame.levels[channel * bands + band]))
        }
      }
    }
    let envelope = (0..<Fingerprint.steps).map { step in
      let (a, b) = (from + step * duration / Fingerprint.steps, from + (step + 1) * duration / Fingerprint.steps)
      return Self.stored((energy[b - first] - energy[a - first]) / Double(b - a))
    }
    return Fingerprint.Block(
      bands: powers.map { Fingerprint.stored(Level.decibels(ofPower: $0 / Double(Self.windows))) },
      envelope: envelope, channels: channelLevels(from: from, to: to), moments: moments(from: from, to: to))
  }

  private static func stored(_ meanSquare: Double) -> Int16 { Fingerprint.stored(Level.rms(ofMeanSquare: meanSquare)) }

  private func channelLevels(from: Int, to: Int) -> [Int16] {
    (0..<format.channels).map { channel in
      var (sum, mean) = (0.0, 0.0)
      for frame in (from - first)..<(to - first) {
        let x = Double(samples[frame * format.channels + channel])
        sum += x * x
        mean += x
      }
      let count = Double(to - from)
      return Self.stored(max(0, sum / count - (mean / count) * (mean / count)))
    }
  }

  private func moments(from: Int, to: Int) -> [Int16] {
    let short = max(1, format.sampleRate / 1000)
    let long = max(1, format.sampleRate / 200)
    var peak: Float = 0
    for n in (from - first) * format.channels..<(to - first) * format.channels { peak = max(peak, abs(samples[n])) }
    let brief = extremes(of: energy, length: short, from: from, to: to)
    let lengthy = extremes(of: energy, length: long, from: from, to: to)
    let click = extremes(of: clicks, length: short, from: from, to: to)
    return Fingerprint.Moment.allCases.map { moment in
      switch moment {
      case .peak: Fingerprint.stored(Level.decibels(ofAmplitude: Double(peak)))
      case .loudest: Self.stored(brief.greatest)
      case .quietest: Self.stored(brief.least)
      case .longLoudest: Self.stored(lengthy.greatest)
      case .longQuietest: Self.stored(lengthy.least)
      case .click: Self.stored(click.greatest)
      }
    }
  }

  /// Returns the extremes of the mean over `length` frames, in all places that end in the block.
  private func extremes(of sums: [Double], length: Int, from: Int, to: Int) -> (least: Double, greatest: Double) {
    var (least, greatest) = (Double.infinity, 0.0)
    sums.withUnsafeBufferPointer { sums in
      // What is before the first block is not a moment of the sound.
      let begin = from == start(ofBlock: 0) ? min(from + length, to) : from + 1
      for end in (begin - first)...(to - first) {
        let energy = sums[end] - sums[end - length]
        least = min(least, energy)
        greatest = max(greatest, energy)
      }
    }
    return (max(least, 0) / Double(length), greatest / Double(length))
  }
}

/// A high-pass of the second order at 45 Hz (Butterworth, bilinear transform): encoders remove what is below.
struct HighPass: Sendable {
  private static let frequency = 45.0

  private let b0: Double
  private let a1: Double
  private let a2: Double
  private var s1 = 0.0
  private var s2 = 0.0

  init(sampleRate: Int) {
    let k = tan(Double.pi * min(Self.frequency / Double(sampleRate), 0.25))
    let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
    b0 = norm
    a1 = 2 * (k * k - 1) * norm
    a2 = (1 - 2.0.squareRoot() * k + k * k) * norm
  }

  /// Returns the next sample, filtered (transposed direct form II).
  @inline(__always)
  mutating func filtered(_ sample: Float) -> Float {
    let x = Double(sample)
    let y = b0 * x + s1
    s1 = -2 * b0 * x - a1 * y + s2
    s2 = b0 * x - a2 * y
    return Float(y)
  }
}
