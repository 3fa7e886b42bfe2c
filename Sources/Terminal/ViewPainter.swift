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
  private var painted = TunerSnapshot()
  private var paintedLevels: ClosedRange<Double>?
  private var paintedFrequencies: ClosedRange<Double>?
  private var paintedBars: BarsLayout?
  private var isStale = true

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

  /// Brings the picture up to date. True when the renderer must forget what it knows because glyph numbers changed.
  package mutating func paint(_ snapshot: TunerSnapshot, picture: BarPicture, bars barsLayout: BarsLayout) -> Bool {
    var forgets = false
    if canvas.clusters.count > Canvas.clustersToKeep {
      canvas.forgetClusters()
      isStale = true
      forgets = true
    }
    paintRows(Self.coarse(snapshot))
    paintScales(picture, barsLayout)
    bars.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    paintOverlays(snapshot)
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
    if let row = layout.hintRow { StatusRows.drawHints(snapshot, row: row, margin: margin, into: &canvas) }
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

  /// What lies over the bars; they were just drawn, so nothing of an older overlay is left.
  private mutating func paintOverlays(_ snapshot: TunerSnapshot) {
    let region = layout.bars
    guard region.rows > 0 else { return }
    if snapshot.state != .playing {
      let state = StateText(snapshot.state, isUTF8: canvas.glyphs.isUTF8)
      if let message = state.message {
        let width = min(canvas.width(of: message), region.columns)
        paintNotice(
          message, style: state.style, row: (region.rows - 1) / 2, column: (region.columns - width) / 2, width)
      }
    }
    if let flash {
      let width = min(canvas.width(of: flash), region.columns)
      paintNotice(flash, style: .strong, row: 0, column: region.columns - width, width)
    }
    if showsHelp { HelpOverlay.draw(into: &canvas) }
  }

  /// Writes a text over the bars, a blank to either side of it; row and column are the region's.
  private mutating func paintNotice(_ text: String, style: Style, row: Int, column: Int, _ width: Int) {
    let region = layout.bars
    let first = max(column - 1, 0)
    let last = min(column + width + 1, region.columns)
    canvas.fill(0x20, row: region.row + row, column: region.column + first, count: last - first, style: .plain)
    canvas.write(text, row: region.row + row, column: region.column + column, limit: width, style: style)
  }
}
