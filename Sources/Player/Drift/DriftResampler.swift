import AudioCore

/// Plays sound faster or slower by up to 0.1 %, as ``DriftControl`` asks.
///
/// Output frame n is the sound at input position pₙ = pₙ₋₁ + 1 + correction, by a windowed sinc (``DriftKernel``). As long as
/// the correction is 0 blocks pass untouched, without delay. From the first other one on the last 32 frames, 0.7 ms, wait
/// within for those behind them. When the correction is 0 again, the position goes on to the nearest whole frame, less than a
/// second later; then what waited goes out and blocks pass untouched again. The sound is continuous all the while: nothing is
/// lost, repeated or faded.
public struct DriftResampler: Sendable {
  /// The format of all blocks.
  public let format: AudioFormat

  /// Frames that were taken in and have not come out yet.
  public var heldFrames: Int { channels > 0 ? input.count / channels - next : 0 }

  /// The speed at which the position goes to a whole frame once the correction is over, as a part of 1.
  private static let homing = 0.00002

  private let channels: Int
  /// Frames that are still needed, interleaved.
  private var input: [Float]
  /// The frame in `input` at or before the position of the next output frame, and how far behind it that is, 0..<1.
  private var next = DriftKernel.lookBehind
  private var fraction = 0.0
  private var isResampling = false
  /// `input` channel by channel, only valid within ``resample(by:)``; kept for its storage.
  private var planes: [Float] = []

  /// A resampler for an unbroken run of blocks in `format`.
  public init(format: AudioFormat) {
    self.format = format
    channels = max(0, format.channels)
    input = [Float](repeating: 0, count: DriftKernel.lookBehind * channels)
  }

  /// The sound of `block` played at 1 + `correction` times its speed; that is kept within ±0.1 %, and what is no number
  /// counts as 0.
  ///
  /// Any number of frames, 0 included, may go in; about as many come out, less 32 at the first correction, and those 32
  /// more at the end of the last. Samples that are no finite numbers become 0 while resampling. A block of another format
  /// passes untouched and is forgotten.
  public mutating func process(_ block: PCMBlock, correction: Double) -> PCMBlock {
    guard block.format == format, channels > 0 else { return block }
    let correction = correction.isFinite ? min(max(correction, -DriftControl.most), DriftControl.most) : 0
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

  /// What is still held, at the end of a run; nil when that is nothing. The next block begins a new run.
  public mutating func finish() -> PCMBlock? {
    defer { self = DriftResampler(format: format) }
    guard heldFrames > 0 else { return nil }
    input.append(contentsOf: [Float](repeating: 0, count: DriftKernel.lookAhead * channels))
    let rest = resample(by: 0, isHoming: false)
    return PCMBlock(format: format, samples: rest)
  }

  // MARK: Frames that are needed again

  /// Keeps the end of what passed, for the frames that may have to be made next to it.
  private mutating func remember(_ samples: [Float]) {
    input.append(contentsOf: samples.suffix(DriftKernel.lookBehind * channels).lazy.map { $0.isFinite ? $0 : 0 })
    next = input.count / channels
    forget()
  }

  /// Drops what lies too far back to be needed.
  private mutating func forget() {
    let surplus = next - DriftKernel.lookBehind
    guard surplus > 0 else { return }
    input.removeFirst(surplus * channels)
    next -= surplus
  }

  // MARK: Resampling

  /// Output frames for all positions that have enough input behind them. With a correction of 0 it ends on a whole frame.
  private mutating func resample(by correction: Double, isHoming: Bool = true) -> [Float] {
    let frames = input.count / channels
    let possible = max(0, frames - DriftKernel.lookAhead - next)
    guard possible > 0 else { return [] }
    let capacity = Int(Double(possible) / (1 - DriftControl.most)) + 2
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

  /// Puts `frames` frames of input into ``planes``.
  private mutating func separate(_ frames: Int) {
    let size = frames * channels
    if planes.count < size { planes = [Float](repeating: 0, count: size) }
    for channel in 0..<channels {
      for frame in 0..<frames { planes[channel * frames + frame] = input[frame * channels + channel] }
    }
  }

  /// The sum of the samples from `first` on in one plane, each by its value of the filter.
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
