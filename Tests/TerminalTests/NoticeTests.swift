import RadioModel
import Terminal
import Testing

@Suite("Notices of the radio on the screen")
struct NoticeTests {
  @Test("a notice is shown in every pane for some seconds, again when it comes again, and not from before the view")
  func notices() {
    for pane in PaneKind.allCases {
      let radio = FakeRadio { $0.notice = RadioNotice(number: 1, text: "from before") }
      var run = ScreenRun(focus: pane, radio: radio)
      #expect(!run.shows("from before"), "\(pane)")
      for number in 2...3 as ClosedRange<UInt64> {
        radio.with { $0.notice = RadioNotice(number: number, text: "this is live") }
        run.draw()
        #expect(run.shows("this is live"), "\(pane), \(run.terminal.lines)")
        run.now += 3_000_000_000
        run.draw()
        #expect(run.shows("this is live"), "a listener may look elsewhere for a while")
        run.now += 2_000_000_000
        run.draw()
        #expect(!run.shows("this is live"), "\(pane)")
      }
    }
  }

  @Test("a short text over the heading of a list leaves nothing of what stood there")
  func overHeading() {
    for pane in PaneKind.allCases where pane.isList {
      let radio = FakeRadio()
      var run = ScreenRun(focus: pane, radio: radio)
      let name = "\u{2501} \(pane.rawValue) \(pane.name) \u{2501}"
      let before = run.terminal.lines[4]
      func heading() -> String? { run.terminal.lines.first { $0.contains(" this is live") } }
      func show(_ text: String, _ number: UInt64) {
        radio.with { $0.notice = RadioNotice(number: number, text: text) }
        run.draw()
      }
      show("this is live", 1)
      let line = heading() ?? ""
      #expect(line.contains(name), "\(run.terminal.lines)")
      let rest = line.replacing(name, with: "").replacing(" this is live", with: "")
      #expect(rest.allSatisfy { $0 == " " || $0 == "\u{2501}" || $0 == "\u{2502}" }, "\(line)")
      // A text that reaches the name takes its place.
      show("this is live " + String(repeating: "x", count: 63), 2)
      #expect(heading()?.contains(pane.name) == false, "\(run.terminal.lines)")
      run.now += 9_000_000_000
      run.draw()
      #expect(run.terminal.lines[4] == before && before.contains(name), "\(run.terminal.lines)")
    }
  }

  @Test("a notice that lasts is shown once, at its own place")
  func lasting() {
    let radio = FakeRadio()
    var run = ScreenRun(focus: .nowPlaying, radio: radio)
    radio.with { ($0.status.notice, $0.notice) = ("no device", RadioNotice(number: 7, text: "no device")) }
    run.draw()
    #expect(run.terminal.lines.filter { $0.contains("no device") }.count == 1, "\(run.terminal.lines)")
  }
}
