import AudioCore
import DBus
import MPRIS
import RadioModel
import Stations
import Testing

@Suite("The MPRIS properties")
struct MPRISPropertiesTests {
  private static let station = Station(
    id: "a", name: "Radio A", url: "http://me:secret@a.example/", image: "https://a.example/logo.png")

  private static func snapshot(title: String? = nil, of station: Station = station) -> TunerSnapshot {
    var snapshot = TunerSnapshot()
    snapshot.source = .station(station)
    snapshot.name = station.name
    snapshot.title = title
    snapshot.state = .playing
    return snapshot
  }

  private func value(_ key: String, _ properties: MPRISProperties) -> BusValue? {
    properties.metadata.first { $0.key == key }?.value
  }

  @Test(
    "a radio that connects, buffers or retries counts as playing",
    arguments: [
      (TunerSnapshot.State.connecting, false, MPRISProperties.PlaybackStatus.playing), (.buffering, false, .playing),
      (.playing, false, .playing), (.retrying(reason: "", seconds: 3), false, .playing), (.stopped, true, .paused),
      (.stopped, false, .stopped), (.ended, false, .stopped), (.failed(.unknownHost("a")), false, .stopped),
    ])
  func states(state: TunerSnapshot.State, isPaused: Bool, status: MPRISProperties.PlaybackStatus) {
    var snapshot = Self.snapshot()
    snapshot.state = state
    snapshot.isPaused = isPaused
    #expect(MPRISProperties(snapshot, track: 1).status == status)
  }

  @Test("the metadata has song, artist, station and logo, and no password")
  func metadata() {
    let art = "file:///run/picture-1.png"
    let properties = MPRISProperties(Self.snapshot(title: "Björk - Jóga - Live"), track: 7, art: art)
    #expect(
      properties.metadata == [
        BusEntry("mpris:trackid", .objectPath("/org/springradio/track/7")),
        BusEntry("xesam:title", .string("Jóga - Live")), BusEntry("xesam:artist", .strings(["Björk"])),
        BusEntry("xesam:album", .string("Radio A")), BusEntry("xesam:url", .string("http://a.example/")),
        BusEntry("mpris:artUrl", .string(art)),
      ])
  }

  @Test("a station without a title is shown by its name")
  func noTitle() {
    let properties = MPRISProperties(Self.snapshot(), track: 1)
    #expect(value("xesam:title", properties) == .string("Radio A"))
    #expect(value("xesam:artist", properties) == nil)
  }

  @Test("without a source the metadata has only the track id NoTrack, and the radio cannot play")
  func nothing() {
    let properties = MPRISProperties(TunerSnapshot(), track: 0)
    let noTrack = BusValue.objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")
    #expect(properties.metadata == [BusEntry("mpris:trackid", noTrack)])
    #expect(properties.canPlay == false)
  }

  @Test("the address of the station's picture is not published: the desktop would fetch it")
  func noAddress() {
    #expect(value("mpris:artUrl", MPRISProperties(Self.snapshot(), track: 1)) == nil)
  }

  @Test(
    "a title loses the characters that would harm the bus or its reader",
    arguments: [
      ("a\u{0}b", "ab"), ("a\u{FFFE}b\u{1FFFF}", "ab"), ("a\n\u{1b}[31mb", "a [31mb"), ("\u{202E}x", "x"),
    ])
  func hostileText(title: String, reported: String) {
    #expect(value("xesam:title", MPRISProperties(Self.snapshot(title: title), track: 1)) == .string(reported))
  }

  @Test("only changed properties are published, and the position never")
  func changes() {
    var snapshot = Self.snapshot(title: "A - B")
    let before = MPRISProperties(snapshot, track: 1)
    snapshot.elapsed = .seconds(5)
    #expect(MPRISProperties(snapshot, track: 1).position == 5_000_000)
    #expect(MPRISProperties(snapshot, track: 1).changes(since: before) == [])
    snapshot.volume = 30
    #expect(MPRISProperties(snapshot, track: 1).changes(since: before) == [BusEntry("Volume", .double(0.3))])
    snapshot.state = .stopped
    let keys = MPRISProperties(snapshot, track: 1).changes(since: before).map(\.key)
    #expect(keys == ["PlaybackStatus", "Volume", "CanPlay", "CanPause"])
  }

  @Test("the position counts from the beginning of the title, and a title that has ended has a length")
  func titlePosition() {
    var snapshot = Self.snapshot(title: "A - B")
    snapshot.elapsed = .milliseconds(320_500)
    #expect(MPRISProperties(snapshot, track: 1).position == 320_500_000)
    snapshot.titleStart = .seconds(300)
    #expect(MPRISProperties(snapshot, track: 1).position == 20_500_000)
    #expect(value("mpris:length", MPRISProperties(snapshot, track: 1)) == nil)
    var kept = TimeShift(
      start: 90, end: 400, live: 400, position: 320.5, bytes: 1,
      titles: [
        .init(id: 1, start: 95, end: 300, title: "A - A", receivedAt: 0),
        .init(id: 2, start: 300, end: 390.25, title: "A - B", receivedAt: 0),
        .init(id: 3, start: 390.25, end: nil, title: "A - C", receivedAt: 0),
      ])
    #expect(kept.length(of: snapshot) == .milliseconds(90_250))
    let ended = MPRISProperties(snapshot, track: 1, length: kept.length(of: snapshot))
    #expect(value("mpris:length", ended) == .integer(90_250_000))
    #expect(ended.changes(since: MPRISProperties(snapshot, track: 1)).map(\.key) == ["Metadata"])
    snapshot.titleStart = .milliseconds(390_250)
    #expect(kept.length(of: snapshot) == nil, "it has not ended")
    snapshot.titleStart = .seconds(301)
    #expect(kept.length(of: snapshot) == nil, "there is no such title")
    snapshot.titleStart = .seconds(95)
    kept.titles.removeFirst()
    #expect(kept.length(of: snapshot) == nil, "its beginning is not kept")
    snapshot.titleStart = nil
    #expect(kept.length(of: snapshot) == nil)
  }

  @Test("CanSeek is true while sound is kept, and its changes are published; a held pause is Paused")
  func canSeek() {
    var snapshot = Self.snapshot(title: "A - B")
    let live = MPRISProperties(snapshot, track: 1)
    #expect(!live.canSeek)
    snapshot.seekable = .zero ... .seconds(10)
    let kept = MPRISProperties(snapshot, track: 1)
    #expect(kept.changes(since: live) == [BusEntry("CanSeek", .boolean(true))])
    #expect(live.changes(since: kept) == [BusEntry("CanSeek", .boolean(false))])
    (snapshot.state, snapshot.isPaused, snapshot.isHeld) = (.stopped, true, true)
    let held = MPRISProperties(snapshot, track: 1)
    #expect(held.status == .paused && held.canSeek && value("xesam:title", held) == .string("B"))
  }

  @Test("each new title and each new station is a new track")
  func tracks() {
    var track = TrackNumber()
    let other = Station(id: "b", name: "B", url: "http://b/")
    let moments = [
      TunerSnapshot(), Self.snapshot(), Self.snapshot(title: "x"), Self.snapshot(title: "x"),
      Self.snapshot(title: "x", of: other),
    ]
    #expect(moments.map { track.update($0) } == [0, 1, 2, 2, 3])
  }
}
