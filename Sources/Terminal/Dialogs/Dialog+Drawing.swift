extension Dialog {
  /// The width of a dialog in columns on wide screens.
  private static let defaultColumns = 64

  /// Draws the dialog into the middle of the canvas, over everything else.
  mutating func draw(into canvas: inout Canvas) {
    let columns = min(Self.defaultColumns, canvas.columns)
    let inner = max(columns - 4, 1)
    func wrapped(_ text: String, _ style: Style) -> [(TextCells, Style)] {
      canvas.lines(of: text, columns: inner, limit: 64).map { ($0, style) }
    }
    let sentences = lines.flatMap { wrapped($0, .plain) }
    let faults = fault.map { wrapped($0, .alarm) } ?? []
    let below = purpose == .details ? ["Enter, Esc close"] : hint
    let footer = below.flatMap { wrapped($0, .faint) }
    // The fields have priority over the rest.
    let space = max(canvas.rows - 2 - fields.count - faults.count - footer.count, 1)
    firstLine = min(firstLine, max(sentences.count - space, 0))
    let shown = Array(sentences.dropFirst(firstLine).prefix(space))
    let rows = min(shown.count + fields.count + faults.count + footer.count + 2, canvas.rows)
    let frame = Region(
      row: (canvas.rows - rows) / 2, column: (canvas.columns - columns) / 2, rows: rows, columns: columns)
    BoxFrame.draw(frame, title: title, into: &canvas)
    var row = frame.row + 1
    let last = frame.row + frame.rows - 1
    func write(_ lines: [(TextCells, Style)]) {
      for (line, style) in lines where row < last {
        canvas.write(line, row: row, column: frame.column + 2, limit: inner, style: style)
        row += 1
      }
    }
    write(shown)
    let nameColumns = (fields.map { canvas.width(of: $0.name) }.max() ?? 0) + 2
    for (number, entry) in fields.enumerated() where row < last {
      canvas.write(
        entry.name, row: row, column: frame.column + 2, limit: inner, style: number == focus ? .strong : .faint)
      entry.field.draw(
        row: row, column: frame.column + 2 + nameColumns, columns: inner - nameColumns, hasCursor: number == focus,
        into: &canvas)
      row += 1
    }
    write(faults)
    write(footer)
  }

  private var hint: [String] {
    switch purpose {
    case .delete, .details: []
    case .search, .tags: ["Enter accepts, Esc cancels"]
    case .add, .edit: ["Tab next field, Enter accepts, Esc cancels"]
    }
  }
}
