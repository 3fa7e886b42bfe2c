import Glibc
import JSON
import RadioModel
import Stations
import Synchronization
import SystemSupport
import Terminal
import TestSupport
import Testing

@Suite("The plain interface")
struct PlainViewTests {
  private static let found = [
    FoundStation(
      station: Station(id: "", name: "Found One", url: "http://f.example/1", country: "FR"), codec: "MP3",
      kilobits: 128, votes: 9),
    FoundStation(station: Station(id: "", name: "Found\u{1B}[2J Two", url: "http://f.example/2")),
  ]

  /// A radio that has heard nothing yet, and whose status follows its commands a little.
  static func makeRadio() -> FakeRadio {
    FakeRadio { state in
      state.followsCommands = true
      state.stations.stations = [
        Station(id: "groove", name: "Groove Salad", url: "http://g.example/1", tags: ["ambient"], favourite: true),
        Station(id: "jazz", name: "Jazz FM", url: "http://j.example/1", tags: ["jazz", "swing"], country: "GB"),
        Station(id: "jazz24", name: "Jazz24", url: "http://k.example/1", tags: ["jazz"]),
        Station(id: "radio-1", name: "Радио 1", url: "http://r.example/1"),
      ]
      (state.titles, state.records) = (TitleList(), [])
      state.change = { _ in Station(id: "x", name: "new\u{1B}-one", url: "") }
      state.find = { _ in StationSearchResult(stations: found) }
    }
  }

  private typealias Run = PlainRun

  /// Runs lines as a script; returns what was printed.
  private static func script(_ lines: String..., before: (FakeRadio) -> Void = { _ in }) async -> (FakeRadio, String) {
    let run = Run(before: before)
    run.type(lines.joined(separator: "\n"))
    run.closeInput()
    #expect(await run.finish() == .quitKey)
    return (run.radio, run.text)
  }

