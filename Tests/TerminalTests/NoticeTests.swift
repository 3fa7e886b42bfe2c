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

  @Test("a notice that lasts is shown once, at its own place")
  func lasting() {
    let radio = FakeRadio()
    var run = ScreenRun(focus: .nowPlaying, radio: radio)
    radio.with { ($0.status.notice, $0.notice) = ("no device", RadioNotice(number: 7, text: "no device")) }
    run.draw()
    #expect(run.terminal.lines.filter { $0.contains("no device") }.count == 1, "\(run.terminal.lines)")
  }
}
