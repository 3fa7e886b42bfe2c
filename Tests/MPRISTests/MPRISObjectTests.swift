import DBus
import MPRIS
import RadioModel
import Stations
import Testing

@Suite("The MPRIS object on the bus")
struct MPRISObjectTests {
  private static let root = "org.mpris.MediaPlayer2"
  private static let player = "org.mpris.MediaPlayer2.Player"
  private static let standard = "org.freedesktop.DBus.Properties"
  private static let station = Station(id: "a", name: "A", url: "https://a.example/live")

  private static var snapshot: TunerSnapshot {
    var snapshot = TunerSnapshot()
    snapshot.stations = [station, Station(id: "b", name: "B", url: "https://b.example/")]
    snapshot.queue = StationQueue(stations: snapshot.stations)
    snapshot.source = .station(station)
    snapshot.entryID = 1
    snapshot.state = .playing
    snapshot.volume = 70
    return snapshot
  }

  private func outcome(
    _ member: String, of interface: String?, _ arguments: [BusValue]? = [], path: String = MPRISObject.path,
    in snapshot: TunerSnapshot = Self.snapshot
  ) -> MPRISObject.Outcome {
    MPRISObject(snapshot, properties: MPRISProperties(snapshot, track: 1)).answer(
      BusCall(path: path, interface: interface, member: member, arguments: arguments))
  }

  /// The outcome of setting a property of the player.
  private func outcome(
    setting name: String, to value: BusValue, in snapshot: TunerSnapshot = Self.snapshot
  ) -> MPRISObject.Outcome {
    outcome("Set", of: Self.standard, [.string(Self.player), .string(name), .variant(value)], in: snapshot)
  }

  private func failure(_ outcome: MPRISObject.Outcome) -> BusFailure? {
    if case .failure(let failure, _) = outcome.reply { failure } else { nil }
  }

  @Test(
    "a method call gives its command, even when the caller names no interface",
    arguments: [
      ("Play", [Command.resume]), ("Pause", [.pause]), ("PlayPause", [.toggle]), ("Stop", [.stop]), ("Next", [.next]),
      ("Previous", [.previous]), ("Raise", []), ("Quit", []),
    ])
  func keys(member: String, commands: [Command]) {
    let interface = ["Raise", "Quit"].contains(member) ? Self.root : Self.player
    #expect(outcome(member, of: interface) == .init(reply: .results([]), commands: commands))
    #expect(outcome(member, of: nil) == .init(reply: .results([]), commands: commands))
  }

  @Test("where no sound is kept, seeking has no effect and is not an error")
  func seeking() {
    #expect(outcome("Seek", of: Self.player, [.integer(5)]) == .init(reply: .results([])))
    let place: [BusValue] = [.objectPath(Self.track), .integer(5)]
    #expect(outcome("SetPosition", of: Self.player, place) == .init(reply: .results([])))
  }

  private static let track = "/org/springradio/track/1"

  /// A radio at 20 s of a title that began at 300 s; 290 s to 330 s can be reached.
  private static var shifted: TunerSnapshot {
    var snapshot = snapshot
    (snapshot.title, snapshot.titleStart) = ("A - B", .seconds(300))
    snapshot.elapsed = .seconds(320)
    snapshot.seekable = .seconds(290) ... .seconds(330)
    return snapshot
  }

  @Test(
    "Seek moves by a time, also beyond the title",
    arguments: [
      (Int64(-10_000_000), Duration.seconds(-10)), (2_500_000, .milliseconds(2500)), (-60_000_000, .seconds(-60)),
      (.max, Seek.maximumStep), (.min, .zero - Seek.maximumStep), (0, .zero),
    ])
  func seekBy(offset: Int64, step: Duration) {
    let outcome = outcome("Seek", of: Self.player, [.integer(offset)], in: Self.shifted)
    #expect(outcome == .init(reply: .results([]), commands: [.seek(.by(step))]))
  }

  @Test(
    "SetPosition moves within the current track, and has no effect elsewhere",
    arguments: [
      (track, Int64(0), nil, Duration?.some(.seconds(300))), (track, 5_500_000, nil, .milliseconds(305_500)),
      (track, 30_000_000, nil, .seconds(330)), (track, 30_000_001, nil, nil), (track, -1, nil, nil),
      (track, .max, nil, nil), (track, .min, nil, nil), ("/org/springradio/track/2", 0, nil, nil),
      ("/org/mpris/MediaPlayer2/TrackList/NoTrack", 0, nil, nil),
      (track, 10_000_000, Duration?.some(.seconds(10)), .seconds(310)), (track, 10_000_001, .seconds(10), nil),
    ])
  func setPosition(track: String, position: Int64, length: Duration?, place: Duration?) {
    let snapshot = Self.shifted
    let object = MPRISObject(snapshot, properties: MPRISProperties(snapshot, track: 1, length: length))
    let outcome = object.answer(
      BusCall(
        path: MPRISObject.path, interface: Self.player, member: "SetPosition",
        arguments: [.objectPath(track), .integer(position)]))
    #expect(outcome == .init(reply: .results([]), commands: place.map { [.seek(.to($0))] } ?? []))
  }

  @Test("without a title a position counts from tuning in, and without a track there is none")
  func setPositionWithoutTitle() {
    var snapshot = Self.shifted
    (snapshot.title, snapshot.titleStart) = (nil, nil)
    let call = BusCall(
      path: MPRISObject.path, interface: Self.player, member: "SetPosition",
      arguments: [.objectPath(Self.track), .integer(310_000_000)])
    let object = MPRISObject(snapshot, properties: MPRISProperties(snapshot, track: 1))
    #expect(object.answer(call).commands == [.seek(.to(.seconds(310)))])
    let nothing = MPRISObject(snapshot, properties: MPRISProperties(snapshot, track: 0))
    #expect(nothing.answer(call).commands == [])
  }

