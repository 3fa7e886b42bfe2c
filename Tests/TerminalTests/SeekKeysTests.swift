import RadioModel
import Terminal
import Testing

/// The keys that move in the sound that is kept, on whole screens.
@Suite("Keys that go back and forward")
struct SeekKeysTests {
  @Test("keys move in the sound that is kept, and say why they cannot")
  func seeks() {
    let moves: [(Key, Seek)] = [
      (.left, .by(.seconds(-10))), (.right, .by(.seconds(10))), ("[", .by(.seconds(-60))), ("]", .by(.seconds(60))),
      (",", .title(-1)), (".", .title(1)), ("L", .live),
    ]
    for state in [RadioStatus.State.playing, .paused] {
      let radio = FakeRadio { $0.status.state = state }
      radio.with { ($0.status.seekable, $0.status.behindLive) = (100...4000, 0) }
      for pane in PaneKind.allCases {
        var run = ScreenRun(focus: pane, radio: radio)
        for (key, seek) in moves { #expect(run.type(key) == [.command(.seek(seek))], "\(pane), \(key)") }
      }
    }
    let radio = FakeRadio { $0.status.state = .stopped }
    for (key, _) in moves {
      var run = ScreenRun(radio: radio)
      #expect(run.type(key) == [] && run.shows("nothing plays to go back in"), "\(key)")
    }
    radio.with { $0.status.state = .playing }
    var run = ScreenRun(radio: radio)
    #expect(run.type(.left) == [] && run.shows("no sound is kept to go back to"))
    // A file has no live position.
    radio.with { $0.status.seekable = 0...60 }
    var file = ScreenRun(radio: radio)
    #expect(file.type("L") == [] && file.shows("what plays is not live") && file.type(.left).count == 1)
  }

  @Test("where a text is typed the arrows move the cursor, and the other keys are characters")
  func seekKeysInTexts() {
    let radio = FakeRadio { $0.status.seekable = 100...4000 }
    var run = ScreenRun(99, 24, radio: radio)
    #expect(run.type("/", "a", .left, "L", "[", ",", ".", "]", .right) == [])
    #expect(run.shows("L[,.]a"), "\(run.terminal.lines)")
  }

  @Test("a pause that holds its place is shown as one, and how far it is behind live")
  func heldPause() {
    let radio = FakeRadio()
    radio.with { state in
      (state.status.state, state.status.seekable, state.status.behindLive) = (.paused, 100...4000, 1.2)
    }
    var run = ScreenRun(120, 36, focus: .nowPlaying, radio: radio)
    #expect(run.shows("paused: space goes on") && run.shows("1:02:03   0:01 behind live   MP3 128 kbit/s"))
    #expect(run.shows("\u{2551} paused"), "\(run.terminal.lines)")
    radio.with { ($0.status.behindLive, $0.status.seekable) = (62.9, 161...4061) }
    run.draw()
    #expect(run.shows("1:02:03   1:02 behind live   MP3 128 kbit/s"))
    radio.with { $0.status.behindLive = 0.2 }
    run.draw()
    #expect(run.shows("1:02:03   MP3 128 kbit/s") && !run.shows("behind"))
  }

  @Test("in every pane the hints say how to come back to live, and what space does now", arguments: PaneKind.allCases)
  func hints(pane: PaneKind) {
    let radio = FakeRadio { ($0.status.seekable, $0.status.behindLive) = (100...4000, 0.2) }
    var run = ScreenRun(focus: pane, radio: radio)
    func row() -> String { run.terminal.lines[23] }
    #expect(row().contains("space pause") && !row().contains("L live"), "\(row())")
    // Nothing but the figures changes.
    radio.with { $0.status.behindLive = 75.3 }
    run.draw()
    #expect(row().contains("L live"), "\(row())")
    for (state, words) in [(RadioStatus.State.paused, "space go on"), (.stopped, "space play"), (.ended, "space play")]
    {
      radio.with { $0.status.state = state }
      run.draw()
      #expect(row().contains(words) && row().contains("L live"), "\(row())")
      for hint in ["? help", "q quit"] { #expect(row().contains(hint), "\(row())") }
      #expect(row().contains("Tab panes") == pane.isList, "\(row())")
    }
    radio.with { ($0.status.state, $0.status.behindLive) = (.playing, 0) }
    run.draw()
    #expect(row().contains("space pause") && !row().contains("L live"), "\(row())")
  }

  @Test("the window keeps the title during a pause that holds its place, and loses it when the source is left")
  func windowTitle() {
    let traits = TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true, hasTitle: true)
    let radio = FakeRadio { ($0.status.title, $0.status.seekable) = ("A - B", 0...9) }
    var run = ScreenRun(traits: traits, radio: radio)
    func sent() -> String { String(decoding: run.screen.bytes, as: UTF8.self) }
    #expect(sent().contains("]2;SomaFM Groove Salad: A - B"))
    radio.with { $0.status.state = .paused }
    run.draw()
    #expect(!sent().contains("]2;"))
    radio.with { $0.status.seekable = nil }
    run.draw()
    #expect(sent().contains("]2;SomaFM Groove Salad\u{7}"))
  }

  @Test("the time behind live is drawn once a second, and what is kept draws nothing")
  func behindSteps() {
    var status = SamplePicture.status
    (status.seekable, status.behindLive, status.titleElapsed) = (0...9, 5.1, 1)
    let shown = status.inVisibleSteps
    (status.seekable, status.behindLive, status.titleElapsed) = (1...10, 5.8, 1.7)
    #expect(status.inVisibleSteps == shown)
    status.behindLive = 6
    #expect(status.inVisibleSteps != shown && status.inVisibleSteps.differsOnlyInFigures(from: shown))
    status.seekable = nil
    #expect(!status.inVisibleSteps.differsOnlyInFigures(from: shown))
  }
}
