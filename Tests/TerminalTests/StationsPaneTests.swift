import AudioCore
import RadioModel
import Stations
import Terminal
import Testing

@Suite("The pane of stations")
struct StationsPaneTests {
  private static func pane() -> StationsPane {
    var pane = StationsPane()
    let radio = FakeRadio()
    pane.update(radio.stations, recent: radio.recent)
    return pane
  }

  private static func groups(_ pane: StationsPane) -> [String] {
    pane.rows.compactMap { row -> String? in
      if case .group(_, let name, let count, _, _) = row { "\(name) \(count)" } else { nil }
    }
  }

  private static func panes() -> (PaneSet, FakeRadio) {
    var panes = PaneSet(focus: .stations, time: { LocalTime.utcText($0, hasSeconds: $1) })
    let radio = FakeRadio()
    panes.update(radio)
    return (panes, radio)
  }

  private static func choose(_ name: String, _ panes: inout PaneSet) {
    _ = panes.perform(.move(.first), focus: .stations)
    for _ in 0..<panes.stations.rows.count where panes.stations.chosen?.station.name != name {
      _ = panes.perform(.move(.down), focus: .stations)
    }
    #expect(panes.stations.chosen?.station.name == name)
  }

  private static func chooseGroup(_ name: String, _ panes: inout PaneSet) {
    _ = panes.perform(.move(.first), focus: .stations)
    for row in panes.stations.rows {
      if case .group(_, name, _, _, _) = row { return }
      _ = panes.perform(.move(.down), focus: .stations)
    }
    Issue.record("there is no group \(name)")
  }

