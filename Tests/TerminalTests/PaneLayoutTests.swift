import Terminal
import Testing

@Suite("The layout of the panes")
struct PaneLayoutTests {
  @Test(
    "the width decides how many panes stand side by side, and the one with the keys is always among them",
    arguments: [
      (80, 24, .stations, [.stations]), (80, 24, .nowPlaying, [.nowPlaying]), (80, 24, .log, [.log]),
      (99, 30, .titles, [.titles]), (100, 30, .stations, [.stations, .nowPlaying]),
      (100, 30, .nowPlaying, [.stations, .nowPlaying]), (120, 40, .log, [.log, .nowPlaying]),
      (159, 40, .titles, [.titles, .nowPlaying]), (160, 40, .stations, [.stations, .nowPlaying, .titles]),
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

  @Test("bars alone look as they do without panes")
  func alone() {
    for (columns, rows) in [(200, 60), (120, 40), (80, 24), (40, 10), (20, 5), (20, 3), (1, 1)] {
      var arrangement = PaneArrangement(focus: .stations)
      arrangement.isAlone = true
      let plain = ViewLayout(columns: columns, rows: rows)
      #expect(ViewLayout(columns: columns, rows: rows, arrangement: arrangement) == plain)
    }
  }

  @Test("the row of names takes the free row above the status, so that bars keep their size from 18 rows on")
  func tabs() {
    for rows in 18...60 {
      let layout = ViewLayout(columns: 80, rows: rows, arrangement: PaneArrangement(focus: .nowPlaying))
      #expect(layout.bars == ViewLayout(columns: 80, rows: rows).bars)
      #expect(layout.tabRow == layout.statusRow.map { $0 - 1 })
    }
    let low = ViewLayout(columns: 80, rows: 11, arrangement: PaneArrangement(focus: .nowPlaying))
    #expect(low.tabRow == nil && low.bars == ViewLayout(columns: 80, rows: 11).bars)
    let tiny = ViewLayout(columns: 20, rows: 5, arrangement: PaneArrangement(focus: .stations))
    #expect(tiny.titleRow == 0 && tiny.bars == Region(row: 1, column: 0, rows: 4, columns: 20) && tiny.tabRow == nil)
  }

  @Test("at any size panes lie side by side, inside of the screen, and apart from all rows")
  func everySize() {
    for columns in stride(from: 1, through: 240, by: 3) {
      for rows in 1...64 {
        for focus in PaneKind.allCases {
          let layout = ViewLayout(columns: columns, rows: rows, arrangement: PaneArrangement(focus: focus))
          var owners = [Int](repeating: 0, count: columns)
          for place in layout.panes {
            let region = place.region
            guard region.column >= 0, region.column + region.columns <= columns, region.rows >= 0, region.row >= 0
            else {
              Issue.record("\(columns) × \(rows): \(place)")
              return
            }
            for column in region.column..<region.column + region.columns { owners[column] += 1 }
            let taken = [layout.headerRow, layout.titleRow, layout.statusRow, layout.hintRow, layout.tabRow]
            for row in taken.compactMap(\.self) { #expect(!(region.row..<region.row + region.rows ~= row)) }
            #expect(region.row + region.rows <= rows && (!place.pane.isList || region.rows >= 4))
          }
          #expect(owners.max() ?? 0 <= 1)
          let bars = layout.bars
          #expect(bars.column + bars.columns <= columns && bars.row + bars.rows <= rows)
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
