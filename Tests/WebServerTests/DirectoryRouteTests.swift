import AudioCore
import Directory
import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

@Suite("The endpoints of the directory")
struct DirectoryRouteTests {
  private static let entries: [DirectoryServer.Entry] = [
    .init(1, "Jazz Radio", url: "http://user:secret@jazz.example/1", tags: ["jazz"], clicks: 5),
    .init(2, "TSF Jazz", url: "http://jazz.example/2", tags: ["jazz"], country: "DE", codec: "AAC", clicks: 9),
  ]

  private func post(_ radio: TestRadio, _ path: String, _ body: String, status: Int = 200) throws -> JSONValue {
    let answer = try radio.post(path, body)
    #expect(answer.status == status, "\(answer.body)")
    return try answer.json
  }

  @Test("a search finds stations without credentials, says which are listed, and is asked of the directory once a day")
  func search() async throws {
    let server = try DirectoryServer(Self.entries)
    try await TestRadio.with(directory: server.url) { radio in
      let first = try post(radio, "/api/directory/search", #"{"words":"jazz","country":null,"limit":10}"#)
      let stations = try #require(first["stations"]?.elements)
      #expect(stations.map { $0["name"]?.text } == ["TSF Jazz", "Jazz Radio"])
      #expect(stations[1]["url"]?.text == "http://jazz.example/1" && stations[0]["codec"]?.text == "AAC")
      #expect(stations[0]["kilobits"]?.integer() == 128 && stations[0]["votes"]?.integer() == 7)
      let id = DirectoryServer.Entry.id(2)
      #expect(stations[0]["picture"]?.text?.hasPrefix("/api/directory/stations/\(id)/picture?v=") == true)
      #expect(first["isCached"]?.flag == false && stations.allSatisfy { $0["listedAs"] == nil })
      let time = try #require(first["searchedAt"]?.text)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d/) != nil, "\(time)")
      let added = try post(radio, "/api/stations", #"{"directoryId":"\#(id.uppercased())"}"#)
      #expect(added["station"]?["id"]?.text == "tsf-jazz" && added["station"]?["directoryId"]?.text == id)
      let second = try post(radio, "/api/directory/search", #"{"words":"jazz","limit":10}"#)
      #expect(second["isCached"]?.flag == true && second["stations"]?.elements?.first?["listedAs"]?.text == "tsf-jazz")
      #expect(server.searches.count == 1 && radio.searches.last == nil, "not the last search of the commands")
      _ = try post(radio, "/api/stations", #"{"directoryId":"\#(id)"}"#, status: 409)
      let more = #"{"tag":"jazz","language":"french","country":"de","words":""}"#
      #expect(try post(radio, "/api/directory/search", more)["stations"]?.elements?.count == 1)
      #expect(server.searches.last?["language"] == "french" && server.searches.last?["limit"] == "50")
    }
  }

  @Test("words are what a person types, and the answer says where they were found and what was searched")
  func words() async throws {
    let server = try DirectoryServer(Self.entries + [.init(3, "Bar", tags: ["lounge"], country: "FR")])
    try await TestRadio.with(directory: server.url) { radio in
      let rows: [(body: String, count: Int, place: String?, report: String)] = [
        (#"{"words":"jazz"}"#, 2, "name", "2 stations have ‘jazz’ in their names"),
        (#"{"words":"lounge"}"#, 1, "tag", "no station has ‘lounge’ in its name; 1 with the tag lounge"),
        (#"{"words":"polka"}"#, 0, "tag", "no station has ‘polka’ in its name or the tag polka"),
        (##"{"words":"#lounge @fr"}"##, 1, nil, "1 station (France) with the tag lounge"),
        (#"{"words":"@fr","tag":"lounge"}"#, 1, nil, "1 station (France) with the tag lounge"),
        (#"{"words":"@fr","country":"de"}"#, 1, nil, "1 station (Germany)"),
        (#"{"words":"codec:aac"}"#, 1, nil, "1 station (AAC)"), ("{}", 3, nil, "the 3 most played stations"),
        (#"{"limit":1}"#, 1, nil, "the most played station"),
        (##"{"words":"C #"}"##, 0, "tag", "no station has ‘C #’ in its name or the tags C and #"),
        (#"{"words":"@work fm"}"#, 0, "tag", "no station has ‘@work fm’ in its name or the tags @work and fm"),
        (#"{"country":"uk"}"#, 0, nil, "no station (United Kingdom)"),
      ]
      for row in rows {
        let answer = try post(radio, "/api/directory/search", row.body)
        #expect(answer["stations"]?.elements?.count == row.count, "\(row.body)")
        #expect(answer["foundIn"]?.text == row.place && answer["report"]?.text == row.report, "\(row.body): \(answer)")
      }
      for body in [#"{"words":"country:nowhere"}"#, #"{"words":"tag:"}"#, #"{"words":"codec:a codec:b"}"#] {
        let refusal = try post(radio, "/api/directory/search", body, status: 400)
        #expect(refusal["error"]?.text?.isEmpty == false)
      }
    }
  }

  @Test("a result of a search plays without being added, by the list's own entry if there is one")
  func play() async throws {
    let server = try DirectoryServer(Self.entries)
    try await TestRadio.with(directory: server.url) { radio in
      _ = try post(radio, "/api/directory/search", "{}")
      let id = DirectoryServer.Entry.id(2)
      #expect(try post(radio, "/api/play", #"{"directoryId":"\#(id)"}"#)["name"]?.text == "TSF Jazz")
      let station = try #require(radio.tuner.snapshot.source?.station)
      #expect(station.id == "directory-\(id)" && station.directoryID == id && station.image != nil)
      #expect(Station.idFault(station.id) == nil)
      #expect(try radio.get("/api/stations")["stations"]?.elements?.count == 3)
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/events"))
      _ = client.receive(until: "event: status")
      let before = radio.tuner.snapshot
      _ = try post(radio, "/api/stations", #"{"directoryId":"\#(id)"}"#)
      let news = client.receive(until: #""station":"tsf-jazz","name""#)
      #expect(news.contains("event: status"), "what is heard is listed now")
      let after = radio.tuner.snapshot
      #expect(after.source?.station?.id == "tsf-jazz" && after.counts.connections == before.counts.connections)
      #expect(after.queue.entries.map(\.source.station?.id) == ["first", "second", "third", "tsf-jazz"])
      #expect(after.entryID == after.queue.entries.last?.id)
      _ = try post(radio, "/api/play", #"{"directoryId":"\#(id)"}"#)
      #expect(radio.tuner.snapshot.source?.station?.id == "tsf-jazz")
      for path in ["/api/play", "/api/stations", "/api/directory/check"] {
        _ = try post(radio, path, #"{"directoryId":"\#(DirectoryServer.Entry.id(77))"}"#, status: 404)
      }
    }
  }

  @Test("without an answer of the directory an old one comes with the reason, else 503; turned off, 403 says by what")
  func faults() async throws {
    let server = try DirectoryServer(Self.entries)
    try await TestRadio.with(directory: server.url) { radio in
      _ = try post(radio, "/api/directory/search", #"{"words":"tsf"}"#)
      server.stop()
      let failure = try post(radio, "/api/directory/search", #"{"words":"other"}"#, status: 503)
      #expect(failure["error"]?.text?.contains("directory gives no answer") == true)
      #expect(try post(radio, "/api/directory/search", #"{"words":"tsf"}"#)["isCached"]?.flag == true)
      for body in [#"{"limit":0}"#, #"{"limit":101}"#, #"{"words":7}"#, #"{"name":"x"}"#, "[]"] {
        _ = try post(radio, "/api/directory/search", body, status: 400)
      }
    }
    try await TestRadio.with { radio in
      let failure = try post(radio, "/api/directory/search", "{}", status: 403)
      #expect(failure["error"]?.text?.contains("'directory'") == true)
    }
  }

  @Test("a check says whether an address plays, with its codec, or why not")
  func check() async throws {
    let html = try ScriptedServer { $0.answer(headers: ["Content-Type: text/html"], body: Array("<html>".utf8)) }
    try await TestRadio.with { radio in
      let url = try #require(try radio.get("/api/stations")["stations"]?.elements?.first?["url"]?.text)
      let good = try post(radio, "/api/directory/check", #"{"url":"\#(url)"}"#)
      #expect(good["plays"]?.flag == true && good["codec"]?.text == "mp3" && good["sampleRate"]?.integer() ?? 0 > 0)
      for bad in ["http://127.0.0.1:\(try ScriptedServer.freePort())/", html.url("/", credentials: "me:secret")] {
        let answer = try post(radio, "/api/directory/check", #"{"url":"\#(bad)"}"#)
        #expect(answer["plays"]?.flag == false && answer["reason"]?.text?.isEmpty == false)
        #expect(answer["reason"]?.text?.contains("secret") == false)
      }
      for body in ["{}", #"{"url":"file:///etc/passwd"}"#, #"{"url":"http://a/","directoryId":"x"}"#] {
        _ = try post(radio, "/api/directory/check", body, status: 400)
      }
    }
  }

  @Test("two checks run at once; a client that leaves ends its check, on the Unix socket and over TCP")
  func leaving() async throws {
    let silent = try ScriptedServer { $0.waitForEnd() }
    let body = #"{"url":"\#(silent.url)"}"#
    try await TestRadio.with { radio in
      let headers = ["Content-Type: application/json"]
      let request = TestRadio.request("POST", "/api/directory/check", headers: headers, body: body)
      var clients = [try RawClient(path: radio.socketPath), try RawClient(port: radio.port)]
      for client in clients { client.send(request) }
      #expect(ProcessRunner.eventually { silent.openCallCount == 2 })
      let third = try radio.post("/api/directory/check", body)
      #expect(third.status == 503 && third.head.contains("retry-after"))
      clients.removeLast()
      #expect(ProcessRunner.eventually { silent.openCallCount == 1 })
      clients[0].finish()
      #expect(ProcessRunner.eventually { silent.openCallCount == 0 })
      // The connection ends a moment before its check, so the daemon may refuse one more for that moment.
      let last = #"{"url":"http://127.0.0.1:1/"}"#
      #expect(ProcessRunner.eventually { (try? radio.post("/api/directory/check", last).status) == 200 })
      #expect(try post(radio, "/api/directory/check", last)["plays"]?.flag == false)
    }
  }

  @Test("a check that takes too long says so")
  func slow() async throws {
    let silent = try ScriptedServer { $0.waitForEnd() }
    try await TestRadio.with { radio in
      let answer = try post(radio, "/api/directory/check", #"{"url":"\#(silent.url)"}"#)
      #expect(answer["plays"]?.flag == false && answer["reason"]?.text == "no sound within 3 s")
      #expect(ProcessRunner.eventually { silent.openCallCount == 0 })
    }
  }

  @Test("the newest search of a session replaces the one before, and no other session's")
  func replaced() async throws {
    let silent = try ScriptedServer { $0.waitForEnd() }
    try await TestRadio.with({ $0.token = "open-sesame-open" }, directory: silent.url) { radio in
      func search(_ words: String, _ session: String) throws -> RawClient {
        let client = try RawClient(port: radio.port)
        client.send(
          TestRadio.request(
            "POST", "/api/directory/search",
            headers: [
              "Content-Type: application/json", "Connection: close", "Cookie: \(session)", "Origin: http://localhost",
            ], body: #"{"words":"\#(words)"}"#))
        return client
      }
      func begin() throws -> String {
        let answer = try radio.askOverTCP(
          "POST", "/api/session", ["Host: localhost", "Origin: http://localhost"],
          body: #"{"token":"open-sesame-open"}"#)
        let cookie = try #require(answer.head.firstRange(of: "set-cookie: "))
        return String(answer.head[cookie.upperBound...].prefix { $0 != ";" })
      }
      let sessions = [try begin(), try begin()]
      let first = try search("a", sessions[0])
      let other = try search("b", sessions[1])
      #expect(ProcessRunner.eventually { silent.openCallCount == 2 })
      let second = try search("c", sessions[0])
      #expect(try Answer(first.receive()).status == 409)
      #expect(ProcessRunner.eventually { silent.callCount == 3 && silent.openCallCount == 2 })
      withExtendedLifetime((other, second)) {}
    }
  }
}
