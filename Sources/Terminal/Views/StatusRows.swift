import AudioCore
import RadioModel

/// Draws the rows of text around the bars.
package enum StatusRows {
  /// The width of a gauge in cells.
  private static let gaugeColumns = 10
  /// The minimum width of a row with gauges; narrower rows show only numbers.
  private static let narrowestWithGauges = 64

  /// Draws the station's name, and the state at the right end.
  package static func drawHeader(_ status: RadioStatus, row: Int, margin: Int, into canvas: inout Canvas) {
    canvas.clearRow(row)
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    let end = drawTrailing(state.short, style: state.style, row: row, margin: margin, into: &canvas)
    canvas.write(status.name, row: row, column: margin, limit: end - margin - 2, style: .strong)
  }

  /// Draws the title.
  package static func drawTitle(_ status: RadioStatus, row: Int, margin: Int, into canvas: inout Canvas) {
    canvas.clearRow(row)
    canvas.write(status.title ?? "", row: row, column: margin, limit: canvas.columns - 2 * margin, style: .plain)
  }

  /// Draws name, title and state in one row, for screens that are too low for two rows. The title has priority, because
  /// it is what changes.
  package static func drawNameAndTitle(_ status: RadioStatus, row: Int, margin: Int, into canvas: inout Canvas) {
    canvas.clearRow(row)
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    var end = canvas.columns - margin
    if status.state != .playing, canvas.columns >= 30 {
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

  /// Draws time, codec and bit rate, format, buffer, view and volume, as many of them as fit.
  package static func drawStatus(
    _ status: RadioStatus, viewName: String, row: Int, margin: Int, into canvas: inout Canvas
  ) {
    canvas.clearRow(row)
    let space = canvas.columns - 2 * margin
    let glyphs = canvas.glyphs
    let measure = canvas
    let segments = StatusSegment.fitting(
      self.segments(of: status, viewName: viewName, glyphs: glyphs, hasGauges: space >= narrowestWithGauges),
      columns: space, width: { measure.width(of: $0) })
    var left = margin
    var right = margin + space
    for segment in segments.reversed() where segment.isTrailing {
      right -= segment.runs.reduce(0) { $0 + canvas.width(of: $1.text) }
      draw(segment, row: row, column: right, end: margin + space, into: &canvas)
      right -= StatusSegment.distance
    }
    for segment in segments where !segment.isTrailing {
      left = draw(segment, row: row, column: left, end: margin + space, into: &canvas) + StatusSegment.distance
    }
  }

  /// Draws the keys, as many as fit.
  package static func drawHints(row: Int, margin: Int, into canvas: inout Canvas) {
    canvas.clearRow(row)
    let space = canvas.columns - 2 * margin
    var column = margin
    for hint in HelpOverlay.hints {
      let width = canvas.width(of: hint.keys) + 1 + canvas.width(of: hint.action)
      guard column + width <= margin + space else { break }
      column += canvas.write(hint.keys, row: row, column: column, limit: space, style: .plain) + 1
      column +=
        canvas.write(hint.action, row: row, column: column, limit: space, style: .faint) + StatusSegment.distance
    }
  }

  /// Returns all segments that the status row can show, in order.
  private static func segments(
    of status: RadioStatus, viewName: String, glyphs: GlyphSet, hasGauges: Bool
  ) -> [StatusSegment] {
    func gauge(_ filled: Int) -> [(text: String, style: Style)] {
      hasGauges ? gaugeRuns(filled, glyphs: glyphs) + [(" ", .plain)] : []
    }
    var time: [(text: String, style: Style)] = [(clock(status.elapsed), .plain)]
    if let length = status.length { time.append((" / " + clock(length), .faint)) }
    var segments = [StatusSegment(time, rank: 1)]
    let coding = BitRateText.coding(status.codec, bitRate: status.bitRate)
    if !coding.isEmpty { segments.append(StatusSegment([(coding, .plain)], rank: 2)) }
    if let format = status.format { segments.append(StatusSegment([(format.displayName, .faint)], rank: 4)) }
    if status.bufferCapacity > 0 {
      let filled = Int((status.buffered / status.bufferCapacity * Double(gaugeColumns)).rounded())
      let seconds = "\(tenths(status.buffered)) s"
      segments.append(StatusSegment([("buffer ", .faint)] + gauge(filled) + [(seconds, .plain)], rank: 3))
    }
    segments.append(StatusSegment([(viewName, .faint)], rank: 5, isTrailing: true))
    let volume = min(max(status.volume, 0), 100)
    let runs: [(text: String, style: Style)] =
      status.isMuted
      ? [("muted", .notice)]
      : [("volume ", .faint)] + gauge((volume * gaugeColumns + 50) / 100) + [("\(volume) %", .plain)]
    segments.append(StatusSegment(runs, rank: 0, isTrailing: true))
    return segments
  }

  private static func gaugeRuns(_ filled: Int, glyphs: GlyphSet) -> [(text: String, style: Style)] {
    let filled = min(max(filled, 0), gaugeColumns)
    let (on, off) = glyphs == .eighths ? ("\u{2501}", "\u{2500}") : ("=", "-")
    return [
      (String(repeating: on, count: filled), .accent), (String(repeating: off, count: gaugeColumns - filled), .scale),
    ]
  }

  @discardableResult
  private static func draw(_ segment: StatusSegment, row: Int, column: Int, end: Int, into canvas: inout Canvas) -> Int
  {
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

  /// Formats a number of seconds as `1:02:03` or `2:03`.
  package static func clock(_ elapsed: Double) -> String {
    let seconds = max(Int(elapsed), 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }

  /// Formats a number with one decimal.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 9999) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
