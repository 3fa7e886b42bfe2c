import AudioCore
import Foundation
import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("The endpoints of the station list")
struct StationRouteTests {
  /// The ids of the list that a client sees, and those in the file.
  private func ids(_ radio: TestRadio) throws -> [String] {
    let shown = try radio.get("/api/stations")["stations"]?.elements?.compactMap { $0["id"]?.text } ?? []
    #expect(try StationList.load(path: radio.listPath).stations.map(\.id) == shown)
    #expect(radio.tuner.snapshot.stations.map(\.id) == shown)
    return shown
  }

  private func version(_ radio: TestRadio) throws -> Int {
    try #require(try radio.get("/api/stations")["version"]?.integer())
  }

  @Test("stations are added, edited, moved and removed: in the file, for the tuner, and with a version that grows")
  func changes() async throws {
    try await TestRadio.with { radio in
      let start = try version(radio)
      let added = try radio.post(
        "/api/stations",
        #"""
        {"station":{"name":" Jazz Rádio ","url":"ICY://jazz.example/a","homepage":"https://jazz.example/","tags":["jazz"],
        "country":"cz","favourite":true,"alternates":["http://b.example/"],"ifVersion":null}}
        """#)
      #expect(added.status == 400, "an unknown member")
      let right = try radio.post(
        "/api/stations",
        #"""
        {"station":{"name":" Jazz Rádio ","url":"ICY://jazz.example/a","homepage":"https://jazz.example/","tags":["jazz"],
        "country":"cz","favourite":true,"alternates":["http://b.example/"]},"ifVersion":\#(start)}
        """#)
      #expect(right.status == 200, "\(right.body)")
      let station = try right.json["station"]
      #expect(station?["id"]?.text == "jazz-radio" && station?["country"]?.text == "CZ")
      #expect(station?["url"]?.text == "http://jazz.example/a" && station?["name"]?.text == "Jazz Rádio")
      #expect(station?["picture"]?.text?.hasPrefix("/api/stations/jazz-radio/picture?v=") == true)
      #expect(try right.json["version"]?.integer() == start + 1)
      #expect(try ids(radio) == ["first", "second", "third", "jazz-radio"])
      #expect(try StationList.load(path: radio.listPath).stations[3].alternates == ["http://b.example/"])
      let picture = station?["picture"]?.text
      let edited = try radio.post(
        "/api/stations/jazz-radio", #"{"name":"Jazz","homepage":null,"tags":[],"favourite":false,"image":"http://i/"}"#)
      #expect(edited.status == 200)
      let after = try edited.json["station"]
      #expect(after?["homepage"] == nil && after?["favourite"]?.flag == false && after?["tags"]?.elements == [])
      #expect(after?["country"]?.text == "CZ" && after?["picture"]?.text != picture)
      #expect(try radio.post("/api/stations/order", #"{"id":"jazz-radio","position":2}"#).status == 200)
      #expect(try ids(radio) == ["first", "jazz-radio", "second", "third"])
      #expect(try radio.post("/api/stations/second/remove").status == 200)
      #expect(try ids(radio) == ["first", "jazz-radio", "third"])
      #expect(try version(radio) == start + 4)
    }
  }

  @Test("no answer shows credentials, and an edit with the address as shown keeps them")
  func credentials() async throws {
    try await TestRadio.with { radio in
      let before = try StationList.load(path: radio.listPath).stations[0]
      let shown = try #require(try radio.get("/api/stations")["stations"]?.elements?.first?["url"]?.text)
      let answer = try radio.post("/api/stations/first", #"{"name":"New","url":"\#(shown)"}"#)
      #expect(answer.status == 200 && !answer.body.contains("secret") && !shown.contains("secret"))
      let after = try StationList.load(path: radio.listPath).stations[0]
      #expect(after.name == "New" && after.url == before.url && after.url.contains("secret"))
    }
  }

  @Test("of two clients that change at the same moment one gets 409 and changes nothing; without a version both change")
  func races() async throws {
    try await TestRadio.with { radio in
      let start = try version(radio)
      let edits = try radio.postAtOnce(
        (0..<8).map { ("/api/stations/first", #"{"tags":["t\#($0)"],"ifVersion":\#(start)}"#) })
      #expect(edits.map(\.status).sorted() == [200] + [Int](repeating: 409, count: 7))
      let additions = try radio.postAtOnce(
        (0..<8).map { ("/api/stations", #"{"station":{"name":"S \#($0)","url":"http://s\#($0).example/"}}"#) })
      #expect(additions.allSatisfy { $0.status == 200 })
      #expect(try ids(radio).count == 11)
      #expect(try version(radio) == start + 9)
    }
  }

  @Test("an edit of the file by hand is neither overwritten nor hidden, and unknown members stay")
  func hand() async throws {
    try await TestRadio.with { radio in
      let start = try version(radio)
      var list = try StationList.load(path: radio.listPath)
      list.stations[0].other = [JSONMember("mine", "x".json)]
      list.stations[2].name = "By hand"
      list.other = [JSONMember("note", "y".json)]
      try list.save(to: radio.listPath)
      let outdated = try radio.post("/api/stations/first", #"{"favourite":true,"ifVersion":\#(start)}"#)
      #expect(outdated.status == 409 && outdated.body.contains("changed meanwhile"))
      #expect(try radio.get("/api/stations")["stations"]?.elements?[2]["name"]?.text == "By hand")
      let now = try version(radio)
      #expect(now > start)
      #expect(try radio.post("/api/stations/first", #"{"favourite":true,"ifVersion":\#(now)}"#).status == 200)
      list.stations[0].favourite = true
      #expect(try StationList.load(path: radio.listPath) == list)
    }
  }

  @Test(
    "a list that is not a list stays as it is: 409 with the sentence, which the list then shows until it is good again")
  func broken() async throws {
    try await TestRadio.with { radio in
      let good = try StationList.load(path: radio.listPath)
      try "{ no list".write(toFile: radio.listPath, atomically: true, encoding: .utf8)
      let answer = try radio.post("/api/stations/first/remove")
      #expect(answer.status == 409 && answer.body.contains("line 1"), "\(answer.body)")
      #expect(try String(contentsOfFile: radio.listPath, encoding: .utf8) == "{ no list")
      let list = try radio.get("/api/stations")
      #expect(list["fault"]?.text?.contains("line 1") == true && list["stations"]?.elements?.count == 3)
      try good.save(to: radio.listPath + ".good")
      rename(radio.listPath + ".good", radio.listPath)
      #expect(try radio.post("/api/stations/first/remove").status == 200)
      #expect(try radio.get("/api/stations")["fault"] == nil)
    }
  }

  /// The list that comes with the program.
  private struct ShippedList: StationListOrigin {
    let stations: [Station]
    var path: String? { nil }
    let unchangeable = "the list that comes with radiod stays as it is"
    func list() throws(TuneError) -> StationList { StationList(stations: stations) }
    func beginning() throws(TuneError) -> StationList? { nil }
    func changed(to list: StationList, beginning: StationList?) {}
  }

  @Test("a list that a setting forbids to change answers 403, and one whose file is missing 409: no retry helps")
  func permanent() async throws {
    try await TestRadio.with { radio in
      try FileManager.default.removeItem(atPath: radio.listPath)
      let missing = try radio.post("/api/stations/first", #"{"favourite":true}"#)
      #expect(missing.status == 409 && missing.body.contains("cannot read"), "\(missing.body)")
      _ = try await radio.library.reload(from: ShippedList(stations: radio.tuner.snapshot.stations))
      for path in ["/api/stations/first", "/api/stations/first/remove"] {
        let answer = try radio.post(path, path.hasSuffix("remove") ? "{}" : #"{"favourite":true}"#)
        #expect(answer.status == 403 && answer.body.contains("stays as it is"), "\(answer.body)")
        #expect(!answer.head.lowercased().contains("retry-after"))
      }
    }
  }

  @Test("5,000 entries of usual size can be changed, and a list without space for a change answers 409")
  func large() async throws {
    try await TestRadio.with { radio in
      var list = try StationList.load(path: radio.listPath)
      for number in list.stations.count..<StationList.maximumStations {
        var station = Station(
          id: "station-\(number)", name: "Station number \(number)", url: "http://stream\(number).example.org/live.mp3",
          homepage: "https://www.station\(number).example.org/", tags: ["jazz", "public radio", "news"])
        station.image = "https://www.station\(number).example.org/logo.png"
        list.stations.append(station)
      }
      try list.save(to: radio.listPath)
      #expect(try radio.post("/api/stations/first", #"{"favourite":true}"#).status == 200)
      let long = "http://s.example/" + String(repeating: "x", count: 8000)
      let note = [JSONMember("note", long.json)]
      // The second turn fills what the first one has left: between 4 and 13 KiB stay.
      for range in [0..<2000, 2000..<2100] {
        let count = (StationList.maximumBytes - list.encoded().count - 4096) / (long.utf8.count + 40)
        for index in list.stations.indices[range].prefix(count) { list.stations[index].other = note }
      }
      try list.save(to: radio.listPath)
      let full = try radio.post("/api/stations/first", #"{"homepage":"\#(long)","image":"\#(long)"}"#)
      #expect(full.status == 409 && full.body.contains("the list is full"), "\(full.body.prefix(200))")
    }
  }

  @Test(
    "a change that is not possible is refused by its reason, and changes nothing",
    arguments: [
      ("/api/stations", "{}", 400), ("/api/stations", #"{"station":{"name":"A"}}"#, 400),
      ("/api/stations", #"{"station":{"name":" ","url":"http://a/"}}"#, 400),
      ("/api/stations", #"{"station":{"name":"A","url":"file:///etc/passwd"}}"#, 400),
      ("/api/stations", #"{"station":{"name":"A\u001b[31m","url":"http://a/"}}"#, 400),
      ("/api/stations", #"{"station":{"name":"A","url":"http://a/","country":"FRA"}}"#, 400),
      ("/api/stations", #"{"station":{"name":"A","url":"http://a/","alternates":["ftp://a"]}}"#, 400),
      ("/api/stations", #"{"station":{"name":"A","url":"http://a/","directoryId":"x"}}"#, 400),
      ("/api/stations", #"{"station":[]}"#, 400), ("/api/stations", #"{"station":{"name":"A","url":1}}"#, 400),
      ("/api/stations", #"{"ifVersion":-1,"station":{"name":"A","url":"http://a/"}}"#, 400),
      ("/api/stations/none", "{}", 404), ("/api/stations/fir", #"{"favourite":true}"#, 404),
      ("/api/stations/FIRST", "{}", 404), ("/api/stations/%2e%2e", "{}", 404), ("/api/stations/first%00", "{}", 404),
      ("/api/stations/first", #"{"id":"x"}"#, 400), ("/api/stations/first", #"{"name":null}"#, 400),
      ("/api/stations/first", #"{"tags":"a"}"#, 400), ("/api/stations/first", #"{"image":"javascript:x"}"#, 400),
      ("/api/stations/none/remove", "{}", 404), ("/api/stations/first/remove", #"{"ifVersion":1}"#, 409),
      ("/api/stations/order", #"{"id":"first"}"#, 400), ("/api/stations/order", #"{"id":"none","position":1}"#, 404),
      ("/api/stations/order", #"{"id":"first","position":4}"#, 404),
      ("/api/stations/order", #"{"id":"first","position":0}"#, 400),
    ] as [(String, String, Int)])
  func refusals(_ path: String, _ body: String, _ status: Int) async throws {
    try await TestRadio.with { radio in
      let before = try StationList.load(path: radio.listPath)
      let answer = try radio.post(path, body)
      #expect(answer.status == status, "\(answer.body)")
      #expect(try answer.json["error"]?.text?.isEmpty == false)
      #expect(try StationList.load(path: radio.listPath) == before)
    }
  }

  @Test("while another program writes the list a change waits, and everything else goes on")
  func locked() async throws {
    try await TestRadio.with { radio in
      let draft = try #require(radio.listPath.range(of: "stations.json", options: .backwards)).lowerBound
      let path = radio.listPath[..<draft] + ".stations.json.new"
      let descriptor = open(String(path), O_RDWR | O_CREAT, 0o600)
      #expect(flock(descriptor, LOCK_EX) == 0)
      let client = try RawClient(path: radio.socketPath)
      let headers = ["Content-Type: application/json", "Connection: close"]
      client.send(TestRadio.request("POST", "/api/stations/first/remove", headers: headers, body: "{}"))
      #expect(ProcessRunner.eventually { radio.library.isBusy })
      #expect(try radio.isAnswering())
      #expect(try radio.get("/api/stations")["stations"]?.elements?.count == 3)
      unlink(String(path))
      close(descriptor)
      #expect(try Answer(client.receive()).status == 200)
      #expect(try ids(radio) == ["second", "third"])
    }
  }

  @Test("a removed station comes back under its id, as long as that is free")
  func again() async throws {
    try await TestRadio.with { radio in
      #expect(try radio.post("/api/stations/second/remove").status == 200)
      func add(_ id: String, _ host: String) throws -> Answer {
        try radio.post(
          "/api/stations", #"{"station":{"id":"\#(id)","name":"Other Name","url":"http://\#(host).example/"}}"#)
      }
      #expect(try add("second", "a").json["station"]?["id"]?.text == "second")
      #expect(try add("second", "b").json["station"]?["id"]?.text == "other-name")
      #expect(try add("demo", "c").json["station"]?["id"]?.text == "other-name-2")
      for id in ["Second", "a b", String(repeating: "a", count: 65)] {
        let answer = try add(id, "d")
        #expect(answer.status == 400 && answer.body.contains("id"), "\(id): \(answer.body)")
      }
      #expect(try ids(radio) == ["first", "third", "second", "other-name", "other-name-2"])
    }
  }

  @Test("a removed station that is added again as it was shown has all it had, and no answer shows more of it")
  func whole() async throws {
    try await TestRadio.with { radio in
      var list = try StationList.load(path: radio.listPath)
      list.stations[1] = Station(
        id: "second", name: "Second", url: "ICY://me:secret@example.org/a", homepage: "by hand", tags: ["x", "x"],
        encoding: "windows-1251", userAgent: "mine", alternates: ["http://me:secret@b.example/"], favourite: true,
        other: [JSONMember("note", "x".json)])
      try list.save(to: radio.listPath)
      let before = try StationList.load(path: radio.listPath).stations[1]
      let shown = StreamURL.withoutCredentials(before.url)
      #expect(try radio.post("/api/stations/second/remove").status == 200)
      func add(_ members: String) throws -> Answer {
        try radio.post("/api/stations", #"{"station":{"id":"second",\#(members)}}"#)
      }
      #expect(try add(#""name":"Second","url":"\#(shown)","mine":1"#).status == 400, "an unknown member")
      let answer = try add(#""name":"Second","url":"\#(shown)","tags":["x","x"],"favourite":true,"homepage":"by hand""#)
      #expect(answer.status == 200 && !answer.body.contains("secret"), "\(answer.body)")
      #expect(try answer.json["station"]?["id"]?.text == "second")
      var expected = before
      expected.tags = ["x"]
      #expect(try StationList.load(path: radio.listPath).stations.last == expected)
      // Once in the list, it is not added a second time.
      #expect(try add(#""name":"Second","url":"\#(shown)""#).status == 409)
      // Another address is another station.
      #expect(try radio.post("/api/stations/second/remove").status == 200)
      #expect(try add(#""name":"Second","url":"http://b.example/","favourite":false"#).status == 200)
      let other = try #require(try StationList.load(path: radio.listPath).stations.last)
      #expect(other == Station(id: "second", name: "Second", url: "http://b.example/"))
    }
  }

  @Test("no new station gets an id that is a path; one that has such an id is reached by an escape")
  func reserved() async throws {
    try await TestRadio.with { radio in
      for name in ["Order", "Import", "Export"] {
        let body = #"{"station":{"name":"\#(name)","url":"http://\#(name).example/"}}"#
        #expect(try radio.post("/api/stations", body).json["station"]?["id"]?.text == "\(name.lowercased())-2")
      }
      var list = try StationList.load(path: radio.listPath)
      list.stations[0].id = "order"
      try list.save(to: radio.listPath)
      #expect(try radio.post("/api/stations/%6Frder", #"{"name":"Ordered"}"#).status == 200)
      #expect(try StationList.load(path: radio.listPath).stations[0].name == "Ordered")
    }
  }

  @Test("the list has a tag, and a client that names it gets the list only when it has changed")
  func tag() async throws {
    try await TestRadio.with { radio in
      func tag(_ answer: Answer) throws -> String {
        String(try #require(answer.head.firstMatch(of: /etag: (\S+)/)?.1))
      }
      let first = try radio.ask("GET", "/api/stations")
      let known = try radio.ask("GET", "/api/stations", headers: ["If-None-Match: \(try tag(first))"])
      #expect(known.status == 304 && known.body.isEmpty)
      #expect(try radio.post("/api/stations/first", #"{"favourite":true}"#).status == 200)
      let changed = try radio.ask("GET", "/api/stations", headers: ["If-None-Match: \(try tag(first))"])
      #expect(try changed.status == 200 && tag(changed) != tag(first))
      let headers = ["Host: localhost", "If-None-Match: \(try tag(changed))"]
      let others = try radio.askOverTCP("GET", "/api/stations", headers)
      #expect(others.status == 200, "without the path of the file it is another content")
    }
  }

  @Test("every change of the list is an event with its version")
  func events() async throws {
    try await TestRadio.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/events"))
      _ = client.receive(until: "event: status")
      let answer = try radio.post("/api/stations/first", #"{"favourite":true}"#)
      let version = try #require(try answer.json["version"]?.integer())
      let text = client.receive(until: #"{"version":\#(version)}"#)
      #expect(text.contains("event: stations\ndata: {\"version\":\(version)}"), "\(text)")
    }
  }

  @Test("a list of 5,000 stations is answered from a body that is made once, and takes no more")
  func many() async throws {
    try await TestRadio.with { radio in
      var list = try StationList.load(path: radio.listPath)
      for number in list.stations.count..<StationList.maximumStations {
        list.stations.append(Station(id: "s\(number)", name: "S \(number)", url: "http://s\(number).example/"))
      }
      try list.save(to: radio.listPath)
      _ = try await radio.library.reload(from: StationFileOrigin(path: radio.listPath))
      #expect(try radio.get("/api/stations")["stations"]?.elements?.count == StationList.maximumStations)
      let full = try radio.post("/api/stations", #"{"station":{"name":"A","url":"http://a/"}}"#)
      #expect(full.status == 409 && full.body.contains("full"))
    }
  }
}
