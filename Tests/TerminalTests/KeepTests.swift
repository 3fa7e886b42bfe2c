import RadioModel
import Terminal
import TestSupport
import Testing

/// The key that keeps a title in a file, on whole screens.
@Suite("Keeping titles")
struct KeepTests {
  /// Draws until a screen shows `text`; false when it does not within 20 s.
  private static func waits(_ run: inout ScreenRun, for text: String) async -> Bool {
    let end = ContinuousClock.now + TestTime.seconds(20)
    while !run.shows(text) {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(2))
      run.draw()
    }
    return true
  }

  /// A radio on air that keeps its sound, and a screen of it.
  private static func makeRun(
    _ focus: PaneKind = .nowPlaying, _ change: (inout FakeRadio.State) -> Void = { _ in }
  ) -> ScreenRun {
    let radio = FakeRadio { state in
      (state.status.seekable, state.status.behindLive, state.status.name) = (0...4000, 0, "FIP")
      change(&state)
    }
    return ScreenRun(160, 36, focus: focus, radio: radio)
  }

  @Test(
    "w keeps the title that is heard, says so, and says where it is when it is written", arguments: PaneKind.allCases)
  func heard(pane: PaneKind) async {
    var run = Self.makeRun(pane) { $0.titles = TitleList() }
    #expect(run.type("w") == [])
    #expect(await Self.waits(&run, for: "keeping \"Artist - Song\": it is written when it ends"))
    #expect(run.radio.keeps == [nil])
    run.draw()
    run.radio.with { state in
      state.recordings[0].state = .done
      state.recordings[0].files = ["FIP/Artist - Song.mp3"]
      state.recordings[0].isComplete = true
    }
    #expect(await Self.waits(&run, for: "kept: FIP/Artist - Song.mp3"))
    for _ in 0..<60 { run.draw() }
    #expect(!run.shows("kept: FIP"), "a message is shown once")
  }

  @Test("a title that has ended is not waited for, and a refusal is said in its words")
  func ended() async {
    var run = Self.makeRun { $0.status.behindLive = 90 }
    run.type("w")
    #expect(await Self.waits(&run, for: "keeping \"Artist - Song\""))
    #expect(!run.shows("it is written when it ends"))
    run.radio.with { state in
      state.keep = { _ in throw ServiceError(.conflict, "there are 4\u{1B} recordings already; stop one first") }
    }
    run.type("w")
    #expect(await Self.waits(&run, for: "there are 4 recordings already; stop one first"))
  }

  @Test("where no sound is kept, w says so, and asks for nothing")
  func refusals() {
    var run = Self.makeRun { $0.status.seekable = nil }
    run.type("w")
    #expect(run.shows("no sound is kept that could be written into a file") && run.radio.keeps.isEmpty)
    for pane in PaneKind.allCases {
      var stopped = Self.makeRun(pane) { ($0.status.seekable, $0.status.state) = (nil, .stopped) }
      stopped.type("w")
      #expect(stopped.shows("nothing plays that could be kept") && stopped.radio.keeps.isEmpty, "\(pane)")
    }
  }

  @Test("the status row says what is written, as long as it is")
  func statusRow() {
    var run = Self.makeRun()
    #expect(!run.shows("recording"))
    run.radio.with { state in
      state.status.recordings = 1
      var first = FakeRadio.keeping(1)
      (first.state, first.seconds) = (.writing, 754.9)
      var earlier = FakeRadio.keeping(2)
      (earlier.state, earlier.seconds) = (.done, 9000)
      state.recordings = [first, earlier]
    }
    run.draw()
    #expect(run.shows("1:02:03   recording 12:34   MP3 128 kbit/s"), "\(run.terminal.lines)")
    run.radio.with { $0.recordings[0].seconds = 755 }
    run.draw()
    #expect(run.shows("recording 12:35   MP3"))
    run.radio.with { state in
      state.status.recordings = 2
      var second = FakeRadio.keeping(3)
      (second.state, second.seconds) = (.writing, 3600)
      state.recordings.append(second)
    }
    run.draw()
    #expect(run.shows("1:02:03   2 recordings 1:00:00   MP3"))
    run.radio.with { state in
      state.status.recordings = 0
      for index in state.recordings.indices { state.recordings[index].state = .done }
    }
    run.draw()
    #expect(run.shows("1:02:03   MP3 128 kbit/s") && !run.shows("recording"))
  }

  // MARK: - The pane of titles

  /// Seconds since 1970 at which the latest of the sample's titles was heard, and the distance of two.
  private static let (latest, distance) = (1_800_000_000.0, 245.0)

  /// The sound in which the sample's titles with these numbers begin, each received 3 s before it was heard.
  private static func shift(_ numbers: Int...) -> TimeShift {
    let titles = numbers.sorted(by: >).map { number in
      TimeShift.Title(
        id: 100 - number, start: 1000 - Double(number) * distance, end: number == 0 ? nil : 1001,
        title: FakeRadio.sampleTitles[number].title, receivedAt: latest - Double(number) * distance - 3)
    }
    return TimeShift(start: 0, end: 1000, live: 999, position: 999, bytes: 1, titles: titles)
  }

  @Test("a point says which titles are still in memory, and w keeps the chosen one of them")
  func marks() async {
    var run = Self.makeRun(.titles) { $0.timeShift = Self.shift(0, 2, 4, 5) }
    for number in [0, 2, 4] { #expect(run.shows(" \u{2022} Artist \(number) -"), "\(run.terminal.lines)") }
    // Number 5 was heard of another station, and number 1 is no longer there.
    for number in [1, 5] { #expect(run.shows("   Artist \(number) -") && !run.shows("\u{2022} Artist \(number) -")) }
    run.type("w")
    #expect(await Self.waits(&run, for: "keeping \"Artist - Song\": it is written when it ends"))
    run.type("j", "w")
    #expect(run.shows("this title is no longer in memory") && run.radio.keeps == [100])
    run.type("j", "w")
    #expect(await Self.waits(&run, for: "keeping \"Artist - Song\""))
    #expect(run.radio.keeps == [100, 98])
    for _ in 0..<10 { run.draw() }
    run.radio.with { $0.timeShift = Self.shift(0) }
    for _ in 0..<10 { run.draw() }
    #expect(run.shows("\u{2022} Artist 0 -") && !run.shows("\u{2022} Artist 2 -"))
    run.radio.with { $0.timeShift = Self.shift() }
    for _ in 0..<10 { run.draw() }
    #expect(run.shows("  Artist 0 -") && !run.shows("\u{2022}") && !run.shows("   Artist 0 -"))
  }

  @Test("while it is not known which titles are in memory, w says so")
  func unknown() {
    var run = Self.makeRun(.titles)
    run.type("w")
    #expect(run.shows("which titles can be kept is not known yet") && run.radio.keeps.isEmpty)
  }

  @Test("of two titles with the same words each is the one that was heard then")
  func twice() throws {
    let entries = try [600.0, 300, 10].map { age in
      try #require(FakeRadio.entry(time: Self.latest - age, "News", "FIP"))
    }
    var run = Self.makeRun(.titles) { state in
      state.titles = TitleList(version: 2, entries: entries.reversed())
      let titles = [(1, 301.0, 20.0 as Double?), (2, 12, nil)].map { id, age, end in
        TimeShift.Title(id: id, start: 0, end: end, title: "News\u{7}", receivedAt: Self.latest - age)
      }
      state.timeShift = TimeShift(start: 0, end: 9, live: 9, position: 9, bytes: 1, titles: titles)
    }
    let rows = run.terminal.lines.filter { $0.contains("News") && $0.contains(":") }
    #expect(rows.map { $0.contains("\u{2022}") } == [true, true, false], "\(run.terminal.lines)")
    run.type("j", "w")
    #expect(ProcessRunner.eventually { run.radio.keeps == [1] })
  }

  @Test("a terminal of ASCII alone has an asterisk, and the list of what is kept is read only while titles are shown")
  func plainSigns() {
    let radio = FakeRadio { state in
      (state.status.seekable, state.status.name, state.timeShift) = (0...9, "FIP", Self.shift(0))
    }
    let traits = TerminalTraits(colors: .none, glyphs: .ascii, hasCursorControl: true)
    var run = ScreenRun(80, 24, focus: .stations, traits: traits, radio: radio)
    #expect(radio.timeShiftReads == 0)
    run.type("3")
    #expect(run.shows(" * Artist 0 -"), "\(run.terminal.lines)")
    let reads = radio.timeShiftReads
    for _ in 0..<50 { run.draw() }
    #expect(5...11 ~= radio.timeShiftReads - reads, "at most once a second")
  }
}

@Suite("What is said of recordings")
struct RecordingNewsTests {
  private static func ended(_ change: (inout RecordingStatus) -> Void) -> RecordingStatus {
    var recording = FakeRadio.keeping(1)
    recording.state = .done
    change(&recording)
    return recording
  }

  @Test("each end has its sentence, clean and in one line")
  func ends() {
    let ends: [(RecordingStatus, String)] = [
      (
        Self.ended { ($0.files, $0.isComplete) = (["FIP/A\u{1B} - B.opus"], true) }, "kept: FIP/A - B.opus"
      ),
      (Self.ended { $0.files = ["incomplete/FIP/A - B.mp3"] }, "kept, but not whole: incomplete/FIP/A - B.mp3"),
      (Self.ended { _ in }, "\"Artist - Song\" is not kept"),
      (
        Self.ended { ($0.state, $0.reason) = (.failed, "cannot write /music:\nno space is left") },
        "\"Artist - Song\" is not kept: cannot write /music: no space is left"
      ),
    ]
    for (end, text) in ends {
      var news = RecordingNews()
      #expect(news.begin(end, hasEnded: false) == text && !news.isWaiting)
      _ = news.begin(FakeRadio.keeping(1), hasEnded: false)
      #expect(news.isWaiting && news.update([FakeRadio.keeping(1)]) == [] && news.isWaiting)
      #expect(news.update([end]) == [text] && !news.isWaiting)
      #expect(news.update([end]) == [])
    }
  }

  @Test("a title that is asked for twice is said once, and one that a new daemon does not know is given up")
  func waiting() {
    var news = RecordingNews()
    for id in [1, 2, 1] { _ = news.begin(FakeRadio.keeping(id), hasEnded: true) }
    var first = FakeRadio.keeping(1)
    (first.state, first.files, first.isComplete) = (.done, ["a", "b"], true)
    #expect(news.update([FakeRadio.keeping(2), first]) == ["kept: a, b"] && news.isWaiting)
    #expect(news.update([]) == [] && !news.isWaiting)
  }
}
