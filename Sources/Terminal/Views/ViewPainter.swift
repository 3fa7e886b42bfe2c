import RadioModel
import Stations

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
    didSet { if mode != oldValue { redrawAll() } }
  }
  /// True while the list of keys is shown.
  package var showsHelp = false {
    didSet { if showsHelp != oldValue { redrawAll() } }
  }
  /// A short text shown for a moment at the upper right of the bars.
  package var flash: String?
  /// The panes beside the bars; nil for bars alone.
  package private(set) var panes: PaneSet?
  /// The picture of the station; nil for none.
  package var picture: StationPicturePane?

  /// The first row of the list of keys that is shown, where they do not all fit.
  private var helpOffset = 0
  private var bars: BarsRenderer
  private var mirrored = MirroredBars()
  private var waterfall = Waterfall()
  private var oscilloscope = Oscilloscope()
  /// The drifting letters of the mode `float`.
  package var floating = FloatingText()
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
  private var paintedFlash: String?
  private var paintedCounters: String?
  /// Whether something covered the picture of the station when it was drawn; nil when it has to be drawn.
  private var paintedCovered: Bool?
  /// The arrangement of the layout.
  private var arranged: PaneArrangement?
  /// True while the panes show a dialog.
  private var hasDialog = false
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
    arrange()
  }

  /// Puts `panes` beside the bars.
  package mutating func show(_ panes: PaneSet) {
    self.panes = panes
    hasDialog = panes.dialog != nil
    arrange()
  }

  /// Changes the panes, if there are any, and places them again when that is necessary.
  @discardableResult
  package mutating func changePanes<Result>(_ change: (inout PaneSet) -> Result) -> Result? {
    let result = panes?.apply(change)
    hasDialog = panes?.dialog != nil
    if panes?.arrangement != arranged {
      arrange()
    } else if panes?.isUncovered == true {
      redrawAll()
    }
    panes?.isUncovered = false
    return result
  }

  private mutating func arrange() {
    arranged = panes?.arrangement
    layout = ViewLayout(
      columns: canvas.columns, rows: canvas.rows, arrangement: arranged, hasPicture: picture?.isPresent == true)
    redrawAll()
  }

  /// Makes the next picture draw everything, on a blank canvas.
  private mutating func redrawAll() {
    canvas.clear()
    isStale = true
  }

  /// Takes the picture of the station that is tuned in according to `status`; `stations` are those of the list.
  package mutating func takePicture(of status: RadioStatus, stations: [Station]?) {
    let wasPresent = picture?.isPresent
    let isOther = picture?.take(status, stations: stations) ?? false
    if picture?.isPresent != wasPresent {
      arrange()
    } else if isOther {
      redrawAll()
    }
  }

  /// Takes an answer of the terminal about its graphics. Returns true when everything must be sent again.
  package mutating func take(_ answer: TerminalAnswers.Answer) -> Bool {
    guard picture?.view.take(answer) == true else { return false }
    isStale = true
    return true
  }

  /// Takes the size of the terminal's cells; nil keeps it.
  package mutating func resize(cell: CellPixels?) {
    picture?.view.resize(cell: cell)
    isStale = true
  }

  /// Moves the list of keys, where they do not all fit.
  package mutating func scrollHelp(by rows: Int) {
    helpOffset += rows
    redrawAll()
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

  /// Takes the sound of the next picture at `now`, in nanoseconds of the monotonic clock, for the modes that show more
  /// than bars.
  package mutating func takeSound(of spectrum: LiveSpectrum, isAudible: Bool, now: Int64) {
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
        oscilloscope.clear(isStereo: spectrum.isStereo)
      }
    case .float:
      floating.show(name: status.name, title: status.title ?? "")
      floating.advance(to: now, isMoving: isAudible)
    }
  }

  /// True while a mode that shows more than bars still moves without sound.
  package var isMoving: Bool {
    switch mode {
    case .bars, .mirrored, .springradio, .oscilloscope, .float: false
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
    if hasNewStatus || isStale || panes?.log.counters != paintedCounters {
      paintRows(status.inVisibleSteps)
    }
    paintPicture()
    paintScales(picture, barsLayout)
    if isStale || hasOverlays {
      bars.invalidate()
      mirrored.invalidate()
    }
    if layout.bars.rows > 0 { paintVisualizer(picture, barsLayout) }
    hasOverlays = false
    if panes != nil { paintPanes() }
    paintOverlays()
    hasNewStatus = false
    isStale = false
    return forgets
  }

  private mutating func paintVisualizer(_ picture: BarPicture, _ barsLayout: BarsLayout) {
    switch mode {
    case .bars, .springradio: bars.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    case .mirrored: mirrored.draw(picture, layout: barsLayout, region: layout.bars, into: &canvas)
    case .waterfall: waterfall.draw(into: &canvas, region: layout.bars)
    case .oscilloscope: oscilloscope.draw(into: &canvas, region: layout.bars)
    case .float: floating.draw(into: &canvas, region: floatRegion)
    }
  }

  private mutating func paintRows(_ status: RadioStatus) {
    let counters = panes?.log.counters
    guard isStale || status != painted || counters != paintedCounters else { return }
    if isStale || !status.differsOnlyInFigures(from: painted) { paintTexts(status) }
    (painted, paintedCounters) = (status, counters)
    if let row = layout.statusRow {
      StatusRows.drawStatus(
        status, viewName: viewName, counters: counters ?? "", row: row, margin: layout.textMargin, into: &canvas)
    }
  }

  /// Draws the rows above the bars, with which the picture beside them is erased, and the hints.
  private mutating func paintTexts(_ status: RadioStatus) {
    paintedCovered = nil
    let margin = layout.textMargin
    if let row = layout.headerRow {
      let column = layout.headerColumn
      StatusRows.drawHeader(status, row: row, column: column, margin: margin, into: &canvas)
      if let row = layout.titleRow {
        StatusRows.drawTitle(status, row: row, column: column, margin: margin, into: &canvas)
      }
    } else if let row = layout.titleRow {
      StatusRows.drawNameAndTitle(status, row: row, margin: margin, into: &canvas)
    }
    if let row = layout.hintRow {
      let hints = KeyMap.hints(in: layout.focus, hasPanes: panes != nil)
      StatusRows.drawHints(hints, row: row, margin: margin, into: &canvas)
    }
  }

  /// Draws the picture of the station, unless it is already there.
  private mutating func paintPicture() {
    let isCovered = showsHelp || hasDialog
    guard isStale || isCovered != paintedCovered else { return }
    paintedCovered = isCovered
    if let region = layout.picture {
      picture?.draw(in: region, isCovered: isCovered, into: &canvas)
    } else {
      picture?.hide()
    }
  }

  /// Draws the lists that changed. Where they have the place of the bars, they also have the sentences that would be
  /// shown over the bars.
  private mutating func paintPanes() {
    var sentences: [(text: String, style: Style)] = []
    if layout.bars.rows == 0 {
      if let notice = status.notice { sentences.append((notice, .notice)) }
      let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
      if status.state == .retrying || status.state == .failed, let message = state.message {
        sentences.append((message, state.style))
      }
    }
    // A text over the lists leaves them as they were before.
    let isCovered = layout.bars.rows == 0 && flash != paintedFlash
    paintedFlash = flash
    panes?.draw(layout: layout, sentences: sentences, isStale: isStale || isCovered, into: &canvas)
  }

  private mutating func paintScales(_ picture: BarPicture, _ barsLayout: BarsLayout) {
    if isStale || picture.frequencies != paintedFrequencies || barsLayout != paintedBars, let row = layout.frequencyRow
    {
      let first = layout.levelScaleColumn ?? layout.bars.column
      let end = layout.bars.column + layout.bars.columns
      canvas.fill(0x20, row: row, column: first, count: end - first, style: .plain)
      switch mode {
      case .oscilloscope: Oscilloscope.drawScale(into: &canvas, row: row, region: layout.bars)
      case .float: break
      case .bars, .mirrored, .springradio, .waterfall:
        FrequencyScale.draw(
          picture.frequencies, layout: barsLayout, row: row, column: layout.bars.column,
          unitColumn: layout.levelScaleColumn, into: &canvas)
      }
    }
    if isStale || picture.levels != paintedLevels, let column = layout.levelScaleColumn {
      paintLevelScale(picture.levels, channels: barsLayout.channels, column: column)
    }
    (paintedFrequencies, paintedBars, paintedLevels) = (picture.frequencies, barsLayout, picture.levels)
  }

  /// The region of drifting letters: that of the bars and of their scales.
  private var floatRegion: Region {
    var region = layout.bars
    if let column = layout.levelScaleColumn {
      region.columns += region.column - column
      region.column = column
    }
    if layout.frequencyRow == region.row + region.rows { region.rows += 1 }
    return region
  }

  private mutating func paintLevelScale(_ levels: ClosedRange<Double>?, channels: Int, column: Int) {
    switch mode {
    case .float: break
    case .bars, .springradio: LevelScale.draw(levels, bars: layout.bars, column: column, into: &canvas)
    case .mirrored:
      // The levels are those of the upper half.
      LevelScale.draw(nil, bars: layout.bars, column: column, into: &canvas)
      var upper = layout.bars
      upper.rows = (upper.rows + 1) / 2
      LevelScale.draw(levels, bars: upper, column: column, into: &canvas)
    case .waterfall: TimeScale.draw(bars: layout.bars, column: column, rowsPerCell: rowsPerCell, into: &canvas)
    case .oscilloscope:
      Oscilloscope.drawChannels(into: &canvas, column: column, region: layout.bars, isStereo: channels == 2)
    }
  }

  /// Draws the text over the bars. The bars were just drawn, so an older overlay can remain only in the free row above
  /// them.
  private mutating func paintOverlays() {
    let region = layout.bars
    if region.rows > 0 {
      paintOutputNotice(status.notice)
      if status.state != .playing {
        let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
        if let message = state.message {
          let lines = lines(of: message, in: region, limit: max(region.rows - 2, 1))
          for (number, line) in lines.enumerated() {
            let row = region.row + max((region.rows - lines.count) / 2, 0) + number
            paintNotice(line, style: state.style, row: row, column: (region.columns - line.columns) / 2, in: region)
          }
        }
      }
    }
    paintFlash()
    if showsHelp {
      helpOffset = HelpOverlay.draw(from: helpOffset, hasPanes: panes != nil, into: &canvas)
      hasOverlays = true
    }
    if hasDialog {
      panes?.drawDialog(into: &canvas)
      hasOverlays = true
    }
  }

  /// Writes the short text at the upper right of the bars, or of the list that has their place.
  private mutating func paintFlash() {
    guard let flash, let region = layout.bars.rows > 0 ? layout.bars : layout.panes.first?.region else { return }
    let lines = lines(of: flash, in: region, limit: max(min(Self.mostFlashLines, region.rows), 1))
    let width = lines.map(\.columns).max() ?? 0
    for (number, line) in lines.enumerated() {
      paintNotice(
        line, style: .strong, row: region.row + number, column: max(region.columns - width, 0), in: region)
    }
  }

  /// Writes the notice about the output where the bars rarely reach: in the free row above them, if there is one, and
  /// in their first rows. The rows of the keys stay free.
  private mutating func paintOutputNotice(_ notice: String?) {
    if isStale || notice != paintedNotice, let row = layout.freeRow { canvas.clearRow(row) }
    paintedNotice = notice
    let region = layout.bars
    guard let notice, region.rows >= Self.lowestWithNotice else { return }
    let limit = layout.freeRow == nil && region.rows < Self.lowestWithLines ? 1 : Self.mostNoticeLines
    for (number, line) in lines(of: notice, in: region, limit: limit).enumerated() {
      paintNotice(line, style: .notice, row: (layout.freeRow ?? region.row) + number, column: 0, in: region)
    }
  }

  /// The minimum number of bar rows for a notice about the output, and for one in several lines.
  private static let lowestWithNotice = 4
  private static let lowestWithLines = 10
  /// The maximum number of lines of a notice about the output, and of a short text.
  private static let mostNoticeLines = 3
  private static let mostFlashLines = 8

  /// Returns `text` in lines that fit over a region.
  private func lines(of text: String, in region: Region, limit: Int) -> [TextCells] {
    let isUTF8 = canvas.glyphs.isUTF8
    return TextCells(text, isUTF8: isUTF8).lines(ofColumns: region.columns, limit: limit, isUTF8: isUTF8)
  }

  /// Writes a text over a region with a space on either side; `column` counts from the region's first.
  private mutating func paintNotice(_ text: TextCells, style: Style, row: Int, column: Int, in region: Region) {
    let width = min(text.columns, region.columns)
    let first = max(column - 1, 0)
    let last = min(column + width + 1, region.columns)
    canvas.fill(0x20, row: row, column: region.column + first, count: last - first, style: .plain)
    canvas.write(text, row: row, column: region.column + column, limit: width, style: style)
    hasOverlays = true
  }
}
