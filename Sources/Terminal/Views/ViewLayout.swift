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
  /// The first column of name and title.
  package var headerColumn = 0
  /// The row of the panes' names.
  package var tabRow: Int?
  /// The panes that are shown, from left to right.
  package var panes: [Place] = []
  /// The pane that has the keys.
  package var focus = PaneKind.nowPlaying
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
  /// The minimum size for a picture, and the rows of the picture from each height of the screen on. A picture has twice as
  /// many columns as rows, which is about a square.
  private static let narrowestWithPicture = 60
  private static let pictureRows = [(screen: 24, rows: 4), (screen: 36, rows: 6), (screen: 50, rows: 8)]
  /// The minimum widths for two and for three panes side by side.
  private static let narrowestWithTwo = 100
  private static let narrowestWithThree = 160

  /// Creates the layout of a screen of this size, in cells. With `arrangement` nil there are no panes beside the bars.
  /// `hasPicture` is true when there is a picture to show where there is space.
  package init(columns: Int, rows: Int, arrangement: PaneArrangement? = nil, hasPicture: Bool = false) {
    bars = Region(row: 0, column: 0, rows: max(rows, 0), columns: max(columns, 0))
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
    if arrangement?.isAlone == true { arrangement = nil }

    var (top, bottom) = (0, rows)
    func takeTop() -> Int {
      top += 1
      return top - 1
    }
    func takeBottom() -> Int {
      bottom -= 1
      return bottom
    }
    if hasHeader { headerRow = takeTop() }
    if hasTitle { titleRow = takeTop() }
    if hasAir { freeRow = takeTop() }
    if hasPicture, columns >= Self.narrowestWithPicture,
      let height = Self.pictureRows.last(where: { $0.screen <= rows })?.rows
    {
      picture = Region(row: 0, column: hasMargin ? 1 : 0, rows: height, columns: 2 * height)
      (headerRow, titleRow) = ((height - 2) / 2, height / 2)
      freeRow = nil
      top = height
    }
    if hasHints { hintRow = takeBottom() }
    if hasStatus { statusRow = takeBottom() }
    if arrangement != nil, rows >= Self.minimumRowsWithTabs {
      tabRow = takeBottom()
    } else if hasAir {
      bottom -= 1
    }
    let margin = hasMargin ? 1 : 0
    let body = Region(
      row: freeRow ?? top, column: margin, rows: bottom - (freeRow ?? top), columns: columns - 2 * margin)
    let kinds = arrangement.map { Self.panes(columns: columns, $0) } ?? [.nowPlaying]
    focus = arrangement?.focus ?? .nowPlaying
    if kinds == [.nowPlaying] {
      placeBars(Region(row: top, column: margin, rows: bottom - top, columns: body.columns), hasFrequencies)
      panes = [Place(pane: .nowPlaying, region: body)]
      textMargin = bars.columns >= 30 ? 1 : 0
    } else {
      freeRow = nil
      textMargin = 1
      place(kinds, in: body, hasFrequencies)
    }
    headerColumn = picture.map { $0.column + $0.columns + 2 } ?? textMargin
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

  /// Returns the panes that a screen of this width shows, from left to right.
  private static func panes(columns: Int, _ arrangement: PaneArrangement) -> [PaneKind] {
    if columns >= narrowestWithThree { return [.stations, .nowPlaying, arrangement.side] }
    if columns >= narrowestWithTwo { return [arrangement.list, .nowPlaying] }
    return [arrangement.focus]
  }

  /// Places panes side by side, with a free column between them.
  private mutating func place(_ kinds: [PaneKind], in body: Region, _ hasFrequencies: Bool) {
    bars = Region(row: body.row, column: body.column, rows: 0, columns: 0)
    let space = body.columns - (kinds.count - 1)
    let listColumns = kinds.count == 1 ? space : kinds.count == 2 ? min(space * 2 / 5, 64) : space * 3 / 10
    let lists = kinds.filter(\.isList).count
    var column = body.column
    for kind in kinds {
      let width = kind.isList ? listColumns : space - lists * listColumns
      let region = Region(row: body.row, column: column, rows: body.rows, columns: width)
      panes.append(Place(pane: kind, region: region))
      if kind == .nowPlaying {
        placeBars(region.withoutHeading, hasFrequencies)
      }
      column += width + 1
    }
  }
}
