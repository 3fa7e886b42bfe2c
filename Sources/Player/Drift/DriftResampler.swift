public import AudioCore
import Glibc

/// Plays sound faster or slower by up to 0.1 %, as ``DriftControl`` requests.
///
/// Output frame n is the sound at input position pₙ = pₙ₋₁ + 1 + correction, computed with a windowed sinc
/// (``DriftKernel``). While the correction is 0, blocks pass unchanged and without delay. From the first other
/// correction on, the resampler holds the last 32 frames (0.7 ms at 44.1 kHz) until the frames after them arrive. When
/// the correction is 0 again, the position moves to the nearest whole frame, within 25,000 frames (0.6 s at 44.1 kHz).
/// Then the resampler outputs the held frames, and blocks pass unchanged again. The sound is continuous throughout:
/// nothing is lost, repeated or faded.
public struct DriftResampler: Sendable {
  /// The format of all blocks.
  public let format: AudioFormat

  /// Number of frames taken in that have not been output yet.
  public var heldFrames: Int { channels > 0 ? input.count / channels - next : 0 }

  /// The speed at which the position moves to a whole frame after the correction has ended, in frames per output frame.
  private static let homing = 0.00002

  private let channels: Int
  /// Input frames that are still needed, interleaved.
  private var input: [Float]
  /// The index in `input` of the frame at or before the position of the next output frame, and the distance from it to
  /// the position, 0..<1.
  private var next = DriftKernel.lookBehind
  private var fraction = 0.0
  private var isResampling = false
  /// `input` channel by channel; valid only within ``resample(by:)`` and kept to reuse its storage.
  private var planes: [Float] = []

  /// Creates a resampler for an unbroken run of blocks in `format`.
  public init(format: AudioFormat) {
    self.format = format
    channels = max(0, format.channels)
    input = [Float](repeating: 0, count: DriftKernel.lookBehind * channels)
  }

  /// Returns the sound of `block` played at 1 + `correction` times its speed. The correction is limited to ±0.1 %; one
  /// that is not finite counts as 0.
  ///
  /// A block may have any number of frames, including 0. The output has about as many, except that the first corrected
  /// block loses 32 frames, which follow when the correction has ended. While resampling, samples that are not finite
  /// become 0. A block of another format passes unchanged and is not remembered.
  public mutating func process(_ block: PCMBlock, correction: Double) -> PCMBlock {
    guard block.format == format, channels > 0 else { return block }
    let correction = correction.isFinite ? min(max(correction, -DriftControl.maximum), DriftControl.maximum) : 0
    guard isResampling || correction != 0 else {
      remember(block.samples)
      return block
    }
    isResampling = true
    input.append(contentsOf: block.samples.lazy.map { $0.isFinite ? $0 : 0 })
    var output = resample(by: correction)
    if correction == 0, fraction == 0 {
      isResampling = false
      output.append(contentsOf: input[(next * channels)...])
      next = input.count / channels
    }
    forget()
    return PCMBlock(format: format, samples: output)
  }

  /// Returns the held frames at the end of a run, or nil when there are none. The next block begins a new run.
  public mutating func finish() -> PCMBlock? {
    defer { self = DriftResampler(format: format) }
    guard heldFrames > 0 else { return nil }
    input.append(contentsOf: [Float](repeating: 0, count: DriftKernel.lookAhead * channels))
    let rest = resample(by: 0, isHoming: false)
    return PCMBlock(format: format, samples: rest)
  }

  // MARK: Input history

  /// Keeps the last frames of unchanged sound, in case the next output frames must be interpolated from them.
  private mutating func remember(_ samples: [Float]) {
    input.append(contentsOf: samples.suffix(DriftKernel.lookBehind * channels).lazy.map { $0.isFinite ? $0 : 0 })
    next = input.count / channels
    forget()
  }

  /// Drops frames that are too old to be needed.
  private mutating func forget() {
    let surplus = next - DriftKernel.lookBehind
    guard surplus > 0 else { return }
    input.removeFirst(surplus * channels)
    next -= surplus
  }

  // MARK: Resampling

