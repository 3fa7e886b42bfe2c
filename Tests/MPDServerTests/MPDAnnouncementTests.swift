import AudioCore
import MPDServer
import RadioModel
import Stations
import Testing

@Suite("Announcements of Music Player Daemon's clients")
struct MPDAnnouncementTests {
  private static let stations = ["a", "b"].map { Station(id: $0, name: $0, url: "http://h/\($0)") }
  private static let speech = Source.url("http://h/speech.mp3")

  /// The radio as the commands of a client and the events of the player leave it.
  private struct Bench {
    var announcement = MPDAnnouncement()
    var snapshot = TunerSnapshot()
    var now = ContinuousClock.now

    init(isPlaying: Bool = true) {
      snapshot.stations = stations
      snapshot.queue = StationQueue(stations: stations)
      if isPlaying { tune(to: .station(stations[1]), id: 2) }
    }

    mutating func tune(to source: Source, id: Int?) {
      snapshot.tune(to: source, entryID: id)
      snapshot.state = .playing
    }

    mutating func clear() throws {
      announcement.cleared(snapshot, now: now)
      _ = try snapshot.queue.apply(.clear)
      snapshot.entryID = nil
      snapshot.state = .stopped
    }

    /// Adds and plays a source; returns the entry when it is an announcement.
    mutating func play(_ source: Source = speech) throws -> Int? {
      let id = try snapshot.queue.apply(.insert([source], at: nil))[0]
      let command = announcement.played(nil, of: snapshot, now: now)
      tune(to: source, id: id)
      guard case .playAnnouncement(let played, let radio)? = command else { return nil }
      #expect(played == id && radio.lastSource == .station(stations[1]))
      return played
    }

    mutating func receive(_ event: TunerEvent) -> InterruptedRadio? { announcement.receive(event, snapshot) }

    /// The announcement ends; returns what is played then.
    mutating func end(_ event: TunerEvent = .ended) -> InterruptedRadio? {
      snapshot.state = event == .ended ? .ended : .failed(.connectionLost(host: "h", reason: "x"))
      return receive(event)
    }
  }

  @Test("after an announcement, the queue and the station come back", arguments: [false, true])
  func comesBack(fails: Bool) throws {
    var bench = Bench()
    try bench.clear()
    #expect(try bench.play() == 3)
    // The end of the station before, which is reported late.
    #expect(bench.receive(.stopped) == nil && bench.receive(.tuned(Self.speech)) == nil)
    let end = bench.end(fails ? .failed(.connectionLost(host: "h", reason: "x")) : .ended)
    let radio = try #require(end)
    #expect(radio.isStationList && radio.queue == Self.stations.map { .station($0) })
    #expect(radio.source == .station(Self.stations[1]) && radio.position == 1)
    #expect(bench.end() == nil, "only once")
  }

  @Test("a second announcement during the first one leads back to the station, not to the first one")
  func second() throws {
    var bench = Bench()
    for _ in 0..<3 {
      try bench.clear()
      #expect(try bench.play() != nil)
      _ = bench.receive(.tuned(Self.speech))
    }
    #expect(bench.end()?.source == .station(Self.stations[1]))
  }

  @Test("a radio that did not play gets its queue back, and stays silent")
  func silent() throws {
    var bench = Bench(isPlaying: false)
    bench.snapshot.source = .station(Self.stations[1])
    try bench.clear()
    #expect(try bench.play() != nil)
    _ = bench.receive(.tuned(Self.speech))
    let end = bench.end()
    let radio = try #require(end)
    #expect(radio.source == nil && radio.queue.count == 2)
  }

  @Test("what a listener chooses is not an announcement, and what is changed meanwhile stays")
  func choices() throws {
    var bench = Bench()
    #expect(try bench.play() == nil, "nothing was cleared")
    bench = Bench()
    try bench.clear()
    #expect(try bench.play(.station(Self.stations[0])) == nil, "a station")
    bench = Bench()
    try bench.clear()
    #expect(try bench.play(.url("http://h/b")) == nil, "the address of a station")
    bench = Bench()
    try bench.clear()
    _ = try bench.snapshot.queue.apply(.insert([Self.speech], at: nil))
    #expect(try bench.play() == nil, "two entries")
    bench = Bench()
    try bench.clear()
    bench.now += MPDAnnouncement.maximumPause + .seconds(1)
    #expect(try bench.play() == nil, "long after the queue was cleared")
    for change in 0..<4 {
      bench = Bench()
      try bench.clear()
      #expect(try bench.play() != nil)
      _ = bench.receive(.tuned(Self.speech))
      switch change {
      case 0: #expect(bench.receive(.stopped) == nil)
      case 1: #expect(bench.receive(.paused) == nil)
      case 2: #expect(bench.receive(.tuned(.station(Self.stations[0]))) == nil)
      default: _ = try bench.snapshot.queue.apply(.insert([.station(Self.stations[0])], at: nil))
      }
      #expect(bench.end() == nil, "\(change)")
    }
  }
}
