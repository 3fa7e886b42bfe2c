import AudioCore
import RadioModel

/// Draws the whole picture from the player's status, the bars and the few settings of the view.
package struct ViewPainter: Sendable {
  /// The picture.
  package private(set) var canvas: Canvas
  /// The positions of the rows on it.
  package private(set) var layout: ViewLayout
  /// The description of the view at the right end of the status row: profile, stereo.
  package var viewName = "" {
    didSet { if viewName != oldValue { isStale = true } }
  }
  /// What is drawn of the sound.
  package var mode = VisualizerMode.bars {
    didSet {
      guard mode != oldValue else { return }
      canvas.clear()
      isStale = true
    }
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
  /// A short text shown for a moment at the upper right of the bars.
  package var flash: String?

  private var bars: BarsRenderer
  private var mirrored = MirroredBars()
  private var waterfall = Waterfall()
  private var oscilloscope = Oscilloscope()
  /// The rows of a waterfall in a cell.
  private var rowsPerCell = 2
  package private(set) var status = RadioStatus()
  private var hasNewStatus = false
  /// The status that the rows show, rounded to visible steps.
  private var painted = RadioStatus()
  private var paintedLevels: ClosedRange<Double>?
  private var paintedFrequencies: ClosedRange<Double>?
  private var paintedBars: BarsLayout?
  private var paintedNotice: String?
  private var isStale = true
  /// True when other content covers the bars.
  private var hasOverlays = false

  /// Creates a painter for a screen of this size.
  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    canvas = Canvas(columns: columns, rows: rows, glyphs: glyphs)
    layout = ViewLayout(columns: columns, rows: rows)
    bars = BarsRenderer(glyphs: glyphs)
  }

  /// Changes the size; everything is drawn again.
  package mutating func resize(columns: Int, rows: Int) {
    canvas = Canvas(columns: columns, rows: rows, glyphs: canvas.glyphs)
    layout = ViewLayout(columns: columns, rows: rows)
    isStale = true
  }

  /// Sets the status for the next picture.
  package mutating func show(_ status: RadioStatus) {
    self.status = status
    hasNewStatus = true
  }

  /// Takes the colours of a theme for terminals with `depth` colours.
  package mutating func take(_ theme: Theme, depth: ColorDepth) {
    waterfall.take(theme, depth: depth)
    rowsPerCell = depth >= .ansi256 ? 2 : 1
    isStale = true
  }

  /// Takes the sound of the next picture, for the modes that show more than bars.
  package mutating func takeSound(of spectrum: LiveSpectrum, isAudible: Bool) {
    switch mode {
    case .bars, .mirrored, .springradio: break
    case .waterfall:
      waterfall.resize(columns: layout.bars.columns, rows: layout.bars.rows)
      waterfall.add(isAudible ? spectrum.levels : [], sensitivity: spectrum.sensitivity)
    case .oscilloscope:
      if isAudible, let sound = spectrum.sound {
        oscilloscope.update(
          sound.samples, format: sound.format, columns: layout.bars.columns, isStereo: spectrum.isStereo)
      } else {
        oscilloscope.clear()
      }
    }
  }

  /// True while a mode that shows more than bars still moves without sound.
  package var isMoving: Bool {
    switch mode {
    case .bars, .mirrored, .springradio, .oscilloscope: false
    case .waterfall: !waterfall.isDark
    }
  }

  /// Updates the picture. Returns true when the renderer must forget its content because glyph numbers changed.
  package mutating func paint(_ picture: BarPicture, bars barsLayout: BarsLayout) -> Bool {
    var forgets = false
    if canvas.clusters.count > Canvas.clustersToKeep {
      canvas.forgetClusters()
      isStale = true
      forgets = true
    }
    // Comparing two statuses is not free, and most pictures have no new one.
    if hasNewStatus || isStale { paintRows(Self.coarse(status)) }
    paintScales(picture, barsLayout)
    if isStale || hasOverlays {
      bars.invalidate()
      mirrored.invalidate()
    }
    switch mode {
    case .bars, .springradio: bars.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    case .mirrored: mirrored.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    case .waterfall: waterfall.draw(into: &canvas, region: layout.bars)
    case .oscilloscope: oscilloscope.draw(into: &canvas, region: layout.bars)
    }
    hasOverlays = false
    paintOverlays()
    hasNewStatus = false
    isStale = false
    return forgets
  }

  /// Returns the status rounded to visible steps, so that rows are rewritten only when they will look different.
  private static func coarse(_ status: RadioStatus) -> RadioStatus {
    var coarse = status
    coarse.elapsed = status.elapsed.rounded(.down)
    coarse.buffered = (status.buffered * 10).rounded() / 10
    coarse.bitRate = status.bitRate.map { BitRateText.kilobits($0) * 1000 }
    coarse.event = 0
    return coarse
  }

  private mutating func paintRows(_ status: RadioStatus) {
    guard isStale || status != painted else { return }
    painted = status
    let margin = layout.textMargin
    if let row = layout.headerRow {
      StatusRows.drawHeader(status, row: row, margin: margin, into: &canvas)
      if let row = layout.titleRow { StatusRows.drawTitle(status, row: row, margin: margin, into: &canvas) }
    } else if let row = layout.titleRow {
      StatusRows.drawNameAndTitle(status, row: row, margin: margin, into: &canvas)
    }
    if let row = layout.statusRow {
      StatusRows.drawStatus(status, viewName: viewName, row: row, margin: margin, into: &canvas)
    }
    if let row = layout.hintRow { StatusRows.drawHints(row: row, margin: margin, into: &canvas) }
  }

  private mutating func paintScales(_ picture: BarPicture, _ barsLayout: BarsLayout) {
    if isStale || picture.frequencies != paintedFrequencies || barsLayout != paintedBars, let row = layout.frequencyRow
    {
      canvas.clearRow(row)
      if mode == .oscilloscope {
        Oscilloscope.drawScale(into: &canvas, row: row, region: layout.bars)
      } else {
        FrequencyScale.draw(
          picture.frequencies, layout: barsLayout, row: row, column: layout.bars.column, into: &canvas)
      }
    }
    if isStale || picture.levels != paintedLevels, let column = layout.levelScaleColumn {
      paintLevelScale(picture.levels, column: column)
    }
    (paintedFrequencies, paintedBars, paintedLevels) = (picture.frequencies, barsLayout, picture.levels)
  }

  private mutating func paintLevelScale(_ levels: ClosedRange<Double>?, column: Int) {
    switch mode {
    case .bars, .springradio: LevelScale.draw(levels, bars: layout.bars, column: column, into: &canvas)
    case .mirrored:
      // The levels are those of the upper half.
      LevelScale.draw(nil, bars: layout.bars, column: column, into: &canvas)
      var upper = layout.bars
      upper.rows = (upper.rows + 1) / 2
      LevelScale.draw(levels, bars: upper, column: column, into: &canvas)
    case .waterfall: TimeScale.draw(bars: layout.bars, column: column, rowsPerCell: rowsPerCell, into: &canvas)
    case .oscilloscope: LevelScale.draw(nil, bars: layout.bars, column: column, into: &canvas)
    }
  }

  /// Draws the text over the bars. The bars were just drawn, so an older overlay can remain only in the free row above
  /// them.
  private mutating func paintOverlays() {
    let region = layout.bars
    guard region.rows > 0 else { return }
    paintOutputNotice(status.notice)
    if status.state != .playing {
      let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
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

  /// Writes the notice about the output where the bars rarely reach: in the free row above them, if there is one, and
  /// in their first rows. The rows of the keys stay free.
  private mutating func paintOutputNotice(_ notice: String?) {
    if isStale || notice != paintedNotice, let row = layout.freeRow { canvas.clearRow(row) }
    paintedNotice = notice
    guard let notice, layout.bars.rows >= Self.lowestWithNotice else { return }
    let limit = layout.freeRow == nil ? 1 : Self.mostNoticeLines
    for (number, line) in lines(of: notice, limit: limit).enumerated() {
      paintNotice(line, style: .notice, row: (layout.freeRow ?? layout.bars.row) + number, column: 0)
    }
  }

  /// The minimum number of bar rows for a notice about the output.
  private static let lowestWithNotice = 4
  /// The maximum number of lines of a notice about the output.
  private static let mostNoticeLines = 3

  /// Returns `text` in lines that fit over the bars.
  private func lines(of text: String, limit: Int) -> [TextCells] {
    let isUTF8 = canvas.glyphs.isUTF8
    return TextCells(text, isUTF8: isUTF8).lines(ofColumns: layout.bars.columns, limit: limit, isUTF8: isUTF8)
  }

  /// Writes a text over the bars with a space on either side; `column` counts from the region's first.
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
