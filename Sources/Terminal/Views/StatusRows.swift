package import RadioModel

/// Draws the rows of text around the bars, into blank cells.
package enum StatusRows {
  /// The width of a gauge in cells.
  private static let gaugeColumns = 10
  /// The minimum width of a row with gauges; narrower rows show only numbers.
  private static let narrowestWithGauges = 64
  /// The minimum width of a screen that shows the state beside name and title.
  static let narrowestWithState = 30
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
    /// True for the volume.
    var isVolume = false
    /// The columns before the gauge; nil without one.
    var gaugeOffset: Int?

    /// The width in columns.
    func columns(_ canvas: Canvas) -> Int { runs.reduce(0) { $0 + canvas.width(of: $1.text) } }
  }

  /// Draws the station's name at the beginning of a row, and the state at its end.
  package static func drawHeader(_ status: RadioStatus, in place: Region, into canvas: inout Canvas) {
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    let columns = stateColumns(state, in: place, canvas)
    canvas.write(
      state.short, row: place.row, column: columns.lowerBound, limit: place.end - columns.lowerBound, style: state.style
    )
    canvas.write(
      status.name, row: place.row, column: place.column, limit: columns.lowerBound - place.column - 2, style: .strong)
  }

  /// Draws name, title and state in one row, for screens that are too low for two rows. The title has priority, because
  /// it is what changes.
  package static func drawNameAndTitle(_ status: RadioStatus, in place: Region, into canvas: inout Canvas) {
    let (row, first) = (place.row, place.column)
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    var end = place.end
    if status.state != .playing || status.isSilent, canvas.columns >= narrowestWithState {
      let columns = stateColumns(state, in: place, canvas)
      canvas.write(
        state.short, row: row, column: columns.lowerBound, limit: end - columns.lowerBound, style: state.style)
      end = columns.lowerBound - 1
    }
    let title = status.title ?? ""
    let space = end - first
    if title.isEmpty {
      canvas.write(status.name, row: row, column: first, limit: space, style: .strong)
    } else if canvas.width(of: title) + 3 + 8 > space {
      canvas.write(title, row: row, column: first, limit: space, style: .plain)
    } else {
      let nameLimit = space - canvas.width(of: title) - 2
      let used = canvas.write(status.name, row: row, column: first, limit: nameLimit, style: .strong)
      canvas.write(title, row: row, column: first + used + 2, limit: space - used - 2, style: .plain)
    }
  }

  /// Returns the columns of the state at the end of a row.
  static func stateColumns(_ state: StateText, in place: Region, _ canvas: Canvas) -> Range<Int> {
    max(place.end - canvas.width(of: state.short), place.column)..<place.end
  }

  /// Draws time, what is recorded, codec and bit rate, format, buffer, the counters of the log, view and volume, as many
  /// of them as fit.
  package static func drawStatus(
    _ status: RadioStatus, recording: String = "", viewName: String, counters: String = "", in place: Region,
    into canvas: inout Canvas
  ) {
    let placed = placed(status, recording: recording, viewName: viewName, counters: counters, in: place, canvas)
    for (segment, column) in placed {
      _ = segment.runs.reduce(column) { column, run in
        column + canvas.write(run.text, row: place.row, column: column, limit: place.end - column, style: run.style)
      }
    }
  }

  /// Returns the segments that fit into a row, with their first columns.
  private static func placed(
    _ status: RadioStatus, recording: String, viewName: String, counters: String, in place: Region, _ canvas: Canvas
  ) -> [(segment: Segment, column: Int)] {
    var kept = segments(
      of: status, recording: recording, viewName: viewName, counters: counters, glyphs: canvas.glyphs,
      hasGauges: place.columns >= narrowestWithGauges)
    func total() -> Int { kept.reduce(0) { $0 + $1.columns(canvas) } + distance * (kept.count - 1) }
    while kept.count > 1, total() > place.columns, let least = kept.indices.max(by: { kept[$0].rank < kept[$1].rank }) {
      kept.remove(at: least)
    }
    var (left, right) = (place.column, place.end)
    var placed: [(segment: Segment, column: Int)] = []
    for segment in kept.reversed() where segment.isTrailing {
      right -= segment.columns(canvas)
      placed.append((segment, right))
      right -= distance
    }
    for segment in kept where !segment.isTrailing {
      placed.append((segment, left))
      left += segment.columns(canvas) + distance
    }
    return placed
  }

  /// Returns what a click on a column of the status row does: a cell of the volume's gauge sets it, the word `muted` ends
  /// that; nil elsewhere.
  static func command(
    at column: Int, _ status: RadioStatus, recording: String = "", viewName: String, counters: String,
    in place: Region, _ canvas: Canvas
  ) -> Command? {
    let placed = placed(status, recording: recording, viewName: viewName, counters: counters, in: place, canvas)
    guard let volume = placed.first(where: { $0.segment.isVolume }) else { return nil }
    let offset = column - volume.column
    guard 0..<volume.segment.columns(canvas) ~= offset else { return nil }
    if status.isMuted { return .toggleMute }
    guard let cell = volume.segment.gaugeOffset.map({ offset - $0 }), 0..<gaugeColumns ~= cell else { return nil }
    return .setVolume((cell + 1) * 100 / gaugeColumns)
  }

  /// Returns the key that a click on a column of the row of keys stands for, as the row names it: that under the mouse,
  /// or the first one of the action under it.
  static func key(
    at column: Int, of hints: [(keys: String, action: String)], in place: Region, _ canvas: Canvas
  ) -> String? {
    for (hint, first) in placed(hints, in: place, canvas) {
      let keys = hint.keys.split(separator: " ")
      var next = first
      for key in keys {
        let width = canvas.width(of: String(key))
        if next..<next + width ~= column { return String(key) }
        next += width + 1
      }
      if next..<next + canvas.width(of: hint.action) ~= column { return keys.first.map(String.init) }
    }
    return nil
  }

  /// Draws the keys, as many as fit.
  package static func drawHints(
    _ hints: [(keys: String, action: String)], in place: Region, into canvas: inout Canvas
  ) {
    for (hint, column) in placed(hints, in: place, canvas) {
      let next =
        column
        + canvas.write(
          hint.keys, row: place.row, column: column, limit: place.end - column, style: .plain) + 1
      canvas.write(hint.action, row: place.row, column: next, limit: place.end - next, style: .faint)
    }
  }

  /// Returns the hints that fit into a row, with their first columns.
  private static func placed(
    _ hints: [(keys: String, action: String)], in place: Region, _ canvas: Canvas
  ) -> [(hint: (keys: String, action: String), column: Int)] {
    var column = place.column
    var placed: [(hint: (keys: String, action: String), column: Int)] = []
    for hint in hints {
      let width = canvas.width(of: hint.keys) + 1 + canvas.width(of: hint.action)
      guard column + width <= place.end else { break }
      placed.append((hint, column))
      column += width + distance
    }
    return placed
  }

  /// Returns all segments that the status row can show, in order.
  private static func segments(
    of status: RadioStatus, recording: String, viewName: String, counters: String, glyphs: GlyphSet, hasGauges: Bool
  ) -> [Segment] {
    let parts = StatusPart.parts(of: status).map { part -> Segment in
      var runs: [(text: String, style: Style)] = part.label.isEmpty ? [] : [(part.label + " ", .faint)]
      if hasGauges, let share = part.gauge {
        let filled = Int((min(max(share, 0), 1) * Double(gaugeColumns)).rounded())
        runs += gaugeRuns(filled, glyphs: glyphs) + [(" ", .plain)]
      }
      runs.append((part.value, part.isNotice ? .notice : part.isFaint ? .faint : .plain))
      if !part.remark.isEmpty { runs.append((part.remark, .faint)) }
      // The volume is the only part at the right end.
      return Segment(
        runs: runs, rank: part.rank, isTrailing: part.isTrailing, isVolume: part.isTrailing,
        gaugeOffset: hasGauges && part.gauge != nil ? part.label.utf8.count + 1 : nil)
    }
    let name = Segment(runs: [(viewName, .faint)], rank: 5, isTrailing: true)
    let trailing = parts.firstIndex(where: \.isTrailing) ?? parts.count
    let counted = counters.isEmpty ? [] : [Segment(runs: [(counters, .notice)], rank: 1, isTrailing: true)]
    let times = parts[..<trailing].prefix { $0.rank <= 1 }.endIndex
    var all = Array(parts[..<times])
    if !recording.isEmpty { all.append(Segment(runs: [(recording, .accent)], rank: 1, isTrailing: false)) }
    return all + parts[times..<trailing] + counted + [name] + parts[trailing...]
  }

  private static func gaugeRuns(_ filled: Int, glyphs: GlyphSet) -> [(text: String, style: Style)] {
    let (on, off) = glyphs == .eighths ? ("\u{2501}", "\u{2500}") : ("=", "-")
    return [
      (String(repeating: on, count: filled), .accent), (String(repeating: off, count: gaugeColumns - filled), .scale),
    ]
  }
}
