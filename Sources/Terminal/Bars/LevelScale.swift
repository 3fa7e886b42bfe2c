/// Draws the scale of levels to the left of the bars.
package enum LevelScale {
  /// Draws the line, with labels every 10 or 20 dB depending on the height, and the unit in the lowest row without a
  /// label. With `levels` nil it draws the line alone; with `column` nil there is no place for a scale. In `mirroredRows`
  /// rows below the bars the labels stand again, in reverse.
  package static func draw(
    _ levels: ClosedRange<Double>?, bars: Region, column: Int?, mirroredRows: Int = 0, into canvas: inout Canvas
  ) {
    guard let column else { return }
    let isUTF8 = canvas.glyphs.isUTF8
    let line = column + ViewLayout.levelScaleColumns - 1
    for row in bars.row..<bars.row + bars.rows + mirroredRows {
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
        let mirrored = 2 * (bars.row + bars.rows) - 1 - row
        for row in mirrored < bars.row + bars.rows + mirroredRows ? [row, mirrored] : [row] {
          canvas.write(text, row: row, column: line - text.utf8.count, limit: 4, style: .scale)
          canvas.put(isUTF8 ? 0x2524 : 0x2B, row: row, column: line, style: .scale)
        }
        if row == unitRow { unitRow -= 1 }
      }
      level -= step
    }
    canvas.write("dB", row: unitRow, column: line - 2, limit: 2, style: .scale)
  }
}