  @Test("it says what plays at once, and each change in one line without control characters")
  func events() async {
    let run = Run()
    #expect(run.wait { $0.contains("playing SomaFM Groove Salad\nSomaFM Groove Salad: 宇多田ヒカル") })
    #expect(run.lines[0].contains("help lists the commands"))
    run.radio.status.title = "New\u{1B}[2J Song"
    #expect(run.wait { $0.contains("SomaFM Groove Salad: New[2J Song\n") })
    run.radio.status.retry("the server is busy", seconds: 3)
    #expect(run.wait { $0.contains("retrying in 3 s: the server is busy\n") })
    run.radio.status.notice = "no sound device"
    #expect(run.wait { $0.contains("notice: no sound device\n") })
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(run.text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test(
    "a typed line becomes a command of the radio; the first letters are enough",
    arguments: [
      ("stop", [.stop]), ("PAUSE", [.pause]), ("resume", [.resume]), ("r", [.resume]), ("play", [.resume]),
      ("next", [.next]), ("ne please", [.next]), ("pre", [.previous]), ("volume 40", [.setVolume(40)]),
      ("vol + ", [.changeVolume(by: 5)]), ("v -20", [.changeVolume(by: -20)]), ("volume 70 %", [.setVolume(70)]),
      ("mute", [.toggleMute]), ("volume 101", []), ("volume", []), ("volume x", []), ("\u{1B}[A", []), ("", []),
      ("p", []), ("play http://x.example/a", [.play(.url("http://x.example/a"))]),
    ] as [(String, [Command])])
  func commands(line: String, commands: [Command]) async {
    let (radio, _) = await Self.script(line)
    #expect(radio.commands == commands)
  }

  @Test(
    "times are read in every form, and only where there is something to move in",
    arguments: [
      ("back", .by(.seconds(-10))), ("forward", .by(.seconds(10))), ("fo 90", .by(.seconds(90))),
      ("BACK 90S", .by(.seconds(-90))), ("back 2.5", .by(.seconds(-2.5))), ("b 10m", .by(.seconds(-600))),
      ("forward 2h", .by(.seconds(7200))), ("back title", .title(-1)), ("forward Title", .title(1)), ("live", .live),
      ("li", .live),
    ] as [(String, Seek)])
  func moves(line: String, seek: Seek) async {
    let (radio, text) = await Self.script(line) { ($0.status.seekable, $0.status.behindLive) = (0...4000, 9) }
    #expect(radio.commands == [.seek(seek)], "\(text)")
    let (other, refusal) = await Self.script(line)
    #expect(other.commands == [] && refusal.contains("no sound is kept to go back to\n"), "\(refusal)")
  }

  @Test(
    "a move that worked says where the listener is; one that met a limit prints its notice",
    arguments: [
      (320.4, nil, "5:20 behind live\n"), (0.3, nil, "live\n"), (nil, nil, "at 1:02:03\n"),
      (19, "0:19 is the oldest that is kept", "notice: 0:19 is the oldest that is kept\n"),
    ] as [(Double?, String?, String)])
  func places(behind: Double?, notice: String?, line: String) async {
    let (_, text) = await Self.script("forward") { radio in
      (radio.status.seekable, radio.status.behindLive, radio.status.message) = (0...4000, behind, notice)
      radio.with { $0.noticeAfterCommand = notice }
    }
    #expect(text.contains("\n\(line)"), "\(text)")
    #expect(text.contains(" behind live\n") == (behind == 320.4), "\(text)")
  }

  @Test(
    "a time that is none, too long or zero gets a sentence",
    arguments: ["back x", "forward 7h", "back 0", "forward -3", "back 10 m", "back titles", "back nan", "forward 1e99"])
  func wrongTimes(line: String) async {
    let (radio, text) = await Self.script(line) { $0.status.seekable = 0...4000 }
    #expect(radio.commands == [])
    #expect(text.contains(" takes a time up to 6h, such as 90, 90s or 10m, or the word title\n"), "\(text)")
  }

  @Test("a file is never live, and a pause that is held ends with stop and quit")
  func held() async {
    let (file, text) = await Self.script("live") { $0.status.seekable = 0...4000 }
    #expect(file.commands == [] && text.contains("what plays is not live\n"), "\(text)")
    let (radio, _) = await Self.script("pause", "stop and quit") {
      ($0.status.state, $0.status.seekable) = (.paused, 0...4000)
    }
    #expect(radio.commands == [.pause, .stop] && radio.status.state == .stopped)
  }

  @Test("keep keeps the title that is heard, and says what becomes of it; where no sound is kept it says so")
  func keeps() async {
    let run = Run { $0.with { ($0.status.seekable, $0.status.behindLive) = (0...4000, 0) } }
    run.type("keep\n")
    #expect(run.wait { $0.contains("keeping \"Artist - Song\": it is written when it ends\n") }, "\(run.text)")
    run.radio.with { state in
      state.recordings[0].state = .done
      state.recordings[0].files = ["incomplete/FIP/Artist - Song.mp3"]
    }
    #expect(run.wait { $0.contains("kept, but not whole: incomplete/FIP/Artist - Song.mp3\n") }, "\(run.text)")
    run.radio.with { $0.keep = { _ in throw ServiceError(.notFound, "the title is no longer kept") } }
    run.type("k\n")
    #expect(run.wait { $0.contains("the title is no longer kept\n") }, "\(run.text)")
    run.closeInput()
    #expect(await run.finish() == .quitKey && run.radio.keeps == [nil, nil])
    let (other, text) = await Self.script("keep")
    #expect(other.keeps.isEmpty && text.contains("no sound is kept that could be written into a file\n"), "\(text)")
  }

  @Test(
    "first letters mean what they meant before there were more commands",
    arguments: [
      ("play", 2), ("stop", 3), ("resume", 1), ("next", 1), ("previous", 2), ("volume", 1), ("mute", 1), ("status", 5),
      ("stations", 5), ("search", 2), ("add", 1), ("favourite", 1), ("edit", 1), ("tags", 2), ("delete", 1),
      ("titles", 2), ("log", 1), ("help", 1), ("quit", 1),
      // Words that came later.
      ("back", 1), ("forward", 2), ("live", 2), ("pause", 2), ("keep", 1),
    ])
  func prefixes(word: String, least: Int) {
    for count in 1...word.count {
      let found = PlainCommand.find(String(word.prefix(count)))
      if count >= least {
        #expect(found.command?.word == word, "\(word.prefix(count))")
      } else {
        #expect(found.command?.word != word, "\(word.prefix(count))")
      }
    }
    #expect(PlainCommand.all.count { $0.word.split(separator: " ").count == 1 } == 24)
  }

  @Test("other words for commands are as before, and first letters of several commands are refused with all of them")
  func otherWords() {
    let words = [("favorite", "favourite"), ("exit", "quit"), ("?", "help")]
    for (word, meant) in words { #expect(PlainCommand.find(word).command?.word == meant) }
    for word in ["s", "st", "sta", "stat", "t", "p"] { #expect(PlainCommand.find(word).command == nil, "\(word)") }
    #expect(PlainCommand.find("p").fault == "\"p\" may be play or pause or previous; type more letters")
  }

  @Test(
    "a line that is not understood gets a sentence that says what there is",
    arguments: [
      ("pley", "there is no command \"pley\"; did you mean play?"),
      ("xyz\u{7}zy", "there is no command \"xyzzy\"; help lists them"),
      ("s", "\"s\" may be stop or status or stations or search; type more letters"),
      ("search", "search takes words, such as: search jazz"), ("volume 400", "volume takes 0 to 100, + or -"),
      ("play 9", "there is no numbered list yet"), ("play Nothing", "no station is called \"Nothing\""),
      ("play jaz", "matches 2 stations (jazz, jazz24)"), ("add x", "add takes the number of a search result"),
      ("add x ftp://a.example", "this station cannot be added: ‘ftp://a.example’ is not"),
      ("add 1", "search prints them"),
      ("favourite", "what is on air is not a station of the list"), ("play ftp://a", "a"), ("log", "the log is empty"),
      ("titles", "no titles yet"), ("volume", "volume 80 %"), ("delete", "delete takes a station"),
      ("status", "playing  MP3 128 kbit/s  44.1 kHz stereo"), ("help", "stop and quit: stop playing"),
    ])
  func sentences(line: String, sentence: String) async {
    let (radio, text) = await Self.script(line)
    #expect(text.contains(sentence), "\(text)")
    #expect(radio.commands == [] && radio.changes == [])
  }

  @Test("numbers mean the list that was printed last")
  func numbers() async {
    let (radio, text) = await Self.script(
      "stations jazz", "play 2", "play jazz fm", "search one", "play 1", "add 2", "play 7"
    ) {
      $0.status.station = "jazz24"
    }
    let stations = radio.stations.stations
    let found = Self.found
    let expected: [Command] = [
      .play(.station(stations[2])), .play(.station(stations[1])), .play(.station(found[0].station)),
    ]
    #expect(radio.commands == expected)
    #expect(radio.changes == [.add(found[1].station)])
    #expect(
      text.contains("2 stations of 4\n1. Jazz FM, tags jazz swing, GB\n2. Jazz24, on air, tags jazz\n"), "\(text)")
    #expect(
      text.contains("searching the directory for one\n2 results\n1. Found One, FR, MP3 128 kbit/s\n2. Found[2J Two\n"))
    #expect(text.contains("added new-one\nthe list printed last has no number 7\n"))
  }

  @Test("a search says what was searched when tags have the words, and when nothing has them")
  func searched() async {
    let (_, text) = await Self.script("search lounge", "search polka") { radio in
      radio.with { state in
        state.find = { words in
          words == "polka"
            ? StationSearchResult(stations: [], foundIn: .tag, report: "no station has ‘polka’ in its name")
            : StationSearchResult(
              stations: Self.found, foundIn: .tag, report: "no station has ‘lounge’; 2 with the tag")
        }
      }
    }
    #expect(text.contains("no station has ‘lounge’; 2 with the tag\n1. Found One"), "\(text)")
    #expect(text.contains("searching the directory for polka\nno station has ‘polka’ in its name\n"), "\(text)")
  }

  @Test("a favourite is marked and unmarked, and a station is added, edited, tagged and, after a yes, removed")
  func changes() async {
    let (radio, text) = await Self.script(
      "stations", "favourite 1", "fav jazz24", "favourite", "add My Radio http://m.example/live", "edit 2", "Jazz Two",
      "", "edit jazz", "", "http://n.example/2", "tags 2", "swing, big band ,", "tags 3", "", "delete 3", "no",
      "delete 3",
      "yes", "edit 1", "", ""
    ) { $0.status.station = "radio-1" }
    let expected: [StationChange] = [
      .setFavourite(id: "groove", false), .setFavourite(id: "jazz24", true), .setFavourite(id: "radio-1", true),
      .add(Station(id: "", name: "My Radio", url: "http://m.example/live")),
      .edit(id: "jazz", StationEdit(name: "Jazz Two", url: "http://j.example/1")),
      .edit(id: "jazz", StationEdit(name: "Jazz FM", url: "http://n.example/2")),
      .setTags(id: "jazz", ["swing", "big band"]),
      .delete(id: "jazz24"),
    ]
    #expect(radio.changes == expected)
    #expect(text.contains("tags of Jazz FM: jazz, swing; type others"))
    #expect(text.contains("remove Jazz24 from the list? yes or no\nJazz24 stays\n"), "\(text)")
    #expect(text.contains("nothing was changed"))
  }

  @Test("titles and records of the log are printed as clean lines")
  func history() async throws {
    let entry = try #require(
      HistoryEntry(json: JSONReader.read(Array(#"{"time":1,"title":"A\u0007b","name":"R"}"#.utf8))))
    let (_, text) = await Self.script("titles", "log") { radio in
      radio.with { state in
        state.titles.entries = [HistoryEntry](repeating: entry, count: 30)
        state.records = (1...30).map { number in
          LogRecord(
            number: number, time: 1e9, level: number == 1 ? .error : .warning, category: "Player",
            text: "record \(number)\u{7}")
        }
      }
    }
    #expect(text.split(separator: "\n").count { $0.hasSuffix(" R: Ab") } == 20)
    #expect(text.contains(" warning Player: record 11\n") && text.contains(" warning Player: record 30\n"))
    #expect(!text.contains("record 10\n") && text.contains("29 warnings and 1 errors since the start\n"))
  }

  @Test("the next line of a script waits for an answer, and the end of the input waits for the last one")
  func waits() async {
    let answer = OneShotEvent()
    let run = Run { radio in
      radio.with { state in
        state.find = { _ in
          _ = await answer.wait()
          return StationSearchResult(stations: Self.found)
        }
      }
    }
    run.type("search one\nplay 1")
    run.closeInput()
    #expect(run.wait { $0.contains("searching the directory for one") })
    #expect(run.radio.commands == [])
    answer.set()
    #expect(await run.finish() == .quitKey)
    #expect(run.radio.commands.count == 1 && run.text.contains("2. Found"))
  }

  @Test("a search that runs is cancelled when the view ends")
  func endsSearch() async {
    let (began, ended) = (OneShotEvent(), OneShotEvent())
    let run = Run { $0.searchEndlessly(began: began, ended: ended) }
    run.type("search one\n")
    #expect(await began.wait(limit: TestTime.seconds(20)))
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(await ended.wait(limit: TestTime.seconds(20)))
  }

  @Test("quit leaves the radio of another process alone, stop and quit stops it")
  func quits() async {
    let run = Run(isClient: true)
    run.type("quit\n")
    #expect(await run.finish() == .quitKey)
    #expect(run.text.contains("the radio plays on; stop and quit stops it\n") && run.radio.commands == [])
    let other = Run(isClient: true)
    other.type("stop and quit\n")
    #expect(await other.finish() == .quitKey)
    #expect(other.radio.commands == [.stop])
  }

  @Test("a closed output ends it without a signal, with or without something to print", arguments: [true, false])
  func closed(isTyping: Bool) async {
    let run = Run()
    #expect(run.wait { $0.contains("playing") })
    run.closeOutput()
    if isTyping { run.type("help\nhelp\n") }
    #expect(await run.finish() == .terminalGone)
  }

  @Test("a station that changes its title all the time is reported a few times a second")
  func rate() async {
    let run = Run()
    #expect(run.wait { $0.contains("playing") })
    let before = run.lines.count
    let start = ContinuousClock.now
    var number = 0
    while ContinuousClock.now - start < .seconds(3) {
      number += 1
      run.radio.status.title = "Title \(number)"
      run.receive(milliseconds: 5)
    }
    let seconds = Double((ContinuousClock.now - start) / .seconds(1))
    #expect(Double(run.lines.count - before) <= 13 + 2.5 * seconds && run.lines.count > before)
    let last = "SomaFM Groove Salad: Title \(number)\n"
    #expect(run.wait { $0.contains(last) }, "the last title is printed")
    run.closeInput()
    #expect(await run.finish() == .quitKey)
  }

  @Test("a line without end is cut, and the next one is understood")
  func flood() async {
    let run = Run()
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    for _ in 0..<4 { run.type(String(decoding: bytes, as: UTF8.self)) }
    run.type("\nstations\n")
    #expect(run.wait { $0.contains("4 stations\n") })
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(run.text.utf8.count < 4000)
  }
}
