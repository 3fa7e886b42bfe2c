import Glibc

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

  /// Writes the labels into the row of the scale, if there is one. The bands divide `frequencies` in equal ratios. The
  /// unit stands in the level scale; without that at the right end, if no label is there. Two channels have L and R at
  /// their ends.
  package static func draw(
    _ frequencies: ClosedRange<Double>, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas
  ) {
    guard let row = place.frequencyRow, frequencies.lowerBound > 0, frequencies.upperBound > frequencies.lowerBound
    else { return }
    let octaves = log(frequencies.upperBound / frequencies.lowerBound)
    var isTaken = [Bool](repeating: false, count: layout.columns)
    func write(_ text: String, at first: Int, style: Style) {
      canvas.write(text, row: row, column: place.bars.column + first, limit: text.utf8.count, style: style)
      for index in first..<first + text.utf8.count { isTaken[index] = true }
    }
    if layout.channels == 2, layout.columns >= narrowestWithUnit {
      write("L", at: 0, style: .faint)
      write("R", at: layout.columns - 1, style: .faint)
    }
    if let column = place.levelScaleColumn {
      let end = column + ViewLayout.levelScaleColumns - 1
      canvas.write(unit, row: row, column: end - unit.utf8.count, limit: unit.utf8.count, style: .scale)
    }
    for mark in marks where frequencies.contains(mark.hertz) {
      let band = min(
        Int(Double(layout.bands) * log(mark.hertz / frequencies.lowerBound) / octaves), layout.bands - 1)
      for channel in 0..<layout.channels {
        let middle = layout.column(band: band, channel: channel) + layout.width(ofBar: band) / 2
        let first = middle - mark.text.utf8.count / 2
        let last = first + mark.text.utf8.count
        guard first >= 0, last <= layout.columns else { continue }
        guard !isTaken[max(first - 1, 0)..<min(last + 1, layout.columns)].contains(true) else { continue }
        write(mark.text, at: first, style: .scale)
      }
    }
    if place.levelScaleColumn == nil, layout.columns >= narrowestWithUnit,
      !isTaken.suffix(unit.utf8.count + 1).contains(true)
    {
      write(unit, at: layout.columns - unit.utf8.count, style: .scale)
    }
  }

  private static let unit = "Hz"
}
