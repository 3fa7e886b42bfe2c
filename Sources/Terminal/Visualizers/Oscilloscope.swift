import AudioCore

/// The waveform of the audible sound. It begins at a rising zero crossing, so that a steady tone stands still.
package struct Oscilloscope: Sendable {
  /// The pictures a second.
  package static let framesPerSecond = 30

  /// The lowest and the highest sample at each dot, for each channel that is drawn: `channels × dots`, −1…1.
  private var lows: [Float] = []
  private var highs: [Float] = []
  private var channels = 1
  private var dots = 0
  /// The mean of the first two channels for each frame.
  private var mean: [Float] = []
  /// The braille dots of each cell of a region.
  private var bits: [UInt8] = []
  /// The loudest sample of the recent past, which fills the height.
  private var hold: Float = 0

  /// The time that is shown, in seconds; less when the window of the sound is shorter than twice that.
  package static let shownSeconds = 0.02
  /// What is left of the loudest sample after a picture.
  private static let release: Float = 0.97
  /// Sound below this is not made larger.
  private static let quietest: Float = 0.02
  /// The share of the height that the loudest sample fills.
  private static let fill: Float = 0.94

  /// Creates an oscilloscope that shows silence.
  package init() {}

  /// True when the waveform is a straight line.
  package var isFlat: Bool { !highs.contains { $0 > 0 } && !lows.contains { $0 < 0 } }

  /// Shows silence; `isStereo` separates two channels.
  package mutating func clear(isStereo: Bool = false) {
    (lows, highs, hold, dots) = ([], [], 0, 0)
    channels = isStereo ? 2 : 1
  }

  /// Takes `frames × channels` samples, and shows their second half or less in `columns` columns of two dots; `isStereo`
  /// separates the first two channels, otherwise their mean is shown.
  package mutating func update(
    _ samples: [Float], format: AudioFormat, columns: Int, isStereo: Bool
  ) {
    let count = format.channels
    let frames = count > 0 ? samples.count / count : 0
    let shown = min(frames / 2, Int(Double(format.sampleRate) * Self.shownSeconds))
    (dots, channels) = (max(columns, 0) * 2, isStereo && count > 1 ? 2 : 1)
    Self.blank(&lows, count: dots * channels)
    Self.blank(&highs, count: dots * channels)
    guard shown > 1, dots > 0 else { return }
    takeMean(of: samples, channels: count, frames: frames)
    let first = Self.trigger(mean, last: frames - shown)
    samples.withUnsafeBufferPointer { samples in
      mean.withUnsafeBufferPointer { mean in
        for channel in 0..<channels {
          for dot in 0..<dots {
            let begin = first + dot * shown / dots
            let end = max(first + (dot + 1) * shown / dots, begin + 1)
            var (low, high) = (Float.infinity, -Float.infinity)
            for frame in begin..<min(end, frames) {
              let sample = channels == 1 ? mean[frame] : samples[frame * count + channel]
              (low, high) = (min(low, sample), max(high, sample))
            }
            guard low <= high, low.isFinite, high.isFinite else { continue }
            (lows[channel * dots + dot], highs[channel * dots + dot]) = (low, high)
          }
        }
      }
    }
    let peak = max(highs.max() ?? 0, -(lows.min() ?? 0))
    hold = max(peak, hold * Self.release, Self.quietest)
    for index in lows.indices {
      lows[index] = max(lows[index] / hold * Self.fill, -1)
      highs[index] = min(highs[index] / hold * Self.fill, 1)
    }
  }

  /// Returns the frame, at most `last`, where the wave rises through zero after its deepest trough. With several
  /// crossings in a period that is the same one each time. The wave must have been below zero by a share of its peak, so
  /// that noise around zero is no crossing.
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
  private static func blank<Number: AdditiveArithmetic>(_ numbers: inout [Number], count: Int) {
    if numbers.count == count {
      for index in numbers.indices { numbers[index] = .zero }
    } else {
      numbers = [Number](repeating: .zero, count: count)
    }
  }

  /// Draws the waveform into `region`, the left channel above the right one, and blanks the rest of it.
  package mutating func draw(into canvas: inout Canvas, region: Region) {
    for row in region.row..<region.row + max(region.rows, 0) {
      canvas.fill(0x20, row: row, column: region.column, count: region.columns, style: .plain)
    }
    let isSplit = channels == 2 && region.rows >= 2
    let rows = isSplit ? region.rows / 2 : region.rows
    for channel in 0..<(isSplit ? 2 : 1) where rows > 0 {
      draw(
        channel, into: &canvas,
        Region(
          row: region.row + channel * (region.rows - rows), column: region.column, rows: rows, columns: region.columns))
    }
  }

  /// Draws a line into the level scale's column, and in stereo the names of the channels beside their waves.
  package static func drawChannels(into canvas: inout Canvas, column: Int, region: Region, isStereo: Bool) {
    LevelScale.draw(nil, bars: region, column: column, into: &canvas)
    let rows = region.rows / 2
    guard isStereo, rows > 0 else { return }
    let place = column + ViewLayout.levelScaleColumns - 3
    for (name, first) in [("L", region.row), ("R", region.row + region.rows - rows)] {
      canvas.write(name, row: first + rows / 2, column: place, limit: 1, style: .faint)
    }
  }

  private mutating func draw(_ channel: Int, into canvas: inout Canvas, _ region: Region) {
    let hasDots = canvas.glyphs == .eighths
    let (across, down) = hasDots ? (2, 4) : (1, 1)
    let height = region.rows * down
    Self.blank(&bits, count: region.rows * region.columns)
    var before: ClosedRange<Int>?
    for x in 0..<region.columns * across {
      // Without dots of its own each column shows the first of its two.
      let dot = channel * dots + (hasDots ? x : 2 * x)
      let (low, high) = dot < lows.count && x * (2 / across) < dots ? (lows[dot], highs[dot]) : (0, 0)
      func y(_ sample: Float) -> Int { min(max(Int((1 - sample) / 2 * Float(height)), 0), height - 1) }
      let own = y(high)...y(low)
      // The line from the dot before is drawn in this one.
      var range = own
      if let before {
        if before.upperBound < own.lowerBound { range = before.upperBound + 1...own.upperBound }
        if before.lowerBound > own.upperBound { range = own.lowerBound...before.lowerBound - 1 }
      }
      before = own
      for y in range { bits[y / down * region.columns + x / across] |= Self.bit(x % across, y % down) }
    }
    for row in 0..<region.rows {
      // The farther from the middle, the higher in the gradient.
      let distance = abs(2 * row + 1 - region.rows)
      let rise = distance * Style.gradientSteps * 3 / 4 / max(region.rows, 1)
      let style = Style.gradient(Style.gradientSteps / 4 + rise)
      for column in 0..<region.columns {
        let pattern = bits[row * region.columns + column]
        guard pattern != 0 else { continue }
        canvas.put(
          hasDots ? 0x2800 + UInt32(pattern) : 0x2A, row: region.row + row, column: region.column + column, style: style
        )
      }
    }
  }

  /// Returns the bit of a dot in a braille pattern (Unicode, Braille Patterns), 0…1 across and 0…3 down.
  private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    y == 3 ? 0x40 << UInt8(x) : 1 << UInt8(y + 3 * x)
  }

  /// Writes the labels of a time scale below the waveform: each fifth of the time shown.
  package static func drawScale(into canvas: inout Canvas, row: Int, region: Region) {
    for step in 0...4 {
      let milliseconds = Int(shownSeconds * 1000) * step / 5
      canvas.write(
        step == 0 ? "0 ms" : "\(milliseconds)", row: row, column: region.column + region.columns * step / 5, limit: 6,
        style: .scale)
    }
  }
}
