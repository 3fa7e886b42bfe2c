import Glibc

/// The greatest magnitude of each channel between the samples, by oversampling as in BS.1770-4, annex 2: 4 times; 8 times
/// below 40 kHz, where 4 times would miss up to 0.6 dB of the highest tones that were recorded; twice from 96 kHz, where
/// music has little near half of the rate; from 192 kHz on the samples themselves.
///
/// The filter is a sinc function of 20 samples under a Kaiser window (4.0): flat to 0.04 dB up to 0.4 of the rate (annex 2:
/// 12 samples). Before the first sample there is silence. What would follow the last one is not computed.
struct TruePeakMeter: Sendable {
  private typealias Samples = SIMD8<Float>

  /// Samples on each side of a place between two of them.
  private static let taps = 10
  private static let kaiserBeta = 4.0
  /// Frames before those of a chunk that the filter needs.
  private static let history = 2 * taps - 1
  /// Frames that are filtered at once, or not, when they are too small for a new peak.
  private static let chunk = 64

  /// The filter at two places at the same distance from the middle between two samples, and at the middle, for the sums
  /// and the differences of the samples at the same distance from it. The places have even ± odd.
  private struct Kernel {
    var even: [Float] = []
    var odd: [Float] = []
    var middle: [Float] = []
  }

  private let channels: Int
  private var kernels: [Kernel] = []
  /// The greatest sum of magnitudes of the filter at one place: no value between samples exceeds the greatest of its 20
  /// samples by more.
  private var greatestGain: Float = 1
  /// The last frames, interleaved: `history` before `pending` ones that were not filtered yet.
  private var buffer: [Float]
  private var pending = 0
  /// The greatest magnitudes of samples in the chunk before.
  private var chunkPeaks: [Float]
  private var found: [Float]

  /// A meter that has seen silence. `channels` and `sampleRate`, in hertz, must be positive.
  init(channels: Int, sampleRate: Int) {
    self.channels = channels
    buffer = [Float](repeating: 0, count: (Self.history + Self.chunk) * channels)
    chunkPeaks = [Float](repeating: 0, count: channels)
    found = chunkPeaks
    let factor = Self.factor(sampleRate: sampleRate)
    guard factor > 1 else { return }
    for place in factor == 2 ? 0..<1 : 1..<factor / 2 {
      let (near, middle) = (Double(place) / Double(factor), 0.5)
      var kernel = Kernel()
      for tap in 0..<Self.taps {
        let (left, right) = (Self.filter(Double(tap) + near), Self.filter(Double(tap) + 1 - near))
        kernel.even.append(Float((left + right) / 2))
        kernel.odd.append(Float((left - right) / 2))
        kernel.middle.append(Float(Self.filter(Double(tap) + middle)))
      }
      let sides = zip(kernel.even, kernel.odd).reduce(0) { $0 + abs($1.0 + $1.1) + abs($1.0 - $1.1) }
      let center = kernel.middle.reduce(0) { $0 + 2 * abs($1) }
      greatestGain = max(greatestGain, sides, center)
      kernels.append(kernel)
    }
    greatestGain *= 1.0001  // for rounding
  }

  /// Values for each sample, at this sample rate in hertz.
  static func factor(sampleRate: Int) -> Int {
    switch sampleRate {
    case ..<40_000: 8
    case ..<96_000: 4
    case ..<192_000: 2
    default: 1
    }
  }

