import Glibc

/// Draws the labels of frequencies below the bars.
package enum FrequencyScale {
  /// The possible labels, the most important first. A label that would touch another one is left out.
  private static let marks: [(hertz: Double, text: String)] = [
    (100, "100"), (1000, "1k"), (10000, "10k"), (50, "50"), (200, "200"), (500, "500"), (2000, "2k"), (5000, "5k"),
    (20000, "20k"), (20, "20"), (300, "300"), (3000, "3k"), (30, "30"), (15000, "15k"), (700, "700"), (7000, "7k"),
    (70, "70"), (150, "150"), (1500, "1.5k"),
  ]

  /// Writes the labels into a row. The bands divide `frequencies` in equal ratios; `column` is the region's first
  /// column.
  package static func draw(
    _ frequencies: ClosedRange<Double>, layout: BarsLayout, row: Int, column: Int, into canvas: inout Canvas
  ) {
    guard frequencies.lowerBound > 0, frequencies.upperBound > frequencies.lowerBound else { return }
    let octaves = log(frequencies.upperBound / frequencies.lowerBound)
    var isTaken = [Bool](repeating: false, count: layout.columns)
    for mark in marks where frequencies.contains(mark.hertz) {
      let place = Int(Double(layout.bands) * log(mark.hertz / frequencies.lowerBound) / octaves)
      let band = min(place, layout.bands - 1)
      for channel in 0..<layout.channels {
        let middle = layout.column(band: band, channel: channel) + layout.width(ofBar: band) / 2
        let first = middle - mark.text.utf8.count / 2
        let last = first + mark.text.utf8.count
        guard first >= 0, last <= layout.columns else { continue }
        guard !isTaken[max(first - 1, 0)..<min(last + 1, layout.columns)].contains(true) else { continue }
        canvas.write(mark.text, row: row, column: column + first, limit: last - first, style: .scale)
        for place in first..<last { isTaken[place] = true }
      }
    }
  }
}