  /// Returns the output frames for all positions that have enough input after them. With a correction of 0 it stops at
  /// a whole frame.
  private mutating func resample(by correction: Double, isHoming: Bool = true) -> [Float] {
    let frames = input.count / channels
    let possible = max(0, frames - DriftKernel.lookAhead - next)
    guard possible > 0 else { return [] }
    let capacity = Int(Double(possible) / (1 - DriftControl.maximum)) + 2
    separate(frames)
    let channels = channels
    var next = next
    var fraction = fraction
    let output = [Float](unsafeUninitializedCapacity: capacity * channels) { output, count in
      planes.withUnsafeBytes { planes in
        DriftKernel.shared.rows.withUnsafeBytes { rows in
          while next + DriftKernel.lookAhead < frames, count + channels <= output.count {
            if correction == 0, isHoming, fraction == 0 { break }
            for channel in 0..<channels {
              let first = channel * frames + next - DriftKernel.lookBehind
              output[count + channel] = Self.sum(planes, from: first, rows, at: fraction)
            }
            count += channels
            if correction != 0 {
              fraction += correction
            } else if isHoming {
              fraction = fraction < 0.5 ? max(0, fraction - Self.homing) : min(1, fraction + Self.homing)
            }
            let whole = fraction.rounded(.down)
            fraction -= whole
            next += 1 + Int(whole)
          }
        }
      }
    }
    self.next = next
    self.fraction = fraction
    return output
  }

  /// Copies `frames` frames of input into ``planes``.
  private mutating func separate(_ frames: Int) {
    let size = frames * channels
    if planes.count < size { planes = [Float](repeating: 0, count: size) }
    for channel in 0..<channels {
      for frame in 0..<frames { planes[channel * frames + frame] = input[frame * channels + channel] }
    }
  }

  /// Returns the sum of the samples from `first` on in one plane, each multiplied by its filter value.
  private static func sum(
    _ planes: UnsafeRawBufferPointer, from first: Int, _ rows: UnsafeRawBufferPointer, at fraction: Double
  ) -> Float {
    typealias Lane = SIMD8<Float>
    let position = fraction * Double(DriftKernel.phases)
    let phase = min(Int(position), DriftKernel.phases - 1)
    let share = Float(position - Double(phase))
    let rowSize = DriftKernel.taps * MemoryLayout<Float>.size
    var sum = Lane.zero
    for offset in stride(from: 0, to: rowSize, by: MemoryLayout<Lane>.size) {
      let here = rows.loadUnaligned(fromByteOffset: phase * rowSize + offset, as: Lane.self)
      let there = rows.loadUnaligned(fromByteOffset: (phase + 1) * rowSize + offset, as: Lane.self)
      let samples = planes.loadUnaligned(
        fromByteOffset: first * MemoryLayout<Float>.size + offset, as: Lane.self)
      sum += samples * (here + (there - here) * share)
    }
    return sum.sum()
  }
}

/// The filter of ``DriftResampler``: a sinc with a Kaiser window, sampled in many phases.
///
/// The value at x, in frames from the middle, is h(x) = sin(πx)/(πx) · I₀(β √(1 − (x/32)²)) / I₀(β), |x| ≤ 32. β = 9.6
/// keeps errors below −96 dB up to 0.9 of half the sample rate (J. F. Kaiser, "Nonrecursive digital filter design using
/// the I₀-sinh window function", 1974). At whole x except 0 the value is 0: a position on a frame gives exactly that
/// frame.
struct DriftKernel: Sendable {
  /// Number of input frames for one output frame.
  static let taps = 64
  /// Number of frames before and after the frame at or just before the position; that frame counts as neither.
  static let lookBehind = taps / 2 - 1, lookAhead = taps / 2
  /// Number of tabulated positions between two frames. Linear interpolation between them has an error of less than
  /// ω²/8/256²: −101 dB for 15 kHz at 44.1 kHz.
  static let phases = 256

  private static let beta = 9.6

  /// The shared table of 64 KiB, created at its first use.
  static let shared = DriftKernel()

  /// `phases + 1` rows of ``taps`` values: row p is for a position at p / ``phases`` of the way to the next frame.
  let rows: [Float]

  private init() {
    var rows: [Float] = []
    rows.reserveCapacity((Self.phases + 1) * Self.taps)
    for phase in 0...Self.phases {
      let position = Double(Self.lookBehind) + Double(phase) / Double(Self.phases)
      let values = (0..<Self.taps).map { Self.value(Double($0) - position) }
      let sum = values.reduce(0, +)
      rows += values.map { Float($0 / sum) }
    }
    self.rows = rows
  }

  private static func value(_ x: Double) -> Double {
    if x == x.rounded() { return x == 0 ? 1 : 0 }
    let edge = x / Double(lookAhead)
    return sin(.pi * x) / (.pi * x) * bessel(beta * max(0, 1 - edge * edge).squareRoot()) / bessel(beta)
  }

  /// Returns I₀, the modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
