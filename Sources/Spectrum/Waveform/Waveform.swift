public import AudioCore

/// A short piece of sound as an oscilloscope draws it. It begins at a rising zero crossing, so that a steady tone stands
/// still. Allocates memory only when its shape changes.
public struct Waveform: Equatable, Sendable {
  /// The time that is shown, in seconds; less when the sound is shorter than twice that.
  public static let seconds = 0.02

  /// The number of waves: 1, or 2 for the first two channels.
  public private(set) var rows = 1
  /// The number of points of each wave. A point stands for the same part of the time shown.
  public private(set) var points = 0
  /// The lowest sample at each point, `rows × points`; −1…1 where the sound is not over full scale.
  public private(set) var lows: [Float] = []
  /// The highest sample at each point, `rows × points`.
  public private(set) var highs: [Float] = []

  /// The mean of the first two channels for each frame.
  private var mean: [Float] = []

  /// Creates a wave without points.
  public init() {}

  /// The greatest magnitude of all points.
  public var peak: Float { max(highs.max() ?? 0, -(lows.min() ?? 0)) }
  /// True when the wave is a straight line at zero.
  public var isFlat: Bool { !highs.contains { $0 > 0 } && !lows.contains { $0 < 0 } }

  /// Shows silence of another shape.
  public mutating func clear(rows: Int = 1, points: Int = 0) {
    (self.rows, self.points) = (max(rows, 1), max(points, 0))
    Self.blank(&lows, count: self.rows * self.points)
    Self.blank(&highs, count: self.rows * self.points)
  }

  /// Takes `frames × channels` samples, and shows their second half or less at `points` points; `isStereo` separates the
  /// first two channels, otherwise their mean is shown.
  public mutating func update(_ samples: [Float], format: AudioFormat, points: Int, isStereo: Bool) {
    let count = format.channels
    let frames = count > 0 ? samples.count / count : 0
    let shown = min(frames / 2, Int(Double(format.sampleRate) * Self.seconds))
    clear(rows: isStereo && count > 1 ? 2 : 1, points: points)
    guard shown > 1, self.points > 0 else { return }
    takeMean(of: samples, channels: count, frames: frames)
    let first = Self.trigger(mean, last: frames - shown)
    samples.withUnsafeBufferPointer { samples in
      mean.withUnsafeBufferPointer { mean in
        for row in 0..<rows {
          for point in 0..<points {
            let begin = first + point * shown / points
            let end = max(first + (point + 1) * shown / points, begin + 1)
            var (low, high) = (Float.infinity, -Float.infinity)
            for frame in begin..<min(end, frames) {
              let sample = rows == 1 ? mean[frame] : samples[frame * count + row]
              (low, high) = (min(low, sample), max(high, sample))
            }
            guard low <= high, low.isFinite, high.isFinite else { continue }
            (lows[row * points + point], highs[row * points + point]) = (low, high)
          }
        }
      }
    }
  }

  /// Returns the frame, at most `last`, where the wave rises through zero after its deepest trough. With several
  /// crossings in a period that is the same one each time. The wave must have been below zero by a share of its peak, so
  /// that noise around zero is not a crossing.
  private static func trigger(_ mean: [Float], last: Int) -> Int {
    let searched = mean.prefix(last + 1)
    let peak = searched.reduce(0) { max($0, abs($1)) }
    let threshold = -peak * 0.1
    var (best, depth, trough) = (0, Float(0), Float(0))
    for (frame, value) in searched.enumerated() {
      trough = min(trough, value)
      if value >= 0 {
        if trough < threshold, trough < depth * 1.02 { (best, depth) = (frame, trough) }
        trough = 0
      }
    }
    return best
  }

  /// Fills `mean` with the mean of the first two channels.
  private mutating func takeMean(of samples: [Float], channels: Int, frames: Int) {
    Self.blank(&mean, count: frames)
    samples.withUnsafeBufferPointer { samples in
      mean.withUnsafeMutableBufferPointer { mean in
        if channels == 1 {
          for frame in 0..<frames { mean[frame] = samples[frame] }
        } else {
          for frame in 0..<frames {
            mean[frame] = (samples[frame * channels] + samples[frame * channels + 1]) / 2
          }
        }
      }
    }
  }

  /// Makes an array of `count` zeros, in the same memory if it has them already.
  private static func blank(_ numbers: inout [Float], count: Int) {
    if numbers.count == count {
      for index in numbers.indices { numbers[index] = 0 }
    } else {
      numbers = [Float](repeating: 0, count: count)
    }
  }
}
