/// The positions of all rows on a screen of a given size. The bars have priority. The height decides which other rows
/// are shown, the most important first, so that a small screen lacks the less important ones.
package struct ViewLayout: Equatable, Sendable {
  /// The region of the bars; empty only on a screen without cells.
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

  /// The width of the level scale: a number such as `-120`, and its line.
  package static let levelScaleColumns = 5
  /// The minimum width for text; narrower screens show only bars.
  private static let narrowestWithText = 12
  /// The minimum width for a level scale.
  private static let narrowestWithLevels = 40

  /// Creates the layout of a screen of this size, in cells.
  package init(columns: Int, rows: Int) {
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

    var top = 0
    if hasHeader {
      headerRow = 0
      top = 1
    }
    if hasTitle {
      titleRow = top
      top += 1
    }
    if hasAir {
      freeRow = top
      top += 1
    }
    var bottom = rows
    if hasHints {
      bottom -= 1
      hintRow = bottom
    }
    if hasStatus {
      bottom -= 1
      statusRow = bottom
    }
    if hasAir { bottom -= 1 }
    if hasFrequencies {
      bottom -= 1
      frequencyRow = bottom
    }
    let margin = hasMargin ? 1 : 0
    bars = Region(row: top, column: margin, rows: bottom - top, columns: columns - 2 * margin)
    if columns >= Self.narrowestWithLevels, bars.rows >= 5 {
      levelScaleColumn = margin
      bars.column += Self.levelScaleColumns
      bars.columns -= Self.levelScaleColumns
    }
  }

  /// The number of free columns at both ends of a line of text.
  package var textMargin: Int { bars.columns >= 30 ? 1 : 0 }
}
