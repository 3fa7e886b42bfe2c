package import RadioModel

/// Draws the rows of text around the bars, into blank cells.
package enum StatusRows {
  /// The width of a gauge in cells.
  private static let gaugeColumns = 10
  /// The minimum width of a row with gauges; narrower rows show only numbers.
  private static let narrowestWithGauges = 64
  /// The number of columns between two segments.
  private static let distance = 3

  /// A segment of the status row.
  private struct Segment {
    /// The text, as runs of one style each.
    var runs: [(text: String, style: Style)]
    /// The rank: when space is short, the segments with the highest rank are dropped first.
    var rank: Int
    /// True when the segment stands at the right end.
    var isTrailing: Bool
  }

  /// Draws the station's name from `column` on, and the state at the right end.
  package static func drawHeader(
    _ status: RadioStatus, row: Int, column: Int, margin: Int, into canvas: inout Canvas
  ) {
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    let end = drawTrailing(state.short, style: state.style, row: row, margin: margin, into: &canvas)
    canvas.write(status.name, row: row, column: column, limit: end - column - 2, style: .strong)
  }

  /// Draws name, title and state in one row, for screens that are too low for two rows. The title has priority, because
  /// it is what changes.
  package static func drawNameAndTitle(_ status: RadioStatus, row: Int, margin: Int, into canvas: inout Canvas) {
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    var end = canvas.columns - margin
    if status.state != .playing || status.isSilent, canvas.columns >= 30 {
      end = drawTrailing(state.short, style: state.style, row: row, margin: margin, into: &canvas) - 1
    }
    let title = status.title ?? ""
    let space = end - margin
    if title.isEmpty {
      canvas.write(status.name, row: row, column: margin, limit: space, style: .strong)
    } else if canvas.width(of: title) + 3 + 8 > space {
      canvas.write(title, row: row, column: margin, limit: space, style: .plain)
    } else {
      let nameLimit = space - canvas.width(of: title) - 2
      let used = canvas.write(status.name, row: row, column: margin, limit: nameLimit, style: .strong)
      canvas.write(title, row: row, column: margin + used + 2, limit: space - used - 2, style: .plain)
    }
  }

  /// Draws time, codec and bit rate, format, buffer, the counters of the log, view and volume, as many of them as fit.
  package static func drawStatus(
    _ status: RadioStatus, viewName: String, counters: String = "", row: Int, margin: Int, into canvas: inout Canvas
  ) {
    let space = canvas.columns - 2 * margin
    var kept = segments(
      of: status, viewName: viewName, counters: counters, glyphs: canvas.glyphs,
      hasGauges: space >= narrowestWithGauges)
    func columns(_ segment: Segment) -> Int { segment.runs.reduce(0) { $0 + canvas.width(of: $1.text) } }
    func total() -> Int { kept.reduce(0) { $0 + columns($1) } + distance * (kept.count - 1) }
    while kept.count > 1, total() > space, let least = kept.indices.max(by: { kept[$0].rank < kept[$1].rank }) {
      kept.remove(at: least)
    }
    var (left, right) = (margin, margin + space)
    for segment in kept.reversed() where segment.isTrailing {
      right -= columns(segment)
      draw(segment, row: row, column: right, end: margin + space, into: &canvas)
      right -= distance
    }
    for segment in kept where !segment.isTrailing {
      left = draw(segment, row: row, column: left, end: margin + space, into: &canvas) + distance
    }
  }

  /// Draws the keys, as many as fit.
  package static func drawHints(
    _ hints: [(keys: String, action: String)], row: Int, margin: Int, into canvas: inout Canvas
  ) {
    let space = canvas.columns - 2 * margin
    var column = margin
    for hint in hints {
      let width = canvas.width(of: hint.keys) + 1 + canvas.width(of: hint.action)
      guard column + width <= margin + space else { break }
      column += canvas.write(hint.keys, row: row, column: column, limit: space, style: .plain) + 1
      column += canvas.write(hint.action, row: row, column: column, limit: space, style: .faint) + distance
    }
  }

  /// Returns all segments that the status row can show, in order.
  private static func segments(
    of status: RadioStatus, viewName: String, counters: String, glyphs: GlyphSet, hasGauges: Bool
  ) -> [Segment] {
    let parts = StatusPart.parts(of: status).map { part -> Segment in
      var runs: [(text: String, style: Style)] = part.label.isEmpty ? [] : [(part.label + " ", .faint)]
      if hasGauges, let share = part.gauge {
        let filled = Int((min(max(share, 0), 1) * Double(gaugeColumns)).rounded())
        runs += gaugeRuns(filled, glyphs: glyphs) + [(" ", .plain)]
      }
      runs.append((part.value, part.isNotice ? .notice : part.isFaint ? .faint : .plain))
      if !part.remark.isEmpty { runs.append((part.remark, .faint)) }
      return Segment(runs: runs, rank: part.rank, isTrailing: part.isTrailing)
    }
    let name = Segment(runs: [(viewName, .faint)], rank: 5, isTrailing: true)
    let trailing = parts.firstIndex(where: \.isTrailing) ?? parts.count
    let counted = counters.isEmpty ? [] : [Segment(runs: [(counters, .notice)], rank: 1, isTrailing: true)]
    return parts[..<trailing] + counted + [name] + parts[trailing...]
  }

  private static func gaugeRuns(_ filled: Int, glyphs: GlyphSet) -> [(text: String, style: Style)] {
    let (on, off) = glyphs == .eighths ? ("\u{2501}", "\u{2500}") : ("=", "-")
    return [
      (String(repeating: on, count: filled), .accent), (String(repeating: off, count: gaugeColumns - filled), .scale),
    ]
  }

  @discardableResult
  private static func draw(_ segment: Segment, row: Int, column: Int, end: Int, into canvas: inout Canvas) -> Int {
    segment.runs.reduce(column) { place, run in
      place + canvas.write(run.text, row: row, column: place, limit: end - place, style: run.style)
    }
  }

  /// Writes a text at the right end of a row; returns its first column.
  private static func drawTrailing(
    _ text: String, style: Style, row: Int, margin: Int, into canvas: inout Canvas
  ) -> Int {
    let column = max(canvas.columns - margin - canvas.width(of: text), 0)
    canvas.write(text, row: row, column: column, limit: canvas.columns - column, style: style)
    return column
  }
}
