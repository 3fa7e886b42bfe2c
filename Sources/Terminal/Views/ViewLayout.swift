/// What stands where on a screen of a given size. The bars come first; other rows are given as the height allows, the
/// weightier first, so on a small screen the lesser ones are the first to go.
package struct ViewLayout: Equatable, Sendable {
  /// Where the bars are; empty only on a screen without cells.
  package var bars: Region
  /// Row of the station's name and the state.
  package var headerRow: Int?
  /// Free row above the bars.
  package var freeRow: Int?
  /// Row of the title. Without a `headerRow` the name and the state share it.
  package var titleRow: Int?
  /// Row of codec, time, buffer and volume.
  package var statusRow: Int?
  /// Row of the frequency scale.
  package var frequencyRow: Int?
  /// Row of the keys.
  package var hintRow: Int?
  /// First column of the level scale, which is `levelScaleColumns` wide and stands left of the bars.
  package var levelScaleColumn: Int?

  /// Width of the level scale: a number such as `-120`, and its line.
  package static let levelScaleColumns = 5
  /// Narrower screens show bars alone.
  private static let narrowestWithText = 12
  /// Narrower screens have no level scale.
  private static let narrowestWithLevels = 40

  /// The layout for a screen of this size, in cells.
  package init(columns: Int, rows: Int) {
    bars = Region(row: 0, column: 0, rows: max(rows, 0), columns: max(columns, 0))
    guard columns >= Self.narrowestWithText else { return }
    // Heights from which each row is worth its place; between them the bars grow.
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

  /// Column where lines of text begin, as many are left free at their end.
  package var textMargin: Int { bars.columns >= 30 ? 1 : 0 }
}
