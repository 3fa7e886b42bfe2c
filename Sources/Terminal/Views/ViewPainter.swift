package import RadioModel
package import Stations

/// Draws the whole picture from the player's status, the bars and the few settings of the view.
///
/// All that stands still is drawn together, on a blank canvas, when a part of it changed. A picture in which nothing of
/// it changed draws the visualizer and the texts over it, and the status row when its numbers changed. Which cells
/// differ from those on the terminal is found by ``ScreenRenderer``.
package struct ViewPainter: Sendable {
  /// The picture.
  package private(set) var canvas: Canvas
  /// The positions of the rows on it.
  package private(set) var layout: ViewLayout
  /// The description of the view at the right end of the status row: profile, stereo.
  package var viewName = "" {
    didSet { if viewName != oldValue { isStale = true } }
  }
  /// What the status row says of recordings; empty for nothing.
  package var recording = "" {
    didSet { if recording != oldValue { hasNewFigures = true } }
  }
  /// What is drawn of the sound.
  package var mode = VisualizerMode.bars {
    didSet {
      guard let new = others.removeValue(forKey: mode) else { return }
      others[oldValue] = visualizer
      visualizer = new
      isStale = true
    }
  }
  /// True while the list of keys is shown.
  package var showsHelp = false {
    didSet { if showsHelp != oldValue { isStale = true } }
  }
  /// The keys that the hints and the help show.
  package var keys = KeyMap.standard {
    didSet { isStale = true }
  }
  /// A short text shown for a moment at the upper right of the bars.
  package var flash: String? {
    didSet { if flash != oldValue { isStale = true } }
  }
  /// The station and the title over bars that are alone; nil while they are not shown.
  package var caption: TitleCaption.Lines? {
    didSet { if caption != oldValue { isStale = true } }
  }
  /// The panes beside the bars; nil for bars alone.
  package private(set) var panes: PaneSet?
  /// The picture of the station; nil for none.
  package var picture: StationPicturePane?
  /// The status that the rows show, rounded to visible steps.
  package private(set) var status = RadioStatus()

  /// What draws the mode.
  private var visualizer: any Visualizer
  /// What draws the other modes.
  private var others: [VisualizerMode: any Visualizer] = [:]
  /// What draws the small bars where a list has the place of the bars.
  private var smallBars: BarsRenderer
  /// True when the theme shows colours enough for a picture.
  private var hasPictureColors = true
  /// The first row of the list of keys that is shown, where they do not all fit.
  private var helpOffset = 0
  /// What the scales of the last picture show.
  private var scales: Scales?
  /// True when something other than the sound and the numbers of the status row has changed since the last picture.
  private var isStale = true
  /// True when the status row has other numbers than in the last picture.
  private var hasNewFigures = false
  /// True when texts cover the bars.
  private var hasOverlays = false

  /// What the scales show.
  private struct Scales: Equatable {
    var frequencies: ClosedRange<Double>
    var levels: ClosedRange<Double>?
    var bars: BarsLayout
  }

  /// Creates a painter for a screen of this size.
  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    canvas = Canvas(columns: columns, rows: rows, glyphs: glyphs)
    layout = ViewLayout(columns: columns, rows: rows)
    visualizer = mode.visualizer(glyphs: glyphs)
    smallBars = BarsRenderer(glyphs: glyphs)
    for other in VisualizerMode.allCases where other != mode { others[other] = other.visualizer(glyphs: glyphs) }
  }

  /// Changes the size.
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
    let before = (panes?.arrangement, panes?.stations.columns.listColumns)
    let result = panes?.apply(change)
    hasDialog = panes?.dialog != nil
    if (panes?.arrangement, panes?.stations.columns.listColumns) != before { arrange() }
    if panes?.isStale == true { isStale = true }
    panes?.isStale = false
    return result
  }

  private mutating func arrange() {
    layout = ViewLayout(
      columns: canvas.columns, rows: canvas.rows, arrangement: panes?.arrangement, hasPicture: showsPicture,
      listColumns: panes?.stations.columns.listColumns ?? 0)
    panes?.listSpace = layout.listSpace
    isStale = true
  }

  /// True when there is a picture to show; on low screens what stands for one has no place.
  private var showsPicture: Bool {
    guard hasPictureColors, let picture else { return false }
    return picture.picture != nil || picture.isPresent && canvas.rows >= ViewLayout.minimumRowsWithPlaceholder
  }

  /// Takes the picture of the station that is tuned in according to `status`; `stations` are those of the list.
  package mutating func takePicture(of status: RadioStatus, stations: [Station]?) {
    let before = showsPicture
    if picture?.update(status, stations: stations) == true { isStale = true }
    if showsPicture != before { arrange() }
  }

  /// Receives an answer of the terminal about its graphics. Returns true when everything must be sent again.
  package mutating func receive(_ answer: TerminalAnswers.Answer) -> Bool {
    guard picture?.view.receive(answer) == true else { return false }
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
    isStale = true
  }

  /// Sets the status for the next picture.
  package mutating func show(_ new: RadioStatus) {
    let new = new.inVisibleSteps
    guard new != status else { return }
    if new.differsOnlyInFigures(from: status) { hasNewFigures = true } else { isStale = true }
    if HintState(new) != HintState(status) { isStale = true }
    status = new
  }

  /// Applies the colours of a theme for terminals with `depth` colours.
  package mutating func apply(_ theme: Theme, depth: ColorDepth) {
    visualizer.apply(theme, depth: depth)
    for mode in others.keys { others[mode]?.apply(theme, depth: depth) }
    hasPictureColors = depth >= .ansi256
    arrange()
  }

  /// Takes the sound of the next picture at `now`, in nanoseconds of the monotonic clock.
  package mutating func takeSound(of spectrum: LiveSpectrum, isAudible: Bool, now: Int64) {
    // The small bars need no more than the spectrum; what a waterfall has recorded stays.
    guard layout.bars.rows > 0 else { return }
    visualizer.receive(spectrum, isAudible: isAudible, status: status, region: layout.bars, now: now)
  }

  /// True while the visualizer moves without sound.
  package var isMoving: Bool { layout.bars.rows > 0 && visualizer.isMoving }
  /// The pictures a second of the visualizer that differ from each other.
  package var framesPerSecond: Int {
    layout.bars.rows > 0 ? type(of: visualizer).framesPerSecond : BarsRenderer.framesPerSecond
  }
  /// True while the panes have a dialog: asking them in each picture would copy them.
  private var hasDialog = false

  /// Updates the picture. Returns true when the renderer must forget its content because glyph numbers changed.
  package mutating func paint(_ picture: BarPicture, bars barsLayout: BarsLayout) -> Bool {
    let forgets = canvas.clusters.count > Canvas.clustersToKeep
    if forgets { canvas.forgetClusters() }
    let new = Scales(frequencies: picture.frequencies, levels: picture.levels, bars: barsLayout)
    if forgets || new != scales { isStale = true }
    scales = new
    if isStale {
      canvas.clear()
      paintStill(picture, barsLayout)
    } else if hasNewFigures, let row = layout.statusRow {
      canvas.clear(layout.place(ofRow: row, columns: canvas.columns))
      paintStatus(row)
    }
    if layout.bars.rows > 0 {
      if isStale || hasOverlays { visualizer.invalidate() }
      let region = type(of: visualizer).coversScales ? layout.barsWithScales : layout.bars
      visualizer.draw(picture, layout: barsLayout, region: region, into: &canvas)
    } else if let region = layout.smallBars {
      if isStale || hasOverlays { smallBars.invalidate() }
      smallBars.draw(picture, layout: barsLayout, region: region, into: &canvas)
    }
    (isStale, hasNewFigures, hasOverlays) = (false, false, false)
    paintOverlays()
    return forgets
  }

  /// Draws all but the visualizer and the texts over it, on a blank canvas.
  private mutating func paintStill(_ picture: BarPicture, _ barsLayout: BarsLayout) {
    func place(_ row: Int) -> Region { layout.place(ofRow: row, columns: canvas.columns) }
    if let row = layout.headerRow {
      StatusRows.drawHeader(status, in: place(row), into: &canvas)
      if let row = layout.titleRow {
        let place = place(row)
        canvas.write(status.title ?? "", row: row, column: place.column, limit: place.columns, style: .plain)
      }
    } else if let row = layout.titleRow {
      StatusRows.drawNameAndTitle(status, in: place(row), into: &canvas)
    }
    if let row = layout.statusRow { paintStatus(row) }
    if let row = layout.hintRow {
      let hints = keys.hints(in: layout.focus, hasPanes: panes != nil, state: HintState(status))
      StatusRows.drawHints(hints, in: place(row), into: &canvas)
    }
    let isCovered = showsHelp || hasDialog
    if let region = layout.picture {
      self.picture?.draw(in: region, isCovered: isCovered, into: &canvas)
    } else {
      self.picture?.hide()
    }
    visualizer.drawScales(picture, layout: barsLayout, place: layout, into: &canvas)
    paintPanes()
  }

  private mutating func paintStatus(_ row: Int) {
    StatusRows.drawStatus(
      status, recording: recording, viewName: viewName, counters: panes?.log.counters ?? "",
      in: layout.place(ofRow: row, columns: canvas.columns), into: &canvas)
  }

  /// Draws the lists.
  private mutating func paintPanes() {
    let sentences = sentences
    panes?.draw(layout: layout, sentences: sentences, into: &canvas)
  }

  /// The sentences that would be shown over the bars, for the lists that have their place; empty where there are bars.
  private var sentences: [(text: String, style: Style)] {
    guard layout.bars.rows == 0 else { return [] }
    var sentences: [(text: String, style: Style)] = []
    if let notice = status.notice { sentences.append((notice, .notice)) }
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8, keys: keys)
    if status.state == .retrying || status.state == .failed, let message = state.message {
      sentences.append((message, state.style))
    }
    return sentences
  }

  /// Draws the texts over the bars, which were just drawn.
  private mutating func paintOverlays() {
    if layout.bars.rows > 0 {
      paintOutputNotice()
      paintState()
      paintCaption()
    }
    paintFlash()
    if showsHelp {
      helpOffset = HelpOverlay.draw(keys, from: helpOffset, hasPanes: panes != nil, into: &canvas)
      hasOverlays = true
    }
    if hasDialog {
      panes?.drawDialog(into: &canvas)
      hasOverlays = true
    }
  }

  /// Writes why there is no sound into the middle of the bars.
  private mutating func paintState() {
    guard status.state != .playing else { return }
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8, keys: keys)
    // Where a row shows the state, the time to the next attempt is there.
    guard let message = layout.showsState(columns: canvas.columns) ? state.message : state.wholeMessage else { return }
    let region = layout.bars
    let lines = canvas.lines(of: message, columns: region.columns, limit: max(region.rows - 2, 1))
    paint(lines, style: state.style, row: region.row + max((region.rows - lines.count) / 2, 0), in: region) { line in
      (region.columns - line.columns) / 2
    }
  }

  /// Writes station and title at the upper left of bars that are alone.
  private mutating func paintCaption() {
    guard let caption, layout.isAlone else { return }
    var region = layout.bars
    let isLow = region.rows < Self.minimumRowsWithNotice
    if !isLow, region.columns > 4 { (region.row, region.column, region.columns) = (1, 2, region.columns - 4) }
    let texts = isLow ? Array(caption.texts.suffix(1)) : caption.texts
    let lines = texts.flatMap { canvas.lines(of: $0, columns: region.columns, limit: 1) }
    paint(lines, style: caption.style, row: region.row, in: region) { _ in 0 }
  }

  /// Writes the short text at the upper right of the bars, or of the list that has their place.
  private mutating func paintFlash() {
    guard let flash, let region = layout.bars.rows > 0 ? layout.bars : layout.panes.first?.region else { return }
    let lines = canvas.lines(
      of: flash, columns: region.columns, limit: max(min(Self.maximumFlashLines, region.rows), 1))
    let width = lines.map(\.columns).max() ?? 0
    if layout.bars.rows == 0 { clearFirstRow(of: region, leaving: region.columns - width - 1) }
    paint(lines, style: .strong, row: region.row, in: region) { _ in max(region.columns - width, 0) }
  }

  /// Clears the first row of a list, of which a text will cover a part; of its heading what fits into `columns` stays.
  private mutating func clearFirstRow(of region: Region, leaving columns: Int) {
    canvas.fill(0x20, row: region.row, column: region.column, count: region.columns, style: .plain)
    guard let pane = layout.panes.first?.pane, pane.isList, sentences.isEmpty,
      PaneFrame.columns(ofHeading: pane) <= columns
    else { return }
    PaneFrame.drawHeading(pane, remark: "", region: region, hasFocus: pane == layout.focus, into: &canvas)
  }

  /// Writes the notice about the output where the bars rarely reach: in the free row above them, if there is one, and
  /// in their first rows. The rows of the keys stay free.
  private mutating func paintOutputNotice() {
    let region = layout.bars
    guard let notice = status.notice, region.rows >= Self.minimumRowsWithNotice else { return }
    let limit = layout.freeRow == nil && region.rows < Self.minimumRowsWithLines ? 1 : Self.maximumNoticeLines
    let lines = canvas.lines(of: notice, columns: region.columns, limit: limit)
    paint(lines, style: .notice, row: layout.freeRow ?? region.row, in: region) { _ in 0 }
  }

  /// The minimum number of bar rows for a notice about the output, and for one in several lines.
  private static let minimumRowsWithNotice = 4
  private static let minimumRowsWithLines = 10
  /// The maximum number of lines of a notice about the output, and of a short text.
  private static let maximumNoticeLines = 3
  private static let maximumFlashLines = 8

  /// Writes lines over a region from `row` on, each with a space on either side; `column` counts from the region's first.
  private mutating func paint(
    _ lines: [TextCells], style: Style, row: Int, in region: Region, column: (TextCells) -> Int
  ) {
    for (number, line) in lines.enumerated() {
      let column = column(line)
      let width = min(line.columns, region.columns)
      let first = max(column - 1, 0)
      let last = min(column + width + 1, region.columns)
      canvas.fill(0x20, row: row + number, column: region.column + first, count: last - first, style: .plain)
      canvas.write(line, row: row + number, column: region.column + column, limit: width, style: style)
      hasOverlays = true
    }
  }
}
