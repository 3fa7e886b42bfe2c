/// The positions of all rows and panes on a screen of a given size. The bars have priority. The height decides which
/// other rows are shown, the most important first, so that a small screen lacks the less important ones.
package struct ViewLayout: Equatable, Sendable {
  /// A pane and its place.
  package struct Place: Equatable, Sendable {
    /// The pane.
    package var pane: PaneKind
    /// Its cells; the first row is that of its heading, except for bars that are alone.
    package var region: Region
  }

  /// The region of the bars; empty on a screen without cells, and while another pane has their place.
  package var bars: Region
  /// The row of the station's name and the state.
  package var headerRow: Int?
  /// The free row above the bars.
  package var freeRow: Int?
  /// The row of the title. Without a `headerRow` it also shows the name and the state.
  package var titleRow: Int?
  /// The row of codec, time, buffer and volume.
  package var statusRow: Int?
  /// The row of the frequency scale.
  package var frequencyRow: Int?
  /// The row of the keys.
  package var hintRow: Int?
  /// The first column of the level scale, which is `levelScaleColumns` wide and stands to the left of the bars.
  package var levelScaleColumn: Int?
  /// The region of the station's picture, to the left of name and title; nil without one.
  package var picture: Region?
  /// The region of a few small bars to the right of name and title, where a list has the place of the bars; nil without
  /// them.
  package var smallBars: Region?
  /// The first column of the rows beside the picture.
  package var headerColumn = 0
  /// The number of rows of name, title, status and the panes' names above the panes, beside the picture and the small
  /// bars; 0 where the last two are below the panes.
  private var headRows = 0
  /// The row of the panes' names.
  package var tabRow: Int?
  /// The panes that are shown: a list, the bars, and what stands to the right of them or below.
  package var panes: [Place] = []
  /// The width of the list beside another pane; nil when no two panes are side by side.
  package internal(set) var listSpace: ListSpace?
  /// The pane that has the keys.
  package var focus = PaneKind.nowPlaying
  /// True when the bars have the whole screen.
  package private(set) var isAlone = false
  /// The number of free columns at both ends of a line of text.
  package var textMargin = 0

  /// The width of the level scale: a number such as `-120`, and its line.
  package static let levelScaleColumns = 5
  /// The minimum width for text; narrower screens show only bars.
  private static let narrowestWithText = 12
  /// The minimum width for a level scale.
  private static let narrowestWithLevels = 40
  /// The minimum size for lists; smaller screens show only bars.
  private static let narrowestWithLists = 30
  private static let minimumRowsWithLists = 8
  /// The minimum height for the row of the panes' names.
  private static let minimumRowsWithTabs = 12
  /// The minimum width for a picture or small bars.
  private static let narrowestWithPicture = 60
  /// The minimum width of name, title and status between a picture and small bars.
  private static let narrowestTextBetween = 50
  /// The free columns beside a picture and beside small bars.
  private static let gap = 2
  /// The rows of the picture from each height of the screen on. A picture has twice as many columns as rows, which is
  /// about a square.
  private static let pictureRows = [(screen: 24, rows: 4), (screen: 36, rows: 6), (screen: 50, rows: 8)]
  /// The minimum height for a picture that only stands for one.
  package static let minimumRowsWithPlaceholder = 30

  /// Creates the layout of a screen of this size, in cells. With `arrangement` nil there are no panes beside the bars.
  /// `hasPicture` is true when there is a picture to show where there is space. `listColumns` is the width that the
  /// station list needs.
  package init(
    columns: Int, rows: Int, arrangement: PaneArrangement? = nil, hasPicture: Bool = false, listColumns: Int = 0
  ) {
    bars = Region(row: 0, column: 0, rows: max(rows, 0), columns: max(columns, 0))
    if arrangement?.isAlone == true {
      isAlone = true
      panes = [Place(pane: .nowPlaying, region: bars)]
      return
    }
    guard columns >= Self.narrowestWithText else { return }
    // The heights from which each row is shown; between them the bars grow.
    let hasTitle = rows >= 4
    let hasFrequencies = rows >= 6
    let hasStatus = rows >= 8
    let hasHeader = rows >= 10
    let hasHints = rows >= 14
    let hasAir = rows >= 18
    let hasMargin = rows >= 20 && columns >= 60
    var arrangement = arrangement
    if columns < Self.narrowestWithLists || rows < Self.minimumRowsWithLists { arrangement = nil }
    let kinds = arrangement.map { Self.panes(columns: columns, rows: rows, $0) } ?? [.nowPlaying]
    let margin = hasMargin ? 1 : 0

    var (top, bottom) = (0, rows)
    func takeTop() -> Int {
      top += 1
      return top - 1
    }
    func takeBottom() -> Int {
      bottom -= 1
      return bottom
    }
    if hasHints { hintRow = takeBottom() }
    placeHead(
      columns: columns, rows: rows, margin: margin, hasPicture: hasPicture, hasPanes: arrangement != nil,
      hasBars: kinds.contains(.nowPlaying))
    if headRows > 0 {
      top = headRows
      (headerRow, titleRow) = ((headRows - 4) / 2, (headRows - 4) / 2 + 1)
      if arrangement != nil { tabRow = headRows - 1 }
      statusRow = headRows - (arrangement == nil ? 1 : 2)
    } else {
      if hasHeader { headerRow = takeTop() }
      if hasTitle { titleRow = takeTop() }
      if hasAir { freeRow = takeTop() }
      if hasStatus { statusRow = takeBottom() }
      if arrangement != nil, rows >= Self.minimumRowsWithTabs {
        tabRow = takeBottom()
      } else if hasAir {
        bottom -= 1
      }
    }
    let body = Region(
      row: freeRow ?? top, column: margin, rows: bottom - (freeRow ?? top), columns: columns - 2 * margin)
    focus = arrangement?.focus ?? .nowPlaying
    if let arrangement, kinds != [.nowPlaying] {
      freeRow = nil
      textMargin = 1
      place(kinds, in: body, screen: (columns, rows), arrangement, listColumns: listColumns)
      let own = panes.first { $0.pane == .nowPlaying }?.region.withoutHeading
      placeBars(own ?? Region(row: body.row, column: body.column, rows: 0, columns: 0), hasFrequencies && own != nil)
    } else {
      placeBars(Region(row: top, column: margin, rows: bottom - top, columns: body.columns), hasFrequencies)
      panes = [Place(pane: .nowPlaying, region: body)]
      textMargin = bars.columns >= 30 ? 1 : 0
    }
    headerColumn = picture.map { $0.end + Self.gap } ?? textMargin
  }

  /// True when a row shows the state of a radio that does not play.
  func showsState(columns: Int) -> Bool {
    headerRow != nil || titleRow != nil && columns >= StatusRows.narrowestWithState
  }

  /// The region of the bars and of their scales.
  var barsWithScales: Region {
    var region = bars
    if let column = levelScaleColumn {
      region.columns += region.column - column
      region.column = column
    }
    if frequencyRow == region.row + region.rows { region.rows += 1 }
    return region
  }

  /// The width of what shows the spectrum; 0 where nothing does.
  package var spectrumColumns: Int { bars.rows > 0 ? bars.columns : smallBars?.columns ?? 0 }

  /// Returns the place of text in a row of a screen of this width: between picture and small bars, or between the
  /// margins.
  package func place(ofRow row: Int, columns: Int) -> Region {
    let first = row < headRows ? headerColumn : textMargin
    let end = row < headRows ? smallBars.map { $0.column - Self.gap } ?? columns - textMargin : columns - textMargin
    return Region(row: row, column: first, rows: 1, columns: max(end - first, 0))
  }

  /// Places what stands above panes on a screen that is large enough, so that its rows are the same for each pane: the
  /// picture, and the small bars where a list has the place of the bars.
  private mutating func placeHead(
    columns: Int, rows: Int, margin: Int, hasPicture: Bool, hasPanes: Bool, hasBars: Bool
  ) {
    guard columns >= Self.narrowestWithPicture, hasPicture || hasPanes,
      let pictureRows = Self.pictureRows.last(where: { $0.screen <= rows })?.rows
    else { return }
    headRows = hasPicture ? pictureRows : Self.pictureRows[0].rows
    if hasPicture { picture = Region(row: 0, column: margin, rows: headRows, columns: 2 * headRows) }
    let textColumns = columns - 2 * (margin + 2 * headRows + Self.gap)
    if !hasBars, !hasPicture || textColumns >= Self.narrowestTextBetween {
      smallBars = Region(
        row: 0, column: columns - margin - 2 * headRows, rows: headRows, columns: 2 * headRows)
    }
  }

  private mutating func placeBars(_ region: Region, _ hasFrequencies: Bool) {
    bars = region
    if hasFrequencies {
      bars.rows -= 1
      frequencyRow = bars.row + bars.rows
    }
    if region.columns >= Self.narrowestWithLevels, bars.rows >= 5 {
      levelScaleColumn = region.column
      bars.column += Self.levelScaleColumns
      bars.columns -= Self.levelScaleColumns
    }
  }
}
