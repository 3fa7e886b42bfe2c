/// The greatest magnitude of each channel at and between the samples, by oversampling as in BS.1770-4, annex 2: 4 times; 8
/// times below 40 kHz, where 4 times would miss up to 0.6 dB of tones near half of the rate; twice from 96 kHz, where
/// music has little of them; from 192 kHz on the samples themselves.
///
/// Before the first sample there is silence. What follows the last one is unknown, so that the places beside the last
/// samples are not computed.
struct TruePeakMeter: Sendable {
  private typealias Samples = TruePeakFilter.Samples

  /// The greatest magnitudes of one channel in a chunk: of samples, and of second differences.
  private struct Extent {
    var peak: Float = 0
    var bend: Float = 0
  }

  /// Frames before those of a chunk that the filter needs.
  private static let history = 2 * TruePeakFilter.taps - 1
  /// Frames that are filtered at once, or not, when they are too small for a new peak.
  private static let chunk = 64

  private let channels: Int
  /// Vectors after which the lanes are of the same channels again.
  private let vectors: Int
  private let filter: TruePeakFilter
  /// The last frames, interleaved: `history` before `pending` ones that were not measured yet.
  private var buffer: [Float]
  private var pending = 0
  /// Of each channel, in this chunk and in the one before.
  private var extents: [Extent]
  private var lastExtents: [Extent]
  private var found: [Float]

  /// A meter that has seen silence. `channels` and `sampleRate`, in hertz, must be positive.
  init(channels: Int, sampleRate: Int) {
    self.channels = channels
    vectors = channels >> min(channels.trailingZeroBitCount, Samples.scalarCount.trailingZeroBitCount)
    filter = TruePeakFilter(factor: Self.factor(sampleRate: sampleRate))
    buffer = [Float](repeating: 0, count: (Self.history + Self.chunk) * channels)
    extents = [Extent](repeating: Extent(), count: channels)
    lastExtents = extents
    found = [Float](repeating: 0, count: channels)
  }

  /// Values for each sample, at this sample rate in hertz.
  private static func factor(sampleRate: Int) -> Int {
    switch sampleRate {
    case ..<40_000: 8
    case ..<96_000: 4
    case ..<192_000: 2
    default: 1
    }
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
        let source = UnsafeBufferPointer(start: samples + done * channels, count: count * channels)
        _ = buffer[place...].update(fromContentsOf: source)
      }
      done += count
      pending += count
      if pending == Self.chunk { measureChunk() }
    }
  }

  /// Measures the frames of a full chunk and keeps its end as history.
  private mutating func measureChunk() {
    swap(&extents, &lastExtents)
    measureSamples()
    var canExceed = false
    for channel in 0..<channels {
      let (now, last) = (extents[channel], lastExtents[channel])
      found[channel] = max(found[channel], now.peak)
      let bound = filter.bound(peak: max(now.peak, last.peak), bend: max(now.bend, last.bend))
      canExceed = canExceed || bound > found[channel]
    }
    if canExceed { for kernel in filter.kernels { measureBetween(kernel) } }
    buffer.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<Self.history * channels { buffer[index] = buffer[index + Self.chunk * channels] }
    }
    pending = 0
  }

  /// Finds the extents of a full chunk.
  private mutating func measureSamples() {
    for channel in 0..<channels { extents[channel] = Extent() }
    let (width, channels, vectors) = (Samples.scalarCount, channels, vectors)
    buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for vector in 0..<vectors {
        var (peak, bend) = (Samples.zero, Samples.zero)
        var index = vector * width
        while index < Self.chunk * channels {
          let place = base + Self.history * channels + index
          let (newest, middle) = (Self.load(place), Self.load(place - channels))
          peak = Self.greater(peak, Self.magnitude(newest))
          bend = Self.greater(bend, Self.magnitude(newest - middle - (middle - Self.load(place - 2 * channels))))
          index += vectors * width
        }
        for lane in 0..<width {
          let channel = (vector * width + lane) % channels
          extents[channel].peak = max(extents[channel].peak, peak[lane])
          extents[channel].bend = max(extents[channel].bend, bend[lane])
        }
      }
    }
  }

  /// Finds the peaks between the samples of a full chunk.
  private mutating func measureBetween(_ kernel: [TruePeakFilter.Tap]) {
    let (width, channels, vectors) = (Samples.scalarCount, channels, vectors)
    buffer.withUnsafeBufferPointer { buffer in
      kernel.withUnsafeBufferPointer { kernel in
        guard let base = buffer.baseAddress else { return }
        for vector in 0..<vectors {
          var peak = Samples.zero
          var index = vector * width
          while index < Self.chunk * channels {
            var left = base + index + (TruePeakFilter.taps - 1) * channels
            var right = left + channels
            var (even, odd, middle) = (Samples.zero, Samples.zero, Samples.zero)
            for tap in kernel {
              let (a, b) = (Self.load(left), Self.load(right))
              let sum = a + b
              even += tap.even * sum
              odd += tap.odd * (a - b)
              middle += tap.middle * sum
              left -= channels
              right += channels
            }
            peak = Self.greater(peak, Self.magnitude(even) + Self.magnitude(odd))
            peak = Self.greater(peak, Self.magnitude(middle))
            index += vectors * width
          }
          for lane in 0..<width {
            let channel = (vector * width + lane) % channels
            found[channel] = max(found[channel], peak[lane])
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
      let left = index + (TruePeakFilter.taps - 1) * channels
      for kernel in filter.kernels {
        var (even, odd, middle) = (Float(0), Float(0), Float(0))
        for (distance, tap) in kernel.enumerated() {
          let (a, b) = (buffer[left - distance * channels], buffer[left + (distance + 1) * channels])
          even += tap.even[0] * (a + b)
          odd += tap.odd[0] * (a - b)
          middle += tap.middle[0] * (a + b)
        }
        found[channel] = max(found[channel], abs(even) + abs(odd), abs(middle))
      }
    }
  }

  @inline(__always) private static func load(_ place: UnsafePointer<Float>) -> Samples {
    UnsafeRawPointer(place).loadUnaligned(as: Samples.self)
  }

  @inline(__always) private static func magnitude(_ values: Samples) -> Samples {
    unsafeBitCast(unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7fff_ffff, to: Samples.self)
  }

  @inline(__always) private static func greater(_ first: Samples, _ second: Samples) -> Samples {
    first.replacing(with: second, where: second .> first)
  }
}
