package import AudioCore
package import RadioModel
import Spectrum

/// The waveform of the audible sound. It begins at a rising zero crossing, so that a steady tone stands still.
package struct Oscilloscope: Visualizer {
  /// The pictures a second.
  package static let framesPerSecond = 30

  /// The wave, with two points for each column.
  private var wave = Waveform()
  /// The braille dots of each cell of a region.
  private var bits: [UInt8] = []
  /// The loudest sample of the recent past, which fills the height.
  private var hold: Float = 0

  /// The time that is shown, in seconds; less when the window of the sound is shorter than twice that.
  package static let shownSeconds = Waveform.seconds
  /// What is left of the loudest sample after a picture.
  package static let release: Float = 0.97
  /// Sound below this is not made larger.
  package static let quietest: Float = 0.02
  /// The share of the height that the loudest sample fills.
  package static let fill: Float = 0.94

  /// Creates an oscilloscope that shows silence.
  package init() {}

  /// True when the waveform is a straight line.
  package var isFlat: Bool { wave.isFlat }

  /// Shows silence; `isStereo` separates two channels.
  package mutating func clear(isStereo: Bool = false) {
    wave.clear(rows: isStereo ? 2 : 1)
    hold = 0
  }

  /// Takes `frames × channels` samples, and shows their second half or less in `columns` columns of two dots; `isStereo`
  /// separates the first two channels, otherwise their mean is shown.
  package mutating func update(
    _ samples: [Float], format: AudioFormat, columns: Int, isStereo: Bool
  ) {
    wave.update(samples, format: format, points: max(columns, 0) * 2, isStereo: isStereo)
    hold = max(wave.peak, hold * Self.release, Self.quietest)
  }

  /// Shows the sound, or silence.
  package mutating func receive(
    _ spectrum: LiveSpectrum, isAudible: Bool, status: RadioStatus, region: Region, now: Int64
  ) {
    if isAudible, let sound = spectrum.sound {
      update(sound.samples, format: sound.format, columns: region.columns, isStereo: spectrum.isStereo)
    } else {
      clear(isStereo: spectrum.isStereo)
    }
  }

  /// Draws the waveform.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    draw(into: &canvas, region: region)
  }

  /// Draws the scale of time below the waveform, and beside it the channels.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {
    if let row = place.frequencyRow { Self.drawScale(into: &canvas, row: row, region: place.bars) }
    guard let column = place.levelScaleColumn else { return }
    Self.drawChannels(into: &canvas, column: column, region: place.bars, isStereo: layout.channels == 2)
  }

  /// Draws the waveform into `region`, the left channel above the right one, and blanks the rest of it.
  package mutating func draw(into canvas: inout Canvas, region: Region) {
    canvas.clear(region)
    let isSplit = wave.rows == 2 && region.rows >= 2
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
    let hold = max(hold, Self.quietest)
    bits.removeAll(keepingCapacity: true)
    bits.append(contentsOf: repeatElement(0, count: region.rows * region.columns))
    var before: ClosedRange<Int>?
    for x in 0..<region.columns * across {
      // Without dots of its own each column shows the first of its two.
      let dot = hasDots ? x : 2 * x
      let point = channel * wave.points + dot
      let (low, high) = dot < wave.points ? (wave.lows[point], wave.highs[point]) : (0, 0)
      func y(_ sample: Float) -> Int {
        let share = min(max(sample / hold * Self.fill, -1), 1)
        return min(max(Int((1 - share) / 2 * Float(height)), 0), height - 1)
      }
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
  private static func drawScale(into canvas: inout Canvas, row: Int, region: Region) {
    for step in 0...4 {
      let milliseconds = Int(shownSeconds * 1000) * step / 5
      canvas.write(
        step == 0 ? "0 ms" : "\(milliseconds)", row: row, column: region.column + region.columns * step / 5, limit: 6,
        style: .scale)
    }
  }
}
