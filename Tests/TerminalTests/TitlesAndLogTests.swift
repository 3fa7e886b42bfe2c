import RadioModel
import Terminal
import Testing

@Suite("The panes of titles and log")
struct TitlesAndLogTests {
  private static func panes(_ focus: PaneKind) -> (PaneSet, FakeRadio) {
    var panes = PaneSet(focus: focus, time: { LocalTime.utcText($0, hasSeconds: $1) })
    let radio = FakeRadio()
    panes.update(radio)
    return (panes, radio)
  }

  private static func lines(_ panes: PaneSet, columns: Int = 80, rows: Int = 24) -> [String] {
    var painter = ViewPainter(columns: columns, rows: rows, glyphs: .eighths)
    painter.show(panes)
    painter.show(SamplePicture.status)
    let layout = BarsLayout(columns: max(painter.layout.bars.columns, 1), channels: 1)
    _ = painter.paint(SamplePicture.bars(layout), bars: layout)
    return SamplePicture.lines(painter.canvas)
  }

  @Test("titles have a time and a station, the latest first, and a new one comes to the top")
  func titles() throws {
    let (start, radio) = Self.panes(.titles)
    var panes = start
    let lines = Self.lines(panes)
    let first = try #require(lines.firstIndex { $0.contains("08:00  Artist 0 - A song that was heard   FIP") })
    #expect(lines[first + 1].contains("07:55  Artist 1 - A song that was heard   Groove Salad"))
    let new = try #require(FakeRadio.entry(time: 1_800_000_300, "A new one - Song", "FIP"))
    radio.with { $0.titles = TitleList(version: 2, entries: [new] + $0.titles.entries) }
    panes.update(radio)
    #expect(panes.titles.titles.chosen == new)
    _ = panes.perform(.move(.down), focus: .titles)
    let chosen = panes.titles.titles.chosen
    radio.with { $0.titles = TitleList(version: 3, entries: [new] + $0.titles.entries) }
    panes.update(radio)
    #expect(panes.titles.titles.chosen == chosen)
  }

  @Test("a new title reaches a screen on which the list was drawn before")
  func drawnAgain() throws {
    let (panes, radio) = Self.panes(.titles)
    var painter = ViewPainter(columns: 80, rows: 24, glyphs: .eighths)
    painter.show(panes)
    let layout = BarsLayout(columns: 1, channels: 1)
    func hasTitle() -> Bool {
      painter.changePanes { $0.update(radio) }
      _ = painter.paint(SamplePicture.bars(layout), bars: layout)
      let line = "A new one - Song" + String(repeating: " ", count: 19) + "FIP"
      return SamplePicture.lines(painter.canvas).contains { $0.contains(line) }
    }
    #expect(!hasTitle())
    let new = try #require(FakeRadio.entry(time: 1_800_000_300, "A new one - Song", "FIP"))
    radio.with { $0.titles = TitleList(version: 2, entries: [new] + $0.titles.entries) }
    #expect(hasTitle())
  }

  @Test("titles that need several lines are drawn again for another width, a filter and a new title")
  func wrappedTitles() throws {
    let (start, radio) = Self.panes(.titles)
    var panes = start
    let long = String(repeating: "A movement of a long work, ", count: 4)
    radio.with { state in
      for index in state.titles.entries.indices where index % 3 == 1 {
        let title = "\(long) number \(index)"
        if let entry = FakeRadio.entry(time: state.titles.entries[index].time, title, "FIP") {
          state.titles.entries[index] = entry
        }
      }
      state.titles.version = 2
    }
    panes.update(radio)
    var painter = ViewPainter(columns: 80, rows: 24, glyphs: .eighths)
    painter.show(panes)
    painter.show(SamplePicture.status)
    func change(_ change: (inout PaneSet) -> Void) {
      change(&panes)
      painter.changePanes(change)
    }
    func compare(_ columns: Int, _ step: String) {
      painter.resize(columns: columns, rows: 24)
      let layout = BarsLayout(columns: max(painter.layout.bars.columns, 1), channels: 1)
      _ = painter.paint(SamplePicture.bars(layout), bars: layout)
      // These panes were not drawn before.
      #expect(SamplePicture.lines(painter.canvas) == Self.lines(panes, columns: columns), "\(step)")
    }
    compare(80, "at first")
    compare(44, "narrow")
    change { panes in
      _ = panes.perform(.filter, focus: .titles)
      panes.paste("movement", focus: .titles)
    }
    compare(44, "filtered")
    change { _ = $0.type(.escape, focus: .titles) }
    compare(44, "all again")
    let new = try #require(FakeRadio.entry(time: 1_800_000_300, long, "Groove Salad"))
    radio.with { $0.titles = TitleList(version: 3, entries: [new] + $0.titles.entries) }
    change { $0.update(radio) }
    compare(44, "a new title")
    compare(80, "wide")
  }

