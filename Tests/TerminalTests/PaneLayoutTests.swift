import Terminal
import Testing

@Suite("The layout of the panes")
struct PaneLayoutTests {
  @Test(
    "the width decides how many panes stand side by side, and the one with the keys is always among them",
    arguments: [
      (80, 24, .stations, [.stations]), (80, 24, .nowPlaying, [.nowPlaying]), (80, 24, .log, [.log]),
      (99, 30, .titles, [.titles]), (100, 30, .stations, [.stations, .nowPlaying]),
      (100, 30, .nowPlaying, [.stations, .nowPlaying]), (120, 40, .log, [.log]), (159, 40, .titles, [.titles]),
      (160, 35, .stations, [.stations, .nowPlaying, .titles]), (160, 35, .log, [.stations, .log]),
      (160, 40, .stations, [.stations, .nowPlaying, .titles]),
      (200, 60, .titles, [.stations, .nowPlaying, .titles]), (200, 60, .log, [.stations, .nowPlaying, .log]),
      (200, 60, .nowPlaying, [.stations, .nowPlaying, .titles]), (20, 5, .stations, [.nowPlaying]),
      (29, 24, .stations, [.nowPlaying]), (80, 7, .stations, [.nowPlaying]), (30, 8, .stations, [.stations]),
    ] as [(Int, Int, PaneKind, [PaneKind])])
  func table(columns: Int, rows: Int, focus: PaneKind, panes: [PaneKind]) {
    let layout = ViewLayout(columns: columns, rows: rows, arrangement: PaneArrangement(focus: focus))
    #expect(layout.panes.map(\.pane) == panes)
    #expect(panes.contains(layout.focus))
    #expect((layout.bars.rows > 0) == panes.contains(.nowPlaying))
  }

  @Test("a pane that had the keys keeps its place beside the bars")
  func memory() {
    var arrangement = PaneArrangement(focus: .log)
    arrangement.show(.nowPlaying)
    #expect(ViewLayout(columns: 120, rows: 40, arrangement: arrangement).panes.map(\.pane) == [.log, .nowPlaying])
    #expect(ViewLayout(columns: 200, rows: 40, arrangement: arrangement).panes.map(\.pane).last == .log)
    arrangement.show(.stations)
    #expect(ViewLayout(columns: 200, rows: 40, arrangement: arrangement).panes.map(\.pane).last == .log)
  }

  @Test("bars that are alone have the whole screen, and nothing else is on it")
  func alone() {
    for (columns, rows) in [(200, 60), (120, 40), (80, 24), (40, 10), (20, 5), (20, 3), (1, 1)] {
      var arrangement = PaneArrangement(focus: .stations)
      arrangement.isAlone = true
      let layout = ViewLayout(columns: columns, rows: rows, arrangement: arrangement, hasPicture: true)
      #expect(layout.isAlone && layout.bars == Region(row: 0, column: 0, rows: rows, columns: columns))
      let others = [
        layout.headerRow, layout.titleRow, layout.statusRow, layout.hintRow, layout.tabRow, layout.frequencyRow,
        layout.levelScaleColumn,
      ]
      #expect(others.allSatisfy { $0 == nil } && layout.picture == nil && layout.smallBars == nil)
      #expect(layout.panes.map(\.pane) == [.nowPlaying])
    }
  }

  @Test(
    "titles and log stand below the list where there is space, and take half of the screen while they have the keys")
  func stacked() throws {
    for side in [PaneKind.titles, .log] {
      var arrangement = PaneArrangement(focus: side)
      let focused = ViewLayout(columns: 200, rows: 60, arrangement: arrangement)
      let wide = try #require(focused.panes.last)
      #expect(wide.pane == side && wide.region.columns == 198 && wide.region.rows >= 24)
      #expect(focused.bars.rows >= 15)
      arrangement.show(.stations)
      let layout = ViewLayout(columns: 200, rows: 60, arrangement: arrangement, listColumns: 55)
      let (list, below) = (layout.panes[0].region, layout.panes[2].region)
      #expect(layout.panes[2].pane == side && below.column == list.column && below.columns == list.columns)
      #expect(below.row == list.row + list.rows && list.rows >= 2 * below.rows - 2)
      // The bars have the rest of the width and all rows.
      #expect(list.columns == 55 && layout.panes[1].region.columns == 198 - 56)
      #expect(layout.panes[1].region.rows == list.rows + below.rows)
    }
  }

  @Test(
    "the list has the width that it needs, from 30 columns to two fifths of a wide screen",
    arguments: [
      (120, 30, 0, 30), (120, 30, 41, 41), (120, 30, 90, 53), (100, 24, 200, 44), (200, 60, 60, 60), (200, 60, 300, 79),
      (200, 60, 10, 30), (160, 30, 50, 50),
    ])
  func byContent(columns: Int, rows: Int, needed: Int, wanted: Int) {
    let arrangement = PaneArrangement(focus: .stations)
    let layout = ViewLayout(columns: columns, rows: rows, arrangement: arrangement, listColumns: needed)
    #expect(layout.panes.first?.region.columns == wanted)
  }

  @Test("names are not cut while remarks have space; without space there are no remarks")
  func columns() {
    var columns = StationColumns()
    columns.add(name: 34, remarks: 30)
    columns.add(name: 12, remarks: 2)
    #expect(columns.names == 34 && columns.remarks == 24 && columns.listColumns == 4 + 34 + 2 + 24 + 1)
    #expect(columns.nameColumns(in: 80, name: 12) == 34)
    // Here the remarks have 14 columns, and beside a longer name those of a country.
    #expect(columns.nameColumns(in: 46, name: 12) == 26 && columns.nameColumns(in: 46, name: 34) == 34)
    #expect(columns.nameColumns(in: 46, name: 60) == 38)
    #expect(columns.nameColumns(in: 30, name: 12) == nil)
    var short = StationColumns()
    short.add(name: 8, remarks: 2)
    #expect(short.nameColumns(in: 20, name: 8) == 8)
  }

