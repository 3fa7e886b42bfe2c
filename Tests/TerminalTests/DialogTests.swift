import RadioModel
import Stations
import Terminal
import TestSupport
import Testing

@Suite("Fields and dialogs")
struct DialogTests {
  private static func field(_ text: String, _ keys: [Key]) -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.press(key) }
    return field
  }

  private static func keys(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }

  @Test(
    "a field is edited with the usual keys",
    arguments: [
      ("abc", [.backspace], "ab"), ("abc", [.left, .backspace], "ac"), ("abc", [.home, .delete], "bc"),
      ("abc", [.left, .control(0x15)], "c"), ("one two  ", [.control(0x17)], "one "),
      ("one two", [.home, .control(0x17), .backspace, .left, .end, .delete, .right], "one two"),
      ("", [.backspace, .delete, .control(0x15), .control(0x17)], ""),
      ("ac", [.left, .character("b")], "abc"), ("ac", [.left, .left, .right, .right, .character("x")], "acx"),
      ("", [.character("日"), .character("e"), .character("\u{301}")], "日é"),
      ("日e\u{301}", [.backspace], "日"),
    ] as [(String, [Key], String)])
  func editing(text: String, keys: [Key], result: String) { #expect(Self.field(text, keys).text == result) }

  @Test("a field holds at most 1,000 characters, and a character at most 32 marks, typed or pasted")
  func bounds() {
    var field = Self.field("", Self.keys(String(repeating: "x", count: 1500)))
    #expect(field.text.count == TextField.maximumLength)
    field.paste("more")
    #expect(field.text.count == TextField.maximumLength)
    var pasted = TextField("end")
    _ = pasted.press(.home)
    pasted.paste(String(repeating: "日 ", count: 3000) + "\u{1B}[31m")
    #expect(pasted.text.count <= TextField.maximumLength && pasted.text.hasSuffix("end"))
    let marked = Self.field("", [.character("e")] + Array(repeating: .character("\u{308}"), count: 5000))
    #expect(marked.text.unicodeScalars.count <= 32)
    var controls = TextField("")
    controls.paste("a\n\u{7}b\u{202E}c")
    #expect(controls.text == "a bc")
  }

  @Test("the cursor of a field is visible at any width, with wide characters, too")
  func drawing() {
    for columns in 1...12 {
      for position in 0...6 {
        var field = TextField("日本語xyz")
        _ = field.press(.home)
        for _ in 0..<position { _ = field.press(.right) }
        var canvas = Canvas(columns: 14, rows: 1, glyphs: .eighths)
        canvas.fill(0x7C, row: 0, column: 0, count: 14, style: .plain)
        field.draw(row: 0, column: 1, columns: columns, hasCursor: true, into: &canvas)
        let cursors = (0..<14).filter { canvas[0, $0].style.isReversed && canvas[0, $0].columns > 0 }
        // A wide character needs two cells.
        if columns >= 2 { #expect(cursors.count == 1, "\(columns) columns, position \(position)") }
        #expect(canvas[0, 0].glyph == 0x7C && canvas[0, columns + 1].glyph == 0x7C)
      }
    }
  }

  // MARK: In the panes

  private static func panes(_ focus: PaneKind = .stations) -> PaneSet {
    var panes = PaneSet(focus: focus, time: LocalTime.utcText(_:hasSeconds:))
    panes.update(FakeRadio())
    return panes
  }

  /// Presses keys in a dialog, and returns the effects.
  private static func type(_ keys: [Key], _ panes: inout PaneSet) -> [PaneEffect] {
    keys.flatMap { (key: Key) -> [PaneEffect] in
      panes.type(key, focus: panes.arrangement.focus) ?? [.say("not taken")]
    }
  }

  @Test("S asks for words and searches for them; Esc cancels")
  func search() {
    var panes = Self.panes()
    #expect(panes.perform(.search, focus: .stations) == [])
    #expect(panes.dialog?.purpose == .search)
    #expect(Self.type(Self.keys("q 1"), &panes) == [])
    panes.paste("jazz\nfm", focus: .stations)
    #expect(Self.type([.enter], &panes) == [.search("q 1jazz fm")])
    #expect(panes.dialog == nil)
    _ = panes.perform(.search, focus: .stations)
    #expect(Self.type([.enter], &panes) == [] && panes.dialog?.fault == "type some words of the name")
    #expect(Self.type([.escape], &panes) == [] && panes.dialog == nil)
  }

  @Test("the words of the last search are selected: typing and pasting replace them, the arrows keep them")
  func selectedWords() {
    var panes = Self.panes()
    for (keys, words) in [
      (Self.keys("lounge"), "lounge"), ([], "jazz"), ([.right] + Self.keys("y"), "jazzy"),
      ([.home] + Self.keys("x"), "xjazz"), ([.backspace] + Self.keys("fip"), "fip"),
      ([.control(0x17)] + Self.keys("a"), "a"),
    ] as [([Key], String)] {
      panes.beginSearch("jazz")
      _ = panes.perform(.search, focus: .stations)
      #expect(Self.type(keys + [.enter], &panes) == [.search(words)])
    }
    _ = panes.perform(.search, focus: .stations)
    panes.paste("soul", focus: .stations)
    #expect(Self.type([.enter], &panes) == [.search("soul")])
    var field = TextField("old", isSelected: true)
    let empty = TextField("", isSelected: true)
    #expect(field.isSelected && !empty.isSelected)
    var canvas = Canvas(columns: 8, rows: 1, glyphs: .eighths)
    field.draw(row: 0, column: 0, columns: 8, hasCursor: true, into: &canvas)
    #expect((0..<3).allSatisfy { canvas[0, $0].style.isReversed } && !canvas[0, 4].style.isReversed)
    _ = field.press(.delete)
    #expect(field.text.isEmpty && !field.isSelected)
  }

  @Test("the words of a search may have conditions, and what is wrong with them is said in the dialog")
  func conditions() {
    var panes = Self.panes()
    _ = panes.perform(.search, focus: .stations)
    #expect(Self.type(Self.keys("#lounge country:XQ") + [.enter], &panes) == [])
    #expect(panes.dialog?.fault?.hasPrefix("there is no country ‘XQ’") == true)
    #expect(
      Self.type([.backspace, .backspace] + Self.keys("FR codec:aac") + [.enter], &panes) == [
        .search("#lounge country:FR codec:aac")
      ])
  }

  @Test("a asks for name and address, and says what is not valid in the field that has it")
  func add() {
    var panes = Self.panes()
    _ = panes.perform(.add, focus: .stations)
    #expect(panes.dialog?.purpose == .add)
    #expect(Self.type([.enter], &panes) == [] && panes.dialog?.fault == "name is empty")
    #expect(Self.type(Self.keys("Mine") + [.enter], &panes) == [])
    #expect(panes.dialog?.fault?.hasPrefix("address") == true)
    #expect(Self.type(Self.keys("radio") + [.enter], &panes) == [])
    #expect(panes.dialog?.fault == "‘radio’ is not an http(s) address")
    for _ in "radio" { _ = Self.type([.backspace], &panes) }
    let effects = Self.type(Self.keys("http://x.example/a") + [.enter], &panes)
    #expect(effects == [.change(.add(Station(id: "", name: "Mine", url: "http://x.example/a")))])
  }

  @Test("Tab and Shift-Tab go from field to field")
  func fields() {
    var panes = Self.panes()
    _ = panes.perform(.add, focus: .stations)
    let keys = [Key.tab] + Self.keys("http://x.example/") + [.backTab] + Self.keys("N") + [.tab] + Self.keys("b")
    #expect(
      Self.type(keys + [.enter], &panes) == [.change(.add(Station(id: "", name: "N", url: "http://x.example/b")))])
  }

  /// Chooses the station with this name.
  private static func choose(_ name: String, _ panes: inout PaneSet) {
    _ = panes.perform(.move(.first), focus: .stations)
    for _ in 0..<panes.stations.rows.count where panes.stations.chosen?.station.name != name {
      _ = panes.perform(.move(.down), focus: .stations)
    }
    #expect(panes.stations.chosen?.station.name == name)
  }

  @Test("e, t and d change the chosen station, d only after y")
  func changes() {
    var panes = Self.panes()
    Self.choose("FIP", &panes)
    _ = panes.perform(.edit, focus: .stations)
    #expect(
      Self.type(Self.keys("!") + [.enter], &panes)
        == [.change(.edit(id: "fip", StationEdit(name: "FIP!", url: "https://ice.example/fip")))])
    _ = panes.perform(.editTags, focus: .stations)
    #expect(
      Self.type(Self.keys(" , new tag,,") + [.enter], &panes)
        == [.change(.setTags(id: "fip", ["eclectic", "jazz", "new tag"]))])
    for (key, effects) in [
      (Key.character("n"), []), (.escape, []), (.character("y"), [PaneEffect.change(.delete(id: "fip"))]),
    ] {
      _ = panes.perform(.delete, focus: .stations)
      #expect(Self.type([.character("x"), .enter], &panes) == [] && panes.dialog != nil)
      #expect(Self.type([key], &panes) == effects && panes.dialog == nil)
    }
    _ = panes.perform(.move(.first), focus: .stations)
    #expect(panes.perform(.delete, focus: .stations) == [.say("choose a station first")])
  }

  @Test("Enter in the log shows all of a record, and any dialog fits on any screen")
  func details() {
    var panes = Self.panes(.log)
    _ = panes.perform(.move(.up), focus: .log)
    _ = panes.perform(.open, focus: .log)
    #expect(panes.dialog?.purpose == .details)
    for (columns, rows) in [(80, 24), (30, 8), (12, 4), (5, 2), (1, 1), (200, 60)] {
      var painter = ViewPainter(columns: columns, rows: rows, glyphs: .eighths)
      painter.show(panes)
      painter.show(SamplePicture.status)
      _ = painter.paint(
        SamplePicture.bars(BarsLayout(columns: 80, channels: 1)), bars: BarsLayout(columns: 80, channels: 1))
      let text = SamplePicture.lines(painter.canvas).joined(separator: " ")
      if columns >= 80 {
        #expect(text.contains("check its name and your") && text.contains("or the setting of the proxy"))
      }
    }
    #expect(Self.type([.down, .up, .enter], &panes) == [] && panes.dialog == nil)
  }
}