  @Test("titles are filtered by title and station")
  func filteredTitles() {
    var panes = Self.panes(.titles).0
    _ = panes.perform(.filter, focus: .titles)
    panes.paste("FIP artist 1", focus: .titles)
    let shown = panes.titles.titles.shown.map { panes.titles.titles.elements[$0] }
    #expect(!shown.isEmpty && shown.allSatisfy { $0.name == "FIP" && $0.title.contains("Artist 1") })
    _ = panes.type(.escape, focus: .titles)
    #expect(panes.titles.titles.shown.count == 30)
  }

  @Test("the log shows levels as words from info on, and t steps through the lowest level")
  func levels() {
    var panes = Self.panes(.log).0
    #expect(Self.lines(panes).contains { $0.contains("warning Player") && $0.contains("lost 20 ms") })
    let counts = LogLevel.allCases.indices.map { _ in
      defer { _ = panes.perform(.stepLevel, focus: .log) }
      return panes.log.records.shown.count
    }
    #expect(counts == [5, 4, 3, 1, 6])
    #expect(panes.log.level == .info)
  }

  @Test(
    "a record that is longer than its line goes on below it, and can be chosen as one row", arguments: [60, 80, 99])
  func wrappedRecord(columns: Int) throws {
    let (start, radio) = Self.panes(.log)
    var panes = start
    let text = "unknown host 日本の局.example, " + String(repeating: "which has a long name, ", count: 6) + "at all"
    radio.with { state in
      state.records += [
        LogRecord(number: 7, time: 1_800_000_006, level: .error, category: "Downloader", text: text),
        LogRecord(number: 8, time: 1_800_000_007, level: .info, category: "Radio", text: "the last one"),
      ]
    }
    panes.update(radio)
    _ = panes.perform(.move(.up), focus: .log)
    let lines = Self.lines(panes, columns: columns, rows: 40)
    let first = try #require(lines.firstIndex { $0.contains("error   Downloader   unknown host") })
    let end = try #require(lines.firstIndex { $0.contains("the last one") })
    #expect(end - first >= 2 && lines[end].contains("08:00:07"))
    let words = lines[first..<end].joined(separator: " ").split(separator: " ").dropFirst(3)
    #expect(Array(words) == text.split(separator: " "))
    // Below the columns of time, level and category nothing stands.
    #expect(lines[first + 1..<end].allSatisfy { $0.prefix(28).allSatisfy { $0 == " " } })
    #expect(lines.allSatisfy { TextCells($0, isUTF8: true).columns <= columns })
    #expect(panes.log.records.chosen?.number == 7)
  }

  @Test("a click on any line of a record chooses it")
  func clickOnWrapped() throws {
    let radio = FakeRadio()
    let text = String(repeating: "words ", count: 40) + "end"
    radio.with { state in
      state.records = [
        LogRecord(number: 1, time: 1_800_000_001, level: .info, category: "Radio", text: text),
        LogRecord(number: 2, time: 1_800_000_002, level: .info, category: "Radio", text: "second"),
      ]
    }
    var panes = PaneSet(focus: .log, time: { LocalTime.utcText($0, hasSeconds: $1) })
    panes.update(radio)
    var painter = ViewPainter(columns: 80, rows: 24, glyphs: .eighths)
    painter.show(panes)
    let bars = BarsLayout(columns: 1, channels: 1)
    _ = painter.paint(SamplePicture.bars(bars), bars: bars)
    let row = try #require(SamplePicture.lines(painter.canvas).firstIndex { $0.hasSuffix(" end") })
    let layout = painter.layout
    for (row, number) in [(row, 1), (row + 1, 2), (row - 1, 1)] {
      painter.changePanes {
        _ = $0.handle(MouseEvent(.press, row: row, column: 40), isDouble: false, layout: layout, columns: 80)
      }
      #expect(painter.panes?.log.records.chosen?.number == number)
    }
  }