  @Test(
    "a list that has the place of the bars has small ones beside name and title, if there is space",
    arguments: [
      (80, 24, false, Region(row: 0, column: 71, rows: 4, columns: 8)), (71, 24, true, nil), (80, 50, true, nil),
      (80, 24, true, Region(row: 0, column: 71, rows: 4, columns: 8)),
      (60, 24, false, Region(row: 0, column: 51, rows: 4, columns: 8)), (59, 24, false, nil), (80, 23, false, nil),
      (95, 30, true, Region(row: 0, column: 86, rows: 4, columns: 8)), (40, 12, false, nil), (20, 5, false, nil),
    ] as [(Int, Int, Bool, Region?)])
  func smallBars(columns: Int, rows: Int, hasPicture: Bool, region: Region?) {
    let layout = ViewLayout(
      columns: columns, rows: rows, arrangement: PaneArrangement(focus: .stations), hasPicture: hasPicture)
    #expect(layout.smallBars == region && layout.spectrumColumns == region?.columns ?? layout.bars.columns)
    let bars = ViewLayout(
      columns: columns, rows: rows, arrangement: PaneArrangement(focus: .nowPlaying), hasPicture: hasPicture)
    #expect(bars.smallBars == nil)
    // They take no row from the list.
    let list = layout.panes.first?.region.rows ?? 0
    if rows == 24, region != nil { #expect(list == 19) }
  }

  @Test("the row of names takes the free row above the status; from 24 rows on both are above all panes")
  func tabs() {
    for rows in 18...60 {
      let layout = ViewLayout(columns: 80, rows: rows, arrangement: PaneArrangement(focus: .nowPlaying))
      let plain = ViewLayout(columns: 80, rows: rows)
      if rows < 24 {
        #expect(layout.bars == plain.bars && layout.tabRow == layout.statusRow.map { $0 - 1 })
      } else {
        #expect(layout.bars.rows == plain.bars.rows + 1)
        for pane in PaneKind.allCases {
          let other = ViewLayout(columns: 80, rows: rows, arrangement: PaneArrangement(focus: pane))
          let rows = [other.headerRow, other.titleRow, other.statusRow, other.tabRow]
          #expect(rows == [0, 1, 2, 3] && other.headerColumn == layout.headerColumn)
        }
      }
    }
    let low = ViewLayout(columns: 80, rows: 11, arrangement: PaneArrangement(focus: .nowPlaying))
    #expect(low.tabRow == nil && low.bars == ViewLayout(columns: 80, rows: 11).bars)
    let tiny = ViewLayout(columns: 20, rows: 5, arrangement: PaneArrangement(focus: .stations))
    #expect(tiny.titleRow == 0 && tiny.bars == Region(row: 1, column: 0, rows: 4, columns: 20) && tiny.tabRow == nil)
  }

  @Test("at any size panes lie inside of the screen, apart from each other and from all rows")
  func everySize() {
    var wide = ListWidths()
    if let space = ViewLayout(columns: 240, rows: 60, arrangement: PaneArrangement(focus: .stations)).listSpace {
      wide.set(1000, in: space)
    }
    for columns in stride(from: 1, through: 240, by: 3) {
      for rows in 1...64 {
        for (number, focus) in PaneKind.allCases.enumerated() {
          var arrangement = PaneArrangement(focus: focus)
          if rows % 2 == 0 { arrangement.widths = wide }
          let layout = ViewLayout(
            columns: columns, rows: rows, arrangement: arrangement, hasPicture: number % 2 == rows / 2 % 2,
            listColumns: columns % 90)
          var regions = layout.panes.map(\.region)
          let taken = [layout.headerRow, layout.titleRow, layout.statusRow, layout.hintRow, layout.tabRow]
          regions += taken.compactMap(\.self).map { layout.place(ofRow: $0, columns: columns) }
          regions += [layout.picture, layout.smallBars].compactMap(\.self)
          for (number, region) in regions.enumerated() {
            guard region.column >= 0, region.column + region.columns <= columns, region.row >= 0, region.rows >= 0,
              region.row + region.rows <= rows
            else {
              Issue.record("\(columns) × \(rows): \(region)")
              return
            }
            for other in regions[..<number] {
              let isApart =
                region.row >= other.row + other.rows || other.row >= region.row + region.rows
                || region.column >= other.column + other.columns || other.column >= region.column + region.columns
              #expect(isApart, "\(columns) × \(rows), \(focus): \(region) and \(other)")
            }
          }
          #expect(layout.panes.allSatisfy { !$0.pane.isList || $0.region.rows >= 4 && $0.region.columns >= 20 })
          let bars = layout.bars
          #expect(bars.column + bars.columns <= columns && bars.row + bars.rows <= rows)
          if layout.panes.contains(where: { $0.pane == .nowPlaying }) { #expect(bars.rows > 0 && bars.columns > 0) }
        }
      }
    }
  }

  @Test("the names of the panes fit, or only that of the pane with the keys is written")
  func tabTexts() {
    let wide = TabRow.tabs(columns: 78, focus: .titles)
    #expect(wide.map(\.text) == ["1 Stations", "2 Now playing", "3 Titles", "4 Log"])
    let narrow = TabRow.tabs(columns: 30, focus: .titles)
    #expect(narrow.map(\.text) == ["1", "2", "3 Titles", "4"])
    #expect(narrow.map(\.column) == [0, 4, 8, 19])
  }
}
