import Radio

/// Paints the whole picture: a function of the radio's snapshot, the bars and the view's own few choices.
package struct ViewPainter: Sendable {
  /// The picture.
  package private(set) var canvas: Canvas
  /// What stands where on it.
  package private(set) var layout: ViewLayout
  /// What the right end of the status row says about the view: profile, stereo.
  package var viewName = "" {
    didSet { if viewName != oldValue { isStale = true } }
  }
  /// True while the list of keys is shown.
  package var showsHelp = false {
    didSet {
      if showsHelp != oldValue {
        canvas.clear()
        isStale = true
      }
    }
  }
  /// A word or two shown for a moment at the upper right of the bars.
  package var flash: String?

  private var bars: BarsRenderer
  private var snapshot = TunerSnapshot()
  private var hasNewSnapshot = false
  /// What the rows show, in the steps that can be seen.
  private var painted = TunerSnapshot()
  private var paintedLevels: ClosedRange<Double>?
  private var paintedFrequencies: ClosedRange<Double>?
  private var paintedBars: BarsLayout?
  private var paintedNotice: String?
  private var isStale = true
  /// True when something lies over the bars.
  private var hasOverlays = false

  /// A painter for a screen of this size.
  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    canvas = Canvas(columns: columns, rows: rows, glyphs: glyphs)
    layout = ViewLayout(columns: columns, rows: rows)
    bars = BarsRenderer(glyphs: glyphs)
  }

  /// Takes another size; everything is painted anew.
  package mutating func resize(columns: Int, rows: Int) {
    canvas = Canvas(columns: columns, rows: rows, glyphs: canvas.glyphs)
    layout = ViewLayout(columns: columns, rows: rows)
    isStale = true
  }

  /// Shows `snapshot` with the next picture.
  package mutating func show(_ snapshot: TunerSnapshot) {
    self.snapshot = snapshot
    hasNewSnapshot = true
  }

  /// Brings the picture up to date. True when the renderer must forget what it knows because glyph numbers changed.
  package mutating func paint(_ picture: BarPicture, bars barsLayout: BarsLayout) -> Bool {
    var forgets = false
    if canvas.clusters.count > Canvas.clustersToKeep {
      canvas.forgetClusters()
      isStale = true
      forgets = true
    }
    // Looking for what is new in a snapshot costs as much as drawing the bars.
    if hasNewSnapshot || isStale { paintRows(Self.coarse(snapshot)) }
    paintScales(picture, barsLayout)
    if isStale || hasOverlays { bars.invalidate() }
    bars.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    hasOverlays = false
    paintOverlays()
    hasNewSnapshot = false
    isStale = false
    return forgets
  }

  /// The snapshot in the steps that can be seen, so that rows are written again only when they will look different.
  private static func coarse(_ snapshot: TunerSnapshot) -> TunerSnapshot {
    var coarse = snapshot
    coarse.elapsed = .seconds(snapshot.elapsed.components.seconds)
    coarse.bufferedSeconds = (snapshot.bufferedSeconds * 10).rounded() / 10
    coarse.bitRate = snapshot.bitRate.map { ($0 + 500) / 1000 * 1000 }
    return coarse
  }

  private mutating func paintRows(_ snapshot: TunerSnapshot) {
    guard isStale || snapshot != painted else { return }
    painted = snapshot
    let margin = layout.textMargin
    if let row = layout.headerRow {
      StatusRows.drawHeader(snapshot, row: row, margin: margin, into: &canvas)
      if let row = layout.titleRow { StatusRows.drawTitle(snapshot, row: row, margin: margin, into: &canvas) }
    } else if let row = layout.titleRow {
      StatusRows.drawNameAndTitle(snapshot, row: row, margin: margin, into: &canvas)
    }
    if let row = layout.statusRow {
      StatusRows.drawStatus(snapshot, viewName: viewName, row: row, margin: margin, into: &canvas)
    }
    if let row = layout.hintRow { StatusRows.drawHints(row: row, margin: margin, into: &canvas) }
  }

  private mutating func paintScales(_ picture: BarPicture, _ barsLayout: BarsLayout) {
    if isStale || picture.frequencies != paintedFrequencies || barsLayout != paintedBars, let row = layout.frequencyRow
    {
      canvas.clearRow(row)
      FrequencyScale.draw(
        picture.frequencies, layout: barsLayout, row: row, column: layout.bars.column, into: &canvas)
    }
    if isStale || picture.levels != paintedLevels, let column = layout.levelScaleColumn {
      LevelScale.draw(picture.levels, bars: layout.bars, column: column, into: &canvas)
    }
    (paintedFrequencies, paintedBars, paintedLevels) = (picture.frequencies, barsLayout, picture.levels)
  }

  /// What lies over the bars; they were just drawn, so nothing of an older overlay is left but in the free row above
  /// them.
  private mutating func paintOverlays() {
    let region = layout.bars
    guard region.rows > 0 else { return }
    paintOutputNotice(snapshot.outputNotice)
    if snapshot.state != .playing {
      let state = StateText(snapshot.state, isUTF8: canvas.glyphs.isUTF8)
      if let message = state.message {
        let lines = lines(of: message, limit: max(region.rows - 2, 1))
        for (number, line) in lines.enumerated() {
          let row = region.row + max((region.rows - lines.count) / 2, 0) + number
          paintNotice(line, style: state.style, row: row, column: (region.columns - line.columns) / 2)
        }
      }
    }
    if let flash {
      let text = TextCells(flash, isUTF8: canvas.glyphs.isUTF8)
      paintNotice(text, style: .strong, row: region.row, column: max(region.columns - text.columns, 0))
    }
    if showsHelp {
      HelpOverlay.draw(into: &canvas)
      hasOverlays = true
    }
  }

  /// Writes what there is to say of the output where the bars seldom reach: in the free row above them, if there is
  /// one, and in the first of theirs. The keys stay where they are.
  private mutating func paintOutputNotice(_ notice: String?) {
    if isStale || notice != paintedNotice, let row = layout.freeRow { canvas.clearRow(row) }
    paintedNotice = notice
    guard let notice, layout.bars.rows >= Self.lowestWithNotice else { return }
    let limit = layout.freeRow == nil ? 1 : Self.mostNoticeLines
    for (number, line) in lines(of: notice, limit: limit).enumerated() {
      paintNotice(line, style: .notice, row: (layout.freeRow ?? layout.bars.row) + number, column: 0)
    }
  }

  /// Fewer rows of bars have no notice about the output.
  private static let lowestWithNotice = 4
  /// Lines of a notice about the output.
  private static let mostNoticeLines = 3

  /// `text` in lines that fit over the bars.
  private func lines(of text: String, limit: Int) -> [TextCells] {
    let isUTF8 = canvas.glyphs.isUTF8
    return TextCells(text, isUTF8: isUTF8).lines(ofColumns: layout.bars.columns, limit: limit, isUTF8: isUTF8)
  }

  /// Writes a text over the bars, a blank to either side of it; the column is the region's.
  private mutating func paintNotice(_ text: TextCells, style: Style, row: Int, column: Int) {
    let region = layout.bars
    let width = min(text.columns, region.columns)
    let first = max(column - 1, 0)
    let last = min(column + width + 1, region.columns)
    canvas.fill(0x20, row: row, column: region.column + first, count: last - first, style: .plain)
    canvas.write(text, row: row, column: region.column + column, limit: width, style: style)
    hasOverlays = true
  }
}