  @Test("a title that is too long goes on below, in its column; a station's name, too")
  func wrappedTitle() throws {
    let (start, radio) = Self.panes(.titles)
    var panes = start
    let title = "宇多田ヒカル - " + String(repeating: "光の中へ ", count: 12) + "fin"
    let name = String(repeating: "A Radio With Words ", count: 3) + "FM"
    let entry = try #require(FakeRadio.entry(time: 1_800_000_300, title, name))
    radio.with { $0.titles = TitleList(version: 2, entries: [entry] + $0.titles.entries) }
    panes.update(radio)
    let lines = Self.lines(panes, columns: 60)
    let first = try #require(lines.firstIndex { $0.contains("08:05") })
    let end = try #require(lines.firstIndex { $0.contains("08:00  Artist 0") })
    #expect(end - first >= 3)
    let text = lines[first..<end].joined(separator: " ")
    for word in (title + " " + name).split(separator: " ") { #expect(text.contains(word), "\(word) in \(text)") }
    #expect(lines.allSatisfy { TextCells($0, isUTF8: true).columns <= 60 && !$0.contains("\u{2026}") })
  }

  @Test("warnings and errors are counted in words in the status row")
  func counters() {
    let (panes, radio) = Self.panes(.nowPlaying)
    var empty = panes
    #expect(panes.log.counters == "1 error, 2 warnings")
    #expect(Self.lines(panes, columns: 120, rows: 40)[2].contains("1 error, 2 warnings"))
    #expect(Self.lines(panes)[2].contains("1 error, 2 warnings"))
    radio.with { $0.records = [] }
    empty.update(radio)
    #expect(empty.log.counters == "")
    #expect(!Self.lines(empty)[2].contains("warning"))
  }

  @Test("new records come to the end, where the chosen row follows them, and at most 1,000 are kept")
  func follows() {
    let (start, radio) = Self.panes(.log)
    var panes = start
    #expect(panes.log.records.chosen?.number == 6)
    func add(_ range: ClosedRange<Int>) {
      radio.with { state in
        state.records += range.map {
          LogRecord(number: $0, time: 1_800_000_100, level: .info, category: "Radio", text: "record \($0)")
        }
      }
      panes.update(radio)
    }
    add(7...9)
    #expect(panes.log.records.chosen?.number == 9)
    _ = panes.perform(.move(.up), focus: .log)
    add(10...20)
    #expect(panes.log.records.chosen?.number == 8)
    add(21...5000)
    #expect(panes.log.records.elements.count == 1000 && panes.log.records.elements.last?.number == 5000)
  }

  @Test("the log is filtered by its text")
  func filteredLog() {
    var panes = Self.panes(.log).0
    _ = panes.perform(.filter, focus: .log)
    panes.paste("host network", focus: .log)
    #expect(panes.log.records.shown.count == 1)
    #expect(panes.type(.enter, focus: .log) == [] && panes.log.records.shown.count == 1)
  }

  @Test("the line about the machine names all figures, and wraps where it does not fit")
  func performance() {
    let figures = FakeRadio().figures
    let line = PerformanceLine.text(figures, buffered: 8.04, drawn: 1200, skipped: 3)
    #expect(
      line
        == "CPU 1.7 %   memory 35 MB   buffer 8.0 s   2 underruns   1 reconnect   decoding 3.5 ms/s   frames 1200 drawn, 3 skipped"
    )
    #expect(
      PerformanceLine.text(nil, buffered: .nan, drawn: 0, skipped: 0) == "buffer 0.0 s   frames 0 drawn, 0 skipped")
    var panes = Self.panes(.log).0
    panes.update(performance: line)
    for columns in [40, 80, 120] {
      let text = Self.lines(panes, columns: columns).joined(separator: " ")
      for word in line.split(separator: " ") { #expect(text.contains(word), "\(columns)") }
    }
  }
}
