/// Draws what all panes have around their rows, into blank cells.
enum PaneFrame {
  /// Draws the heading of a pane into its first row: a line with the pane's number and name, and a remark at the right
  /// end. The line of the pane that has the keys is thicker.
  static func drawHeading(
    _ pane: PaneKind, remark: String, region: Region, hasFocus: Bool, into canvas: inout Canvas
  ) {
    guard region.rows > 0, region.columns > 0 else { return }
    let line: UInt32
    switch canvas.glyphs {
    case .eighths: line = hasFocus ? 0x2501 : 0x2500
    case .halves: line = hasFocus ? 0x2550 : 0x2500
    case .ascii: line = hasFocus ? 0x3D : 0x2D
    }
    let style = hasFocus ? Style.focusedBorder : .border
    canvas.fill(line, row: region.row, column: region.column, count: region.columns, style: style)
    let end = region.column + region.columns
    let name = name(inHeading: pane)
    let used = canvas.write(
      name, row: region.row, column: region.column + 1, limit: region.columns - 2, style: hasFocus ? .title : .faint)
    guard !remark.isEmpty else { return }
    let width = canvas.width(of: remark) + 2
    guard used + width + 4 <= region.columns else { return }
    canvas.write(" \(remark) ", row: region.row, column: end - width - 1, limit: width, style: .faint)
  }

  /// Returns the columns of a heading up to the end of the pane's name.
  static func columns(ofHeading pane: PaneKind) -> Int { 1 + name(inHeading: pane).utf8.count }

  private static func name(inHeading pane: PaneKind) -> String { " \(pane.rawValue) \(pane.name) " }

  /// Draws sentences into the first rows of a region, in lines that fit. Returns the rest of the region.
  static func drawSentences(_ sentences: [(text: String, style: Style)], region: Region, into canvas: inout Canvas)
    -> Region
  {
    var rest = region
    for sentence in sentences {
      for line in canvas.lines(of: sentence.text, columns: region.columns, limit: min(maximumLines, rest.rows)) {
        canvas.write(line, row: rest.row, column: rest.column, limit: rest.columns, style: sentence.style)
        rest.row += 1
        rest.rows -= 1
      }
    }
    return rest
  }

  /// The maximum number of lines of a sentence in a pane.
  private static let maximumLines = 8
  /// The maximum number of lines of a text below the rows.
  static let maximumFooterLines = 4
}
