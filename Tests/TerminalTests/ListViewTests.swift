import Terminal
import TestSupport
import Testing

@Suite("Positions in lists")
struct ListViewTests {
  @Test("a list moves, scrolls and stays inside of its rows")
  func list() {
    var list = ListView()
    list.move(.down)
    #expect(list.chosen == 0 && list.visible.isEmpty && list.isAtEnd)
    list.setHeight(5)
    list.setCount(12, choosing: 0)
    list.move(.up)
    #expect(list.chosen == 0)
    list.move(.pageDown)
    #expect(list.chosen == 4 && list.visible == 0..<5)
    list.move(.down)
    #expect(list.chosen == 5 && list.visible == 1..<6)
    list.move(.last)
    #expect(list.chosen == 11 && list.visible == 7..<12 && list.isAtEnd)
    list.scroll(down: false)
    #expect(list.visible == 4..<9 && list.chosen == 8)
    list.scroll(down: true)
    list.scroll(down: true)
    #expect(list.visible == 7..<12)
    #expect(list.row(at: 4) == 11 && list.row(at: 5) == nil && list.row(at: -1) == nil)
    list.setCount(3, choosing: list.chosen)
    #expect(list.chosen == 2 && list.visible == 0..<3)
    list.setHeight(0)
    #expect(list.visible.isEmpty)
    list.move(.first)
    #expect(list.chosen == 0)
  }

  @Test("a row may have several lines: the chosen one is visible as a whole, and the last page is full")
  func severalLines() {
    var list = ListView()
    list.setCount(5, choosing: 0)
    list.setHeight(6, lines: [1, 3, 1, 4, 2])
    #expect(list.lineCount == 11 && list.visible == 0..<4)
    #expect((0..<7).map { list.row(at: $0) } == [0, 1, 1, 1, 2, 3, nil])
    list.choose(3)
    #expect(list.top == 2 && list.visible == 2..<5)
    list.choose(4)
    #expect(list.top == 3 && list.visible == 3..<5 && list.row(at: 5) == 4)
    list.move(.up)
    list.move(.up)
    #expect(list.chosen == 2 && list.top == 2)
    list.move(.pageUp)
    #expect(list.chosen == 0)
    list.move(.pageDown)
    #expect(list.chosen == 3)
    // A row that is higher than the list begins at its top.
    list.setHeight(3, lines: [1, 3, 1, 4, 2])
    #expect(list.top == 3 && list.visible == 3..<4)
    list.move(.down)
    #expect(list.top == 4)
  }

  @Test("whatever happens, the chosen row is in sight and no place below the last row is free")
  func anyOrder() {
    var random = SeededRandom(state: 17)
    var list = ListView()
    var lines: [Int] = []
    let moves: [ListMove] = [.up, .down, .pageUp, .pageDown, .first, .last]
    for step in 0..<4000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let count = Int.random(in: 0...40, using: &random)
        lines = (0..<count).map { _ in Int.random(in: 1...5, using: &random) }
        list.setCount(count, choosing: list.chosen)
        list.setHeight(list.height, lines: lines)
      case 1: list.setHeight(Int.random(in: 1...20, using: &random), lines: lines)
      case 2: list.scroll(down: .random(using: &random))
      case 3: list.choose(Int.random(in: -3...45, using: &random))
      default: list.move(moves.randomElement(using: &random) ?? .up)
      }
      guard list.height > 0, list.count > 0 else { continue }
      let first = list.firstLine(ofRow: list.top)
      #expect(list.visible.contains(list.chosen), "\(step)")
      let end = list.firstLine(ofRow: list.chosen + 1) - first
      #expect(end <= list.height || list.chosen == list.top, "\(step)")
      #expect(list.top == 0 || list.lineCount - first >= min(list.height, list.lines(ofRow: list.count - 1)), "\(step)")
      if list.top > 0, list.lines(ofRow: list.count - 1) <= list.height {
        // One row more at the top would not fit.
        #expect(list.lineCount - list.firstLine(ofRow: list.top - 1) > list.height, "\(step)")
      }
      for offset in 0..<list.height {
        let row = list.row(at: offset)
        let wanted = list.visible.first {
          list.firstLine(ofRow: $0)..<list.firstLine(ofRow: $0 + 1) ~= first + offset
        }
        #expect(row == wanted, "\(step)")
      }
    }
  }

  @Test(
    "the thumb of a scroll bar shows the visible part, and touches an end only there",
    arguments: [
      (0, 100, 10, 0..<1), (90, 100, 10, 9..<10), (1, 100, 10, 1..<2), (89, 100, 10, 8..<9), (45, 100, 10, 5..<6),
      (0, 20, 10, 0..<5), (5, 20, 10, 3..<8), (10, 20, 10, 5..<10), (0, 11, 10, 0..<9), (1, 11, 10, 1..<10),
      (0, 5, 10, 0..<10), (0, 0, 0, 0..<0), (3, 9, 1, 0..<1),
    ] as [(Int, Int, Int, Range<Int>)])
  func thumb(first: Int, all: Int, rows: Int, thumb: Range<Int>) {
    #expect(ScrollBar(first: first, all: all, rows: rows).thumb == thumb)
  }

  @Test(
    "a list that does not fit has a scroll bar in its last column, one that fits has none",
    arguments: GlyphSet.allCases)
  func bar(glyphs: GlyphSet) {
    func column(_ focus: PaneKind, rows: Int) -> [UInt32] {
      var panes = PaneSet(focus: focus, time: { LocalTime.utcText($0, hasSeconds: $1) })
      panes.update(FakeRadio())
      var painter = ViewPainter(columns: 80, rows: rows, glyphs: glyphs)
      painter.show(panes)
      let layout = BarsLayout(columns: 1, channels: 1)
      _ = painter.paint(SamplePicture.bars(layout), bars: layout)
      guard let region = painter.layout.panes.first?.region else { return [] }
      return (region.row + 1..<region.row + region.rows).map {
        painter.canvas[$0, region.column + region.columns - 1].glyph
      }
    }
    let signs: [UInt32] = glyphs == .ascii ? [0x7C, 0x23] : glyphs == .halves ? [0x2502, 0x2588] : [0x2502, 0x2503]
    let long = column(.titles, rows: 24)
    #expect(!long.isEmpty && long.allSatisfy(signs.contains) && long.first == signs[1] && long.last == signs[0])
    #expect(column(.titles, rows: 60).allSatisfy { !signs.contains($0) })
  }
}
