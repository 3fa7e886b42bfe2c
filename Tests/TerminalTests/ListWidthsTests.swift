import RadioModel
import Terminal
import Testing

@Suite("The width of the list")
struct ListWidthsTests {
  private static func painter(_ columns: Int, _ rows: Int) -> ViewPainter {
    var painter = ViewPainter(columns: columns, rows: rows, glyphs: .eighths)
    painter.show(PaneSet(focus: .stations))
    return painter
  }

  private static func send(_ kind: MouseEvent.Kind, _ row: Int, _ column: Int, to painter: inout ViewPainter) {
    let (layout, columns) = (painter.layout, painter.canvas.columns)
    painter.changePanes {
      _ = $0.handle(
        MouseEvent(kind, row: row, column: column), isDouble: false, layout: layout, columns: columns)
    }
  }

  @Test("the border between list and bars is dragged, until the button is released", arguments: [(120, 36), (200, 60)])
  func drag(columns: Int, rows: Int) throws {
    var painter = Self.painter(columns, rows)
    let space = try #require(painter.layout.listSpace)
    Self.send(.press, 12, space.border, to: &painter)
    #expect(painter.layout.listSpace == space)
    Self.send(.drag, 13, space.border + 7, to: &painter)
    #expect(painter.layout.listSpace?.columns == space.columns + 7)
    #expect(painter.layout.panes[0].region.columns == space.columns + 7)
    Self.send(.drag, 1, space.border - 4, to: &painter)
    #expect(painter.layout.listSpace?.columns == space.columns - 4)
    for (column, wanted) in [(0, space.bounds.lowerBound), (columns - 1, space.bounds.upperBound)] {
      Self.send(.drag, 12, column, to: &painter)
      #expect(painter.layout.listSpace?.columns == wanted)
      #expect(painter.layout.panes.allSatisfy { $0.region.columns >= 20 } && painter.layout.bars.columns >= 20)
    }
    Self.send(.release, 12, columns - 1, to: &painter)
    Self.send(.drag, 12, 40, to: &painter)
    #expect(painter.layout.listSpace?.columns == space.bounds.upperBound)
  }

  @Test("a drag that begins elsewhere changes nothing, and a click on the border chooses no row")
  func otherDrags() throws {
    var painter = Self.painter(120, 36)
    let space = try #require(painter.layout.listSpace)
    let hint = try #require(painter.layout.hintRow)
    for (row, column) in [(12, space.border - 1), (12, space.border + 1), (hint, space.border)] {
      Self.send(.press, row, column, to: &painter)
      Self.send(.drag, row, column + 9, to: &painter)
      #expect(painter.layout.listSpace == space, "\(row), \(column)")
      Self.send(.release, row, column + 9, to: &painter)
    }
    Self.send(.press, 12, 110, to: &painter)
    #expect(painter.layout.focus == .nowPlaying)
    Self.send(.press, 12, space.border, to: &painter)
    Self.send(.release, 12, space.border, to: &painter)
    #expect(painter.layout.focus == .nowPlaying)
  }

  @Test("below the list and the bars, where a pane has all columns, no border can be dragged")
  func below() throws {
    var painter = Self.painter(200, 60)
    painter.changePanes { _ = $0.perform(.showPane(.titles), focus: .stations) }
    let space = try #require(painter.layout.listSpace)
    let titles = try #require(painter.layout.panes.first { $0.pane == .titles }?.region)
    #expect(titles.columns > space.border)
    Self.send(.press, titles.row + 4, space.border, to: &painter)
    Self.send(.drag, titles.row + 4, space.border + 9, to: &painter)
    #expect(painter.layout.listSpace == space)
    Self.send(.release, titles.row + 4, space.border + 9, to: &painter)
    Self.send(.press, titles.row - 4, space.border, to: &painter)
    Self.send(.drag, titles.row - 4, space.border + 9, to: &painter)
    #expect(painter.layout.listSpace?.columns == space.columns + 9)
  }

  @Test("each kind of screen has a width of its own, which a smaller screen bounds and does not forget")
  func kinds() throws {
    var painter = Self.painter(150, 36)
    Self.send(.press, 12, painter.layout.listSpace?.border ?? 0, to: &painter)
    Self.send(.drag, 12, 101, to: &painter)
    let chosen = painter.layout.listSpace?.columns
    #expect(chosen == 100)
    painter.resize(columns: 100, rows: 36)
    #expect(painter.layout.listSpace?.columns == painter.layout.listSpace?.bounds.upperBound)
    painter.resize(columns: 200, rows: 60)
    #expect(painter.layout.listSpace?.screen == .wide && painter.layout.listSpace?.columns != chosen)
    painter.resize(columns: 150, rows: 36)
    #expect(painter.layout.listSpace?.columns == chosen)
  }

  @Test("widths are stored by names and read again; others are ignored")
  func stored() throws {
    var painter = Self.painter(200, 60)
    for _ in 0..<3 { painter.changePanes { _ = $0.perform(.resizeList(by: 2), focus: .stations) } }
    let widths = try #require(painter.panes?.arrangement.widths)
    #expect(widths.stored == ["wide": 36] && ListWidths(stored: widths.stored) == widths)
    let others = ["wide": -4, "medium": 100_000, "tiny": 30, "": 1]
    #expect(ListWidths(stored: others) == ListWidths())
  }
}