  @Test("groups are favourites, recent stations, tags, countries by name, and all stations")
  func tree() {
    #expect(Self.groups(Self.pane()) == ["Favourites 2", "Tags 7", "Countries 5", "All stations 7"])
    var panes = Self.panes().0
    Self.chooseGroup("Tags", &panes)
    _ = panes.perform(.open, focus: .stations)
    #expect(Self.groups(panes.stations).contains("jazz 3"))
    _ = panes.perform(.open, focus: .stations)
    #expect(!Self.groups(panes.stations).contains("jazz 3"))
    _ = panes.perform(.move(.down), focus: .stations)
    _ = panes.perform(.open, focus: .stations)
    #expect(
      Self.groups(panes.stations).contains("United States 2") && Self.groups(panes.stations).contains("Czechia 1"))
  }

  @Test("stations played last have a group in lists of 20 stations and more", arguments: [19, 20])
  func recent(count: Int) {
    let (start, radio) = Self.panes()
    var panes = start
    radio.with { state in
      state.stations = StationListState(
        version: 5,
        stations: (0..<count).map { Station(id: "s\($0)", name: "Station \($0)", url: "http://x.example/\($0)") })
    }
    panes.update(radio)
    #expect(Self.groups(panes.stations).contains("Recent 1") == (count >= 20))
  }

  @Test("the names of countries are those of ISO 3166, and a code without one stays a code")
  func countries() {
    #expect(CountryNames.name(of: "de") == "Germany" && CountryNames.name(of: "CI") == "Côte d'Ivoire")
    #expect(CountryNames.name(of: "zw") == "Zimbabwe" && CountryNames.name(of: "AD") == "Andorra")
    #expect(CountryNames.name(of: "xx") == "XX" && CountryNames.name(of: "") == "")
  }

  @Test("Enter plays the chosen station; the mark follows what plays")
  func plays() {
    var panes = Self.panes().0
    Self.choose("FIP", &panes)
    #expect(panes.perform(.open, focus: .stations) == [.command(.play(.station(FakeRadio.sample[1])))])
    #expect(!Self.lines(&panes).contains { $0.contains("►") && $0.contains("FIP") })
    var status = SamplePicture.status
    status.station = "fip"
    panes.update(status)
    #expect(Self.lines(&panes).contains { $0.contains("►") && $0.contains("FIP") })
    status.station = nil
    status.url = ShownAddress("https://ice.example/mayak")
    panes.update(status)
    #expect(Self.lines(&panes).contains { $0.contains("►") && $0.contains("Маяк") })
    status.state = .stopped
    panes.update(status)
    #expect(!Self.lines(&panes).contains { $0.contains("► ") && $0.contains("Маяк") })
  }

  @Test("a station that was played, and added to the list since, keeps its mark among the recent ones")
  func addedWhilePlaying() {
    let (start, radio) = Self.panes()
    var panes = start
    let blue = Station(id: "directory-1", name: "Blue Note", url: "http://blue.example/")
    let stations = (0..<20).map { Station(id: "s\($0)", name: "Station \($0)", url: "http://x.example/\($0)") }
    var status = SamplePicture.status
    (status.station, status.url) = (nil, ShownAddress(blue.url))
    func rows() -> [String] { Self.lines(&panes).filter { $0.contains("Blue Note") } }
    radio.with { ($0.stations, $0.recent) = (StationListState(version: 5, stations: stations), [blue]) }
    panes.update(radio)
    panes.update(status)
    #expect(rows().count == 1 && rows().allSatisfy { $0.contains("►") })
    let added = Station(id: "blue-note", name: "Blue Note", url: blue.url, favourite: true)
    radio.with { $0.stations = StationListState(version: 6, stations: [added] + stations) }
    status.station = "blue-note"
    panes.update(radio)
    panes.update(status)
    #expect(rows().count > 1 && rows().allSatisfy { $0.contains("►") })
  }

  @Test("the demo is a row of the list: it plays, a filter finds it, and it cannot be changed")
  func demo() {
    let name = "SpringRadio demo (needs no network)"
    var panes = Self.panes().0
    #expect(panes.stations.chosen?.station.name != name)
    Self.choose(name, &panes)
    #expect(panes.perform(.open, focus: .stations) == [.command(.play(.station(.demo)))])
    for action in [ViewAction.toggleFavourite, .edit, .editTags, .delete] {
      #expect(
        panes.perform(action, focus: .stations) == [.say("the demo is always in the list, and is not changed")])
    }
    #expect(panes.perform(.add, focus: .stations) == [] && panes.dialog?.purpose == .add)
    _ = panes.type(.escape, focus: .stations)
    var status = SamplePicture.status
    status.station = "demo"
    panes.update(status)
    #expect(Self.lines(&panes).contains { $0.contains("►") && $0.contains("SpringRadio demo") })
    _ = panes.perform(.filter, focus: .stations)
    for letter in "demo".unicodeScalars { _ = panes.type(.character(letter), focus: .stations) }
    #expect(panes.stations.rows.count == 1 && Self.lines(&panes).contains { $0.contains("0 of 7") })
    #expect(panes.type(.enter, focus: .stations) == [.command(.play(.station(.demo)))])
    for query in ["ndr", "nrk", "swr", "sdw"] {
      _ = panes.perform(.close, focus: .stations)
      _ = panes.perform(.filter, focus: .stations)
      for letter in query.unicodeScalars { _ = panes.type(.character(letter), focus: .stations) }
      #expect(!panes.stations.rows.contains(.station(.demo, in: .demo, depth: 0)), "\(query)")
    }
    let offline = PaneSet(focus: .stations)
    #expect(offline.stations.rows.contains(.station(.demo, in: .demo, depth: 1)), "without any station, too")
  }

  @Test("the demo that plays is not added to the list")
  func demoPlays() {
    var panes = Self.panes().0
    var status = SamplePicture.status
    (status.state, status.station, status.name) = (.playing, Station.demoID, "SpringRadio demo")
    status.url = ShownAddress("http://127.0.0.1:1/demo")
    panes.update(status)
    for action in [ViewAction.toggleFavourite, .add] {
      #expect(
        panes.perform(action, focus: .nowPlaying) == [.say("the demo is always in the list, and is not changed")])
    }
    #expect(panes.dialog == nil)
  }

  @Test("f marks and unmarks a station, and adds a found one as a favourite")
  func favourites() {
    var panes = Self.panes().0
    Self.choose("FIP", &panes)
    #expect(panes.perform(.toggleFavourite, focus: .stations) == [.change(.setFavourite(id: "fip", true))])
    Self.choose("Jazz24", &panes)
    #expect(panes.perform(.toggleFavourite, focus: .stations) == [.change(.setFavourite(id: "jazz24", false))])
    panes.beginSearch("jazz")
    panes.endSearch(.found(StationSearchResult(stations: FakeRadio.sampleFound)))
    Self.choose("Radio Swiss Jazz", &panes)
    var added = FakeRadio.sampleFound[0].station
    added.favourite = true
    #expect(panes.perform(.toggleFavourite, focus: .stations) == [.change(.add(added))])
    #expect(panes.perform(.add, focus: .stations) == [.change(.add(FakeRadio.sampleFound[0].station))])
    #expect(panes.perform(.edit, focus: .stations) == [.say("press a to add Radio Swiss Jazz first")])
    // A found station needs an id to be played; one of the list is played as such.
    guard case .command(.play(.station(let station)))? = panes.perform(.open, focus: .stations)?.first else {
      Issue.record("Enter did not play")
      return
    }
    #expect(station.id == "search-1" && station.url == "https://ice.example/swiss")
    _ = panes.perform(.move(.down), focus: .stations)
    #expect(panes.perform(.open, focus: .stations) == [.command(.play(.station(FakeRadio.sample[1])))])
    #expect(panes.perform(.add, focus: .stations) == [.say("FIP is in your list already")])
  }

  @Test("elsewhere f and a are for the station that plays")
  func thatPlays() {
    var panes = Self.panes().0
    #expect(panes.perform(.toggleFavourite, focus: .nowPlaying) == [.say("nothing plays that could be a favourite")])
    var status = SamplePicture.status
    status.station = "fip"
    panes.update(status)
    #expect(panes.perform(.toggleFavourite, focus: .nowPlaying) == [.change(.setFavourite(id: "fip", true))])
    status.station = nil
    status.url = ShownAddress("http://new.example/")
    panes.update(status)
    let added = Station(id: "", name: "SomaFM Groove Salad", url: "http://new.example/", favourite: true)
    #expect(panes.perform(.toggleFavourite, focus: .titles) == [.change(.add(added))])
    _ = panes.perform(.add, focus: .nowPlaying)
    #expect(panes.type(.enter, focus: .nowPlaying)?.count == 1)
  }

  @Test("/ filters while one types, marks what fits, and Enter plays the best; Esc shows all again")
  func filter() {
    var panes = Self.panes().0
    let all = panes.stations.rows
    _ = panes.perform(.filter, focus: .stations)
    for letter in "jazz".unicodeScalars { #expect(panes.type(.character(letter), focus: .stations) == []) }
    let lines = Self.lines(&panes)
    #expect(lines.contains { $0.contains("/ jazz") } && lines.contains { $0.contains("3 of 7") })
    #expect(panes.stations.chosen?.station.name == "Jazz24")
    #expect(panes.type(.enter, focus: .stations) == [.command(.play(.station(FakeRadio.sample[2])))])
    #expect(panes.type(.character("f"), focus: .stations) == nil)
    _ = panes.perform(.close, focus: .stations)
    #expect(panes.stations.rows == all && panes.stations.chosen?.station.name == "Jazz24")
    _ = panes.perform(.filter, focus: .stations)
    panes.paste("nothing fits this", focus: .stations)
    #expect(panes.stations.rows.isEmpty)
    let text = Self.lines(&panes).map { $0.trimmingPrefix(" ") }.joined(separator: " ")
    #expect(text.contains("no station fits; Enter searches the directory for ‘nothing fits this’, Esc shows all again"))
    #expect(panes.type(.enter, focus: .stations) == [.search("nothing fits this")])
    #expect(panes.perform(.open, focus: .stations) == [.search("nothing fits this")])
    _ = panes.perform(.filter, focus: .stations)
    #expect(panes.type(.escape, focus: .stations) == [])
    #expect(panes.stations.rows == all)
  }

  @Test("a search says that it runs, what it found, and why it failed")
  func search() {
    var panes = Self.panes().0
    panes.beginSearch("swiss")
    #expect(Self.lines(&panes).contains { $0.contains("searching…") })
    panes.endSearch(.cancelled)
    #expect(panes.stations.searching == "swiss")
    panes.endSearch(
      .found(StationSearchResult(stations: FakeRadio.sampleFound, age: 200_000, fault: "no answer")))
    #expect(panes.stations.chosen?.station.name == "Radio Swiss Jazz")
    var lines = Self.lines(&panes)
    #expect(lines.contains { $0.contains("MP3") && $0.contains("128 kbit/s") && $0.contains("CH") })
    #expect(
      lines.contains { $0.contains("no answer; this was found 2 days ago") }
        && lines.contains { $0.contains("in your list") })
    panes.beginSearch("none")
    let report = "no station has ‘none’ in its name; 0 with the tag none"
    panes.endSearch(.found(StationSearchResult(stations: [], report: report)))
    #expect(Self.lines(&panes).contains { $0.contains(report) })
    _ = panes.perform(.add, focus: .nowPlaying)
    _ = panes.type(.escape, focus: .nowPlaying)
    #expect(Self.lines(&panes).contains { $0.contains(report) }, "no key of the list")
    _ = panes.perform(.move(.down), focus: .stations)
    #expect(!Self.lines(&panes).contains { $0.contains(report) })
    panes.beginSearch("x")
    let reason = "cannot find the host de1.api.radio-browser.example; check its name and your network, or the proxy"
    panes.endSearch(.failed(reason))
    lines = Self.lines(&panes)
    let text = lines.map { $0.trimmingPrefix(" ") }.joined(separator: " ")
    #expect(text.contains(reason), "\(text)")
  }

  @Test("the reason why a list is not valid is shown as a whole")
  func fault() {
    let (start, radio) = Self.panes()
    var panes = start
    let reason = "stations.json line 12: the station \"x\" has no url; the last valid copy of your stations is shown"
    radio.with { $0.stations = StationListState(version: 2, stations: $0.stations.stations, fault: reason) }
    panes.update(radio)
    let text = Self.lines(&panes).map { $0.trimmingPrefix(" ") }.joined(separator: " ")
    #expect(text.contains(reason), "\(text)")
  }

  @Test("the chosen station stays chosen when the list changes around it")
  func stays() {
    let (start, radio) = Self.panes()
    var panes = start
    Self.choose("Радио Маяк", &panes)
    radio.with { state in
      var list = state.stations.stations
      list.insert(Station(id: "new", name: "New", url: "http://new.example/", favourite: true), at: 0)
      list[1].favourite = false
      state.stations = StationListState(version: 2, stations: list)
      state.recent = [list[0], list[1]]
    }
    panes.update(radio)
    #expect(panes.stations.chosen?.station.name == "Радио Маяк")
    radio.with { $0.stations = StationListState(version: 3, stations: []) }
    panes.update(radio)
    #expect(Self.groups(panes.stations) == ["Favourites 0", "All stations 0"])
    #expect(Self.lines(&panes).contains { $0.contains("f marks a station as a favourite") })
  }

  @Test("no name harms the screen, and 5,000 of them are listed")
  func hostile() {
    let (start, radio) = Self.panes()
    var panes = start
    let names = [
      "\u{1B}[2J\u{1B}]0;x\u{7}bell", "\u{202E}reversed", "שלום עולם", String(repeating: "日本", count: 200),
      "e" + String(repeating: "\u{308}", count: 500), "👩‍👩‍👧‍👦 family", "", "   ", "a\nb\tc", "ไทย \u{E33}",
    ]
    radio.with { state in
      state.stations = StationListState(
        version: 9,
        stations: (0..<5000).map { number in
          let name = names[number % names.count]
          return Station(
            id: "s\(number)", name: name, url: "http://x.example/\(number)", tags: [name], country: name,
            favourite: number % 3 == 0)
        })
    }
    panes.update(radio)
    for columns in [30, 31, 46, 80, 200] {
      for rows in [8, 24, 60] {
        _ = panes.perform(.move(columns % 2 == 0 ? .last : .pageUp), focus: .stations)
        var painter = ViewPainter(columns: columns, rows: rows, glyphs: .eighths)
        painter.show(panes)
        painter.show(SamplePicture.status)
        let layout = BarsLayout(columns: max(painter.layout.bars.columns, 1), channels: 1)
        _ = painter.paint(SamplePicture.bars(layout), bars: layout)
        var renderer = ScreenRenderer(palette: Palette(depth: .trueColor))
        _ = renderer.render(painter.canvas)
        var screen = ScreenEmulator(columns: columns, rows: rows)
        screen.feed(renderer.bytes)
        #expect(screen.faults == [], "\(columns) × \(rows)")
      }
    }
    #expect(panes.stations.rows.count > 5000)
  }

  /// The pane at 80 × 24.
  private static func lines(_ panes: inout PaneSet) -> [String] {
    var painter = ViewPainter(columns: 80, rows: 24, glyphs: .eighths)
    painter.show(panes)
    painter.show(panes.status)
    let layout = BarsLayout(columns: 1, channels: 1)
    _ = painter.paint(SamplePicture.bars(layout), bars: layout)
    return SamplePicture.lines(painter.canvas)
  }
}