  /// The filter at a distance in samples.
  private static func filter(_ distance: Double) -> Double {
    guard distance != 0 else { return 1 }
    let part = distance / Double(taps)
    guard part < 1 else { return 0 }
    let sinc = sin(Double.pi * distance) / (Double.pi * distance)
    return sinc * bessel(kaiserBeta * (1 - part * part).squareRoot()) / bessel(kaiserBeta)
  }

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...30 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }

  /// The greatest magnitude of each channel so far.
  var peaks: [Float] {
    var copy = self
    copy.finish()
    return copy.found
  }

  /// Adds interleaved frames.
  mutating func add(_ samples: UnsafePointer<Float>, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(Self.chunk - pending, frames - done)
      let place = (Self.history + pending) * channels
      buffer.withUnsafeMutableBufferPointer { buffer in
        for index in 0..<count * channels { buffer[place + index] = samples[done * channels + index] }
      }
      done += count
      pending += count
      if pending == Self.chunk { measureChunk() }
    }
  }

  /// Measures the frames of a full chunk and keeps its end as history.
  private mutating func measureChunk() {
    let before = chunkPeaks
    measureSamples()
    var canExceed = false
    for channel in 0..<channels {
      found[channel] = max(found[channel], chunkPeaks[channel])
      canExceed = canExceed || max(before[channel], chunkPeaks[channel]) * greatestGain > found[channel]
    }
    if canExceed { for kernel in kernels { measureBetween(kernel) } }
    buffer.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<Self.history * channels { buffer[index] = buffer[index + Self.chunk * channels] }
    }
    pending = 0
  }

  /// Vectors after which the lanes are of the same channels again.
  private var vectors: Int { channels >> min(channels.trailingZeroBitCount, Samples.scalarCount.trailingZeroBitCount) }

  /// Finds the peaks of the samples of a full chunk.
  private mutating func measureSamples() {
    for channel in 0..<channels { chunkPeaks[channel] = 0 }
    let width = Samples.scalarCount
    buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for vector in 0..<vectors {
        var peak = Samples.zero
        for index in stride(from: vector * width, to: Self.chunk * channels, by: vectors * width) {
          let values = Self.load(base + Self.history * channels + index)
          peak = Self.greater(peak, Self.magnitude(values))
        }
        Self.keep(peak, vector: vector, in: &chunkPeaks)
      }
    }
  }

  /// Finds the peaks between the samples of a full chunk.
  private mutating func measureBetween(_ kernel: Kernel) {
    let (width, channels, vectors) = (Samples.scalarCount, channels, vectors)
    buffer.withUnsafeBufferPointer { buffer in
      kernel.even.withUnsafeBufferPointer { evenTaps in
        kernel.odd.withUnsafeBufferPointer { oddTaps in
          kernel.middle.withUnsafeBufferPointer { middleTaps in
            guard let base = buffer.baseAddress else { return }
            for vector in 0..<vectors {
              var peak = Samples.zero
              for index in stride(from: vector * width, to: Self.chunk * channels, by: vectors * width) {
                let left = base + index + (Self.taps - 1) * channels
                let right = left + channels
                var (even, odd, middle) = (Samples.zero, Samples.zero, Samples.zero)
                for tap in 0..<Self.taps {
                  let (a, b) = (Self.load(left - tap * channels), Self.load(right + tap * channels))
                  let sum = a + b
                  even += evenTaps[tap] * sum
                  odd += oddTaps[tap] * (a - b)
                  middle += middleTaps[tap] * sum
                }
                peak = Self.greater(peak, Self.magnitude(even) + Self.magnitude(odd))
                peak = Self.greater(peak, Self.magnitude(middle))
              }
              Self.keep(peak, vector: vector, in: &found)
            }
          }
        }
      }
    }
  }

  /// Measures the frames of a chunk that is not full, one by one.
  private mutating func finish() {
    for index in 0..<pending * channels {
      let channel = index % channels
      found[channel] = max(found[channel], abs(buffer[Self.history * channels + index]))
      let left = index + (Self.taps - 1) * channels
      for kernel in kernels {
        var (even, odd, middle) = (Float(0), Float(0), Float(0))
        for tap in 0..<Self.taps {
          let (a, b) = (buffer[left - tap * channels], buffer[left + (tap + 1) * channels])
          even += kernel.even[tap] * (a + b)
          odd += kernel.odd[tap] * (a - b)
          middle += kernel.middle[tap] * (a + b)
        }
        found[channel] = max(found[channel], abs(even) + abs(odd), abs(middle))
      }
    }
  }

  private static func load(_ place: UnsafePointer<Float>) -> Samples {
    UnsafeRawPointer(place).loadUnaligned(as: Samples.self)
  }

  private static func magnitude(_ values: Samples) -> Samples {
    unsafeBitCast(unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7fff_ffff, to: Samples.self)
  }

  private static func greater(_ first: Samples, _ second: Samples) -> Samples {
    first.replacing(with: second, where: second .> first)
  }

  /// Takes the lanes of a vector into the greatest values of their channels.
  private static func keep(_ lanes: Samples, vector: Int, in peaks: inout [Float]) {
    for lane in 0..<Samples.scalarCount {
      let channel = (vector * Samples.scalarCount + lane) % peaks.count
      peaks[channel] = max(peaks[channel], lanes[lane])
    }
  }
}
