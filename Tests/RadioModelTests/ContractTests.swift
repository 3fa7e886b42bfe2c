import AudioCore
import JSON
import RadioModel
import Stations
import Testing

/// What a client writes is what the server reads, and the other way round.
@Suite("Requests and answers")
struct ContractTests {
  private func bytes(_ json: JSONValue) -> [UInt8] { JSONWriter.line(json) }

  private func read(_ json: JSONValue) throws -> JSONValue { try JSONReader.read(bytes(json)) }

  @Test(
    "what to play",
    arguments: [PlayTarget.resume, .station("jazz"), .url("http://a.example/x"), .entry(3), .found("6f3c")])
  func targets(_ target: PlayTarget) throws { #expect(try PlayTarget(bytes(target.json)) == target) }

  @Test(
    "a change of volume",
    arguments: [
      VolumeChange(volume: 30), VolumeChange(change: -5), VolumeChange(isMuted: true), VolumeChange(togglesMute: true),
      VolumeChange(volume: 0, isMuted: false),
    ])
  func volumes(_ change: VolumeChange) throws { #expect(try VolumeChange(bytes(change.json)) == change) }

  @Test(
    "where to move to",
    arguments: [
      Seek.by(.seconds(-10)), .by(.milliseconds(2500)), .by(.seconds(21_600)), .to(.zero),
      .to(.milliseconds(1_234_500)), .title(-1), .title(1), .live,
    ])
  func seeks(_ seek: Seek) throws {
    #expect(try SeekRequest(bytes(SeekRequest(seek).json)).seek == seek)
    let request = try #require(Command.seek(seek).request)
    #expect(request.endpoint == .seek)
    #expect(try SeekRequest(bytes(request.body)).seek == seek)
  }

  @Test(
    "a request that does not say clearly where to move to is refused with a sentence",
    arguments: [
      ("{}", "exactly one of \"by\", \"to\", \"title\" and \"live\" is needed"),
      (#"{"by": 10, "live": true}"#, "exactly one of \"by\", \"to\", \"title\" and \"live\" is needed"),
      (#"{"by": 21601}"#, "\"by\" must be a number from -21600 to 21600"),
      (#"{"by": -21600.1}"#, "\"by\" must be a number from -21600 to 21600"),
      (#"{"by": "10"}"#, "\"by\" must be a number from -21600 to 21600"),
      (#"{"by": 1e999}"#, "\"by\" must be a number from -21600 to 21600"),
      (#"{"to": -1}"#, "\"to\" must be a number from 0 to 3200000000"),
      (#"{"title": 0}"#, "\"title\" must be -1 or 1"), (#"{"live": false}"#, "\"live\" can only be true"),
    ])
  func wrongSeeks(_ body: String, _ reason: String) {
    #expect(throws: RequestError(reason)) { try SeekRequest(Array(body.utf8)) }
    #expect(throws: RequestError.self) { try SeekRequest(Array(#"{"by": 1, "x": 1}"#.utf8)) }
    #expect(throws: RequestError.self) { try SeekRequest(Array(#"{"title": 2}"#.utf8)) }
  }

  @Test("the sound that is kept: places, titles and when they were received")
  func timeShift() throws {
    let kept = TimeShift(
      start: 10.25, end: 700, live: 690, position: 300.5, bytes: 14_000_000,
      titles: [
        .init(id: 3, start: 10.25, end: 200, title: "Artist - Song", receivedAt: 1_789_000_060.5),
        .init(id: 4, start: 200, end: nil, title: "News", receivedAt: 1_789_000_250),
      ])
    let json = try read(kept.json)
    #expect(json["start"]?.double == 10.25 && json["end"]?.double == 700 && json["live"]?.double == 690)
    #expect(json["position"]?.double == 300.5 && json["bytes"]?.integer() == 14_000_000)
    let titles = try #require(json["titles"]?.elements)
    #expect(titles.map { $0["id"]?.integer() } == [3, 4])
    #expect(titles[0]["artist"]?.text == "Artist" && titles[0]["song"]?.text == "Song")
    #expect(titles[0]["end"]?.double == 200 && titles[1]["end"] == nil && titles[1]["artist"] == nil)
    #expect(titles[0]["at"]?.text == ClockText.iso8601(1_789_000_060.5))
    #expect(try read(TimeShift.emptyJSON)["start"] == nil)
    #expect(TimeShift(json: json) == kept && kept.heardTitle?.id == 4)
    #expect(TimeShift(json: try read(TimeShift.emptyJSON)) == nil)
    #expect(TimeShift(json: JSONValue.object(["start": 701]).adding(json)) == nil)
  }

  @Test("a recording of a daemon is safe to show")
  func cleanRecording() {
    var recording = RecordingStatus(id: 1, kind: .keep, title: "A\u{1B} - B", station: "S\u{9B}")
    (recording.seconds, recording.bytes) = (1e300, -1)
    (recording.files, recording.reason) = (["S/A\u{1B}.mp3"], "no\u{7} space")
    let clean = recording.cleaned
    #expect(clean.title == "A - B" && clean.station == "S" && clean.files == ["S/A.mp3"] && clean.reason == "no space")
    #expect(clean.seconds == 3.2e9 && clean.bytes == 0)
    for seconds in [-Double.infinity, .nan, -1] {
      recording.seconds = seconds
      #expect(recording.cleaned.seconds == 0)
    }
  }

  @Test("what to keep and to record")
  func recordRequests() throws {
    for request in [KeepRequest(), KeepRequest(title: 0), KeepRequest(title: 17)] {
      #expect(try KeepRequest(bytes(request.json)) == request)
    }
    #expect(try KeepRequest([]) == KeepRequest())
    var split = RecordRequest()
    (split.isSplit, split.isSongsOnly, split.duration) = (true, true, .seconds(7200))
    var station = RecordRequest(.station("fip"))
    (station.isSplit, station.duration) = (true, .seconds(90))
    for request in [RecordRequest(), split, station, RecordRequest(.url("http://radio.test/live"))] {
      #expect(try RecordRequest(bytes(request.json)) == request)
    }
    #expect(throws: RequestError("only one of \"station\" and \"url\" can be recorded")) {
      try RecordRequest(Array(#"{"station": "fip", "url": "http://radio.test/"}"#.utf8))
    }
    #expect(throws: RequestError("\"songsOnly\" goes with \"split\"")) {
      try RecordRequest(Array(#"{"songsOnly": true}"#.utf8))
    }
    for body in [
      #"{"duration": 0}"#, #"{"duration": 2592001}"#, #"{"split": 1}"#, #"{"file": "/etc/passwd"}"#,
      #"{"station": ""}"#, #"{"station": 1}"#, #"{"url": null}"#, #"{"station": "fip", "to": "/tmp"}"#,
    ] {
      #expect(throws: RequestError.self) { try RecordRequest(Array(body.utf8)) }
    }
    for body in [#"{"title": -1}"#, #"{"title": 1.5}"#, #"{"title": "1"}"#, #"{"name": "x"}"#] {
      #expect(throws: RequestError.self) { try KeepRequest(Array(body.utf8)) }
    }
  }

  @Test("a recording")
  func recording() throws {
    var recording = RecordingStatus(id: 3, kind: .keep, title: "Artist - Song", station: "FIP")
    #expect(RecordingStatus(json: try read(recording.json)) == recording)
    (recording.state, recording.begin, recording.seconds) = (.failed, 1_789_000_060.5, 12.25)
    (recording.bytes, recording.files) = (196_000, ["FIP/Artist - Song.mp3", "incomplete/x.mp3"])
    (recording.isComplete, recording.reason) = (true, "the disk is full")
    #expect(RecordingStatus(json: try read(recording.json)) == recording)
    #expect(RecordingStatus(json: .object(["id": 1, "kind": "keep"])) == nil)
  }

  @Test("each command is read as the same command")
  func commands() throws {
    let volumes: [Command] = [.setVolume(3), .changeVolume(by: -7), .setMuted(true), .toggleMute]
    for command in volumes {
      let request = try #require(command.request)
      #expect(request.endpoint == .volume)
      #expect(try VolumeChange(bytes(request.body)).commands == [command])
    }
    let station = Command.play(.station(Station(id: "fip", name: "FIP", url: "http://fip.example/")))
    #expect(try PlayTarget(bytes(#require(station.request).body)) == .station("fip"))
    let unlisted = Command.play(.station(Station(id: "", name: "FIP", url: "http://fip.example/")))
    #expect(try PlayTarget(bytes(#require(unlisted.request).body)) == .url("http://fip.example/"))
    let found = Station(
      id: "", name: "FIP", url: "http://fip.example/", directoryID: "960e57c5-0601-11e8-ae97-52543be04c81")
    #expect(
      try PlayTarget(bytes(#require(Command.play(.station(found)).request).body))
        == .found("960e57c5-0601-11e8-ae97-52543be04c81"))
    #expect(Command.quit.request == nil && Command.play(.file(path: "/a.mp3")).request == nil)
  }

  @Test("changes of the queue")
  func queueRequests() throws {
    let requests: [QueueRequest] = [
      .add("jazz"), .remove(QueueRemoval(.position(2))), .remove(QueueRemoval(.number(17), version: 4)), .clear, .reset,
    ]
    for request in requests { #expect(try QueueRequest(request.endpoint, bytes(request.json)) == request) }
    #expect(throws: RequestError("either \"entry\" or \"position\" must be given")) { try QueueRemoval([]) }
  }

  @Test("the queue")
  func queue() throws {
    var snapshot = TunerSnapshot()
    snapshot.stations = [Station(id: "fip", name: "FIP", url: "http://u:p@fip.example/")]
    snapshot.queue = StationQueue(stations: snapshot.stations)
    snapshot.entryID = snapshot.queue.entries.first?.id
    let queue = QueueState(snapshot, added: 9)
    #expect(queue.isStationList && queue.added == 9)
    #expect(queue.entries.map(\.address) == ["http://fip.example/"])
    #expect(queue.entries.map(\.isCurrent) == [true])
    #expect(QueueState(json: try read(queue.json)) == queue)
    #expect(QueueState(json: .object([:])) == nil)
  }

  @Test("stations: an edit, a new one, and those of an answer")
  func stations() throws {
    var station = Station(id: "fip", name: "FIP", url: "http://u:p@fip.example/", image: "http://fip.example/i.png")
    station.tags = ["jazz", "eclectic"]
    station.favourite = true
    let answer = try read(station.answer(picture: "/api/stations/fip/picture?v=1"))
    #expect(Station(answer: answer) == station.withoutCredentials)
    #expect(Station.list(ofAnswer: try read(.object(["stations": [answer]]))) == [station.withoutCredentials])
    var edit = StationEdit(name: "FIP Jazz", url: "http://fip.example/jazz")
    (edit.homepage, edit.country, edit.tags, edit.favourite) = ("", "FR", [], false)
    var fields = try RequestFields(bytes(edit.json))
    #expect(try StationEdit(&fields) == edit)
    try fields.finish()
    var added = try RequestFields(bytes(station.requestJSON))
    #expect(try StationEdit(&added).tags == station.tags)
  }

  @Test("changes of stations")
  func stationChanges() throws {
    let changes: [StationChange] = [
      .edit(id: "fip", StationEdit(name: "FIP Jazz")), .delete(id: "fip"), .move(id: "fip", position: 2),
    ]
    for change in changes {
      let request = try #require(change.request(ifVersion: 7))
      let read = try StationChange.read(request.endpoint, id: request.id ?? "", bytes(request.body))
      #expect(read.change == change && read.version == 7)
    }
    #expect(throws: RequestError("\"id\" or \"position\" is missing")) {
      try StationChange.read(.stationOrder, id: "", bytes(.object(["id": "fip"])))
    }
  }

  @Test("the station list, with its version, its fault and its path")
  func stationList() throws {
    let stations = [Station(id: "fip", name: "FIP", url: "http://fip.example/")]
    let list = StationListAnswer(version: 7, fault: "line 3 is not a station", path: "/a.json", stations: stations)
    #expect(StationListAnswer(json: try read(list.json { "/api/stations/\($0.id)/picture" })) == list)
    #expect(StationListAnswer(json: .object(["version": 1])) == nil)
  }

  @Test(
    "events",
    arguments: [
      RadioEvent.title("Artist - Song", station: "fip", name: "FIP"), .title("Jingle", station: nil, name: "FIP"),
      .queue(version: 3), .stations(version: 4), .notice("no sound device"), .notice(""), .other("weather"),
      .status(RadioStatus(volume: 30)),
    ])
  func events(_ event: RadioEvent) throws {
    #expect(RadioEvent(name: event.name, data: String(decoding: bytes(event.json), as: UTF8.self)) == event)
  }

  @Test("a title that was heard")
  func titles() throws {
    let entry = HistoryEntry(time: 1_789_000_060.5, title: "Artist - Song", station: "fip", name: "FIP")
    #expect(HistoryEntry(json: try read(entry.json)) == entry)
  }

  @Test("the path of a request has the id in its place, and its query")
  func paths() {
    #expect(Endpoint.station.path(id: "order") == "/api/stations/%6Frder")
    #expect(Endpoint.stationRemove.path(id: "fip") == "/api/stations/fip/remove")
    #expect(Endpoint.station.path(id: "é/1") == "/api/stations/%C3%A9%2F1")
    #expect(Endpoint.log.path(query: "after=3") == "/api/log?after=3")
  }

  @Test("a text is counted as the document counts it: in characters, not in bytes")
  func lengths() throws {
    for (count, isTaken) in [(1, true), (256, true), (257, false)] {
      for character in ["a", "\u{1F3FB}"] {
        let words = String(repeating: character, count: count)
        let body = bytes(PlayTarget.station(words).json)
        if isTaken {
          #expect(try PlayTarget(body) == .station(words))
        } else {
          #expect(throws: RequestError("\"station\" must be a text of 1 to 256 characters")) { try PlayTarget(body) }
        }
      }
    }
    #expect(throws: RequestError.self) { try PlayTarget(bytes(PlayTarget.station("").json)) }
  }
}