  @Test("Next and Previous have no effect when there is no other station", arguments: ["Next", "Previous"])
  func noNeighbour(member: String) {
    var snapshot = Self.snapshot
    snapshot.queue = StationQueue(stations: [Self.station])
    #expect(MPRISProperties(snapshot, track: 1).canGoNext, "the station list has another")
    snapshot.stations = [Self.station]
    #expect(outcome(member, of: Self.player, in: snapshot).commands == [])
    #expect(MPRISProperties(snapshot, track: 1).canGoNext == false)
    snapshot.entryID = nil  // another source is tuned in, or none
    #expect(outcome(member, of: Self.player, in: snapshot).commands.count == 1)
  }

  @Test(
    "OpenUri plays an http or https address, and the address of a listed station as that station",
    arguments: [
      ("http://host/x", Command.play(.url("http://host/x"))), ("HTTPS://host/", .play(.url("HTTPS://host/"))),
      (station.url, .play(.station(station))), ("file:///etc/passwd", nil), ("icy://host/", nil), ("", nil),
      ("http://", nil), ("http://a b/", nil), ("http://a/\u{1b}", nil), ("/etc/passwd", nil),
      ("http://a/" + String(repeating: "x", count: 8192), nil),
    ])
  func addresses(address: String, command: Command?) {
    let outcome = outcome("OpenUri", of: Self.player, [.string(address)])
    #expect(outcome.commands == (command.map { [$0] } ?? []))
    #expect(failure(outcome) == (command == nil ? .invalidArguments : nil))
  }

  @Test(
    "a new volume is limited to 0 to 100 percent",
    arguments: [(0.5, 50), (0.004, 0), (0.005, 1), (-3, 0), (1, 100), (7, 100), (1e300, 100)])
  func volume(number: Double, percent: Int) {
    let expected = MPRISObject.Outcome(reply: .results([]), commands: [.setVolume(percent)])
    #expect(outcome(setting: "Volume", to: .double(number)) == expected)
  }

  @Test("a muted radio has volume 0, and raising the volume unmutes it")
  func mute() {
    var snapshot = Self.snapshot
    snapshot.isMuted = true
    #expect(MPRISProperties(snapshot, track: 1).volume == 0)
    #expect(
      outcome(setting: "Volume", to: .double(0.3), in: snapshot).commands == [.setVolume(30), .setMuted(false)])
    #expect(outcome(setting: "Volume", to: .double(0), in: snapshot).commands == [.setVolume(0)])
  }

  @Test(
    "setting the rate to 0 pauses, and any other rate has no effect",
    arguments: [(1.0, [Command]()), (2.0, []), (0.0, [.pause])])
  func rate(number: Double, commands: [Command]) {
    #expect(outcome(setting: "Rate", to: .double(number)) == .init(reply: .results([]), commands: commands))
  }

  @Test("properties are read one by one and all together")
  func reading() {
    let volume = outcome("Get", of: Self.standard, [.string(Self.player), .string("Volume")])
    #expect(volume.reply == .results([.variant(.double(0.7))]))
    let identity = outcome("Get", of: Self.standard, [.string(""), .string("Identity")])
    #expect(identity.reply == .results([.variant(.string("SpringRadio"))]))
    let all = outcome("GetAll", of: Self.standard, [.string(Self.player)])
    guard case .results(let results) = all.reply, case .dictionary(let entries)? = results.first else {
      Issue.record("no properties")
      return
    }
    #expect(entries.count == 13)
    #expect(entries.contains(BusEntry("CanSeek", .boolean(false))))
    #expect(outcome("GetAll", of: Self.standard, [.string(Self.standard)]).reply == .results([.dictionary([])]))
  }

  @Test("an invalid call gets the matching error and causes no command")
  func faults() {
    let rows: [(MPRISObject.Outcome, BusFailure)] = [
      (outcome("Play", of: Self.player, path: "/elsewhere"), .unknownObject),
      (outcome("Play", of: Self.player, path: "/org/mpris"), .unknownMethod),
      (outcome("Play", of: Self.player, path: MPRISObject.path + "/x"), .unknownObject),
      (outcome("Play", of: "org.example"), .unknownInterface), (outcome("Play", of: Self.root), .unknownMethod),
      (outcome("Dance", of: nil), .unknownMethod), (outcome("Play", of: Self.player, nil), .invalidArguments),
      (outcome("Play", of: Self.player, [.integer(1)]), .invalidArguments),
      (outcome("Seek", of: Self.player), .invalidArguments),
      (outcome("OpenUri", of: Self.player, [.objectPath("/a")]), .invalidArguments),
      (outcome("Get", of: Self.standard, [.string(Self.player), .string("Mood")]), .unknownProperty),
      (outcome("Get", of: Self.standard, [.string(Self.root), .string("Volume")]), .unknownProperty),
      (outcome("GetAll", of: Self.standard, [.string("org.example")]), .unknownInterface),
      (outcome(setting: "PlaybackStatus", to: .string("x")), .readOnlyProperty),
      (outcome(setting: "Volume", to: .string("loud")), .invalidArguments),
      (outcome(setting: "Volume", to: .double(.nan)), .invalidArguments),
      (outcome(setting: "Mood", to: .double(1)), .unknownProperty),
    ]
    for (row, (outcome, expected)) in rows.enumerated() {
      #expect(failure(outcome) == expected, "row \(row)")
      #expect(outcome.commands == [], "row \(row)")
    }
  }
}
