import Glibc

/// The assignment of a region's columns to bands.
///
/// With two channels the region has two halves whose lowest bands meet in the middle: the left channel extends to the
/// left, the right one to the right.
package struct BarsLayout: Equatable, Sendable {
  /// The width of the region.
  package let columns: Int
  /// The number of spectra side by side: 1 or 2.
  package let channels: Int
  /// The number of bands per spectrum.
  package let bands: Int
  /// The width of one bar in columns. With a requested number of bands, some bars are one column wider, so that the
  /// bars fill the region.
  package let barColumns: Int
  /// The number of free columns between two bars.
  package let gap: Int
  /// The width of one spectrum: its bars and the gaps between them.
  private let span: Int
  /// The first column of a single spectrum, or of the right one of two.
  private let origin: Int
  /// The column after the left channel's bar of the lowest band.
  private let mirroredEnd: Int

  /// The widths per channel from which bars are two columns wide with gaps, and from which they are three columns wide.
  /// Narrower bars have no gaps: columns that are on and off by turns do not look like bars.
  private static let spacious = 24
  private static let wide = 240

  /// Divides `columns` among bands: the `requested` number, or as many as fit if that is less. With nil the width
  /// decides. Bars of one column have no gaps.
  package init(columns: Int, channels: Int, requested: Int? = nil) {
    self.columns = max(columns, 0)
    self.channels = channels >= 2 && columns >= 2 ? 2 : 1
    let middleGap = self.channels == 2 ? (columns >= 9 ? 2 - columns % 2 : columns % 2) : 0
    let half = max((self.columns - middleGap) / self.channels, 1)
    if let requested {
      bands = min(max(requested, 1), half)
      let slot = (half + 1) / bands
      gap = slot > 2 ? 1 : 0
      barColumns = gap > 0 ? slot - gap : half / bands
      span = half
    } else {
      gap = half >= Self.spacious ? 1 : 0
      barColumns = half >= Self.wide ? 3 : gap + 1
      bands = (half + gap) / (barColumns + gap)
      span = bands * (barColumns + gap) - gap
    }
    mirroredEnd = half
    origin = self.channels == 2 ? self.columns - half : max((self.columns - span) / 2, 0)
  }

  /// Returns the column where a bar begins, counted from the first bar's column.
  private func start(_ band: Int) -> Int { band * (span + gap) / bands }

  /// Returns the width of the bar of `band` in columns.
  package func width(ofBar band: Int) -> Int { start(band + 1) - start(band) - gap }

  /// Returns the first column of a bar within the region. Channel 0 is the left one of two.
  package func column(band: Int, channel: Int) -> Int {
    channels == 2 && channel == 0 ? mirroredEnd - start(band) - width(ofBar: band) : origin + start(band)
  }
}

/// Draws the labels of frequencies below the bars.
package enum FrequencyScale {
  /// The possible labels, the most important first. A label that would touch another one is left out.
  private static let marks: [(hertz: Double, text: String)] = [
    (100, "100"), (1000, "1k"), (10000, "10k"), (50, "50"), (200, "200"), (500, "500"), (2000, "2k"), (5000, "5k"),
    (20000, "20k"), (20, "20"), (300, "300"), (3000, "3k"), (30, "30"), (15000, "15k"), (700, "700"), (7000, "7k"),
    (70, "70"), (150, "150"), (1500, "1.5k"),
  ]

  /// The minimum width for the unit and the channels among the labels.
  private static let narrowestWithUnit = 16

  /// Writes the labels into a row. The bands divide `frequencies` in equal ratios; `column` is the region's first
  /// column. The unit stands in the level scale at `unitColumn`; with nil at the right end, if no label is there. Two
  /// channels have L and R at their ends.
  package static func draw(
    _ frequencies: ClosedRange<Double>, layout: BarsLayout, row: Int, column: Int, unitColumn: Int? = nil,
    into canvas: inout Canvas
  ) {
    guard frequencies.lowerBound > 0, frequencies.upperBound > frequencies.lowerBound else { return }
    let octaves = log(frequencies.upperBound / frequencies.lowerBound)
    var isTaken = [Bool](repeating: false, count: layout.columns)
    func write(_ text: String, at first: Int, style: Style) {
      canvas.write(text, row: row, column: column + first, limit: text.utf8.count, style: style)
      for place in first..<first + text.utf8.count { isTaken[place] = true }
    }
    if layout.channels == 2, layout.columns >= narrowestWithUnit {
      write("L", at: 0, style: .faint)
      write("R", at: layout.columns - 1, style: .faint)
    }
    if let unitColumn {
      let end = unitColumn + ViewLayout.levelScaleColumns - 1
      canvas.write(unit, row: row, column: end - unit.utf8.count, limit: unit.utf8.count, style: .scale)
    }
    for mark in marks where frequencies.contains(mark.hertz) {
      let place = Int(Double(layout.bands) * log(mark.hertz / frequencies.lowerBound) / octaves)
      let band = min(place, layout.bands - 1)
      for channel in 0..<layout.channels {
        let middle = layout.column(band: band, channel: channel) + layout.width(ofBar: band) / 2
        let first = middle - mark.text.utf8.count / 2
        let last = first + mark.text.utf8.count
        guard first >= 0, last <= layout.columns else { continue }
        guard !isTaken[max(first - 1, 0)..<min(last + 1, layout.columns)].contains(true) else { continue }
        write(mark.text, at: first, style: .scale)
      }
    }
    if unitColumn == nil, layout.columns >= narrowestWithUnit, !isTaken.suffix(unit.utf8.count + 1).contains(true) {
      write(unit, at: layout.columns - unit.utf8.count, style: .scale)
    }
  }

  private static let unit = "Hz"
}

/// Draws the scale of levels to the left of the bars.
package enum LevelScale {
  /// Draws the line, with labels every 10 or 20 dB depending on the height, and the unit in the lowest row without a
  /// label. With `levels` nil it draws the line alone.
  package static func draw(_ levels: ClosedRange<Double>?, bars: Region, column: Int, into canvas: inout Canvas) {
    let isUTF8 = canvas.glyphs.isUTF8
    let line = column + ViewLayout.levelScaleColumns - 1
    for row in bars.row..<bars.row + bars.rows {
      canvas.fill(0x20, row: row, column: column, count: ViewLayout.levelScaleColumns - 1, style: .plain)
      canvas.put(isUTF8 ? 0x2502 : 0x7C, row: row, column: line, style: .scale)
    }
    guard let levels, levels.upperBound > levels.lowerBound else { return }
    let rowsPerDecibel = Double(bars.rows) / (levels.upperBound - levels.lowerBound)
    let step = rowsPerDecibel * 10 >= 2 ? 10 : 20
    var level = Int((levels.upperBound / Double(step)).rounded(.down)) * step
    var unitRow = bars.row + bars.rows - 1
    while Double(level) > levels.lowerBound {
      let row = bars.row + Int(((levels.upperBound - Double(level)) * rowsPerDecibel).rounded())
      if row < bars.row + bars.rows {
        let text = String(level)
        canvas.write(text, row: row, column: line - text.utf8.count, limit: 4, style: .scale)
        canvas.put(isUTF8 ? 0x2524 : 0x2B, row: row, column: line, style: .scale)
        if row == unitRow { unitRow -= 1 }
      }
      level -= step
    }
    canvas.write("dB", row: unitRow, column: line - 2, limit: 2, style: .scale)
  }
}
