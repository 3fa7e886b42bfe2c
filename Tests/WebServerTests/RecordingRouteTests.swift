import Glibc
import JSON
import Radio
import RadioModel
import TestSupport
import Testing
import WebServer

@Suite("Keeping and recording over HTTP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RecordingRouteTests {
  @Test("a request for what to keep or record reaches the radio, and is answered with the recording")
  func requests() async throws {
    let fake = FakeRecordings()
    try await TestRadio.with(recordings: fake) { radio in
      for (target, body, request, id, kind) in [
        ("/api/keep", "{}", "keep -", 1, "keep"), ("/api/keep", #"{"title":17}"#, "keep 17", 1, "keep"),
        ("/api/recordings", "{}", "record false false -", 2, "record"),
        (
          "/api/recordings", #"{"split":true,"songsOnly":true,"duration":7200}"#, "record true true 7200.0", 2, "record"
        ),
        ("/api/recordings/9/stop", "{}", "stop 9", 9, "record"),
      ] {
        let answer = try radio.post(target, body)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(fake.requests.last == request)
        let json = try answer.json
        #expect(json["id"]?.integer() == id && json["kind"]?.text == kind && json["state"]?.text == "waiting")
        #expect(json["station"]?.text == "FIP" && json["complete"]?.flag == false && json["begin"] == nil)
      }
    }
  }

  @Test("a station or an address to record is found by the rules of what to play, and what else is named is refused")
  func targets() async throws {
    let fake = FakeRecordings()
    try await TestRadio.with(recordings: fake) { radio in
      for (body, request) in [
        (#"{"station":"second"}"#, "record false false - station second"),
        (#"{"station":"sec","split":true,"duration":60}"#, "record true false 60.0 station second"),
        (#"{"url":"http://radio.example:8000/live"}"#, "record false false - url http://radio.example:8000/live"),
        (#"{"url":"HTTPS://u:p@radio.example/x"}"#, "record false false - url https://u:p@radio.example/x"),
      ] {
        let answer = try radio.post("/api/recordings", body)
        #expect(answer.status == 200 && fake.requests.last == request, "\(answer.body)")
      }
      let count = fake.requests.count
      for (body, status, says) in [
        (#"{"station":"second","url":"http://radio.example/"}"#, 400, "only one of"),
        (#"{"station":"nowhere"}"#, 404, "no station is called 'nowhere'"), (#"{"station":""}"#, 400, "\"station\""),
        (#"{"station":"a\u0007"}"#, 400, "control characters"), (#"{"station":["second"]}"#, 400, "\"station\""),
        (#"{"station":"\#(String(repeating: "x", count: 257))"}"#, 400, "\"station\""),
        (#"{"url":"file:///etc/passwd"}"#, 400, "not an http or https address"),
        (#"{"url":"/etc/passwd"}"#, 400, "\"url\""), (#"{"url":"-"}"#, 400, "\"url\""),
        (#"{"url":"ftp://radio.example/"}"#, 400, "\"url\""), (#"{"url":""}"#, 400, "\"url\""),
        (#"{"url":"http://radio.example/\#(String(repeating: "x", count: 8192))"}"#, 400, "\"url\""),
        (#"{"station":"second","file":"/tmp/x"}"#, 400, "file"),
      ] {
        let answer = try radio.post("/api/recordings", body)
        let reason = try answer.json["error"]?.text
        #expect(answer.status == status && reason?.contains(says) == true, "\(body.prefix(80)): \(answer.body)")
        // What play refuses with this body is refused here with the same words.
        if body.hasPrefix("{\"url\"") {
          let played = try radio.post("/api/play", body).json["error"]?.text
          #expect(played == reason, "\(body.prefix(80))")
        }
      }
      #expect(fake.requests.count == count)
    }
    try await TestRadio.with { radio in
      let answer = try radio.post("/api/recordings", #"{"station":"nowhere"}"#)
      #expect(answer.status == 503, "\(answer.body)")
    }
  }

  @Test("the list has the recordings as the radio has them")
  func list() async throws {
    var recording = RecordingStatus(id: 7, kind: .record, title: "A - B", station: "FIP")
    (recording.state, recording.files, recording.bytes) = (.done, ["FIP/A - B.mp3"], 4_000_000)
    let fake = FakeRecordings { $0.recordings = [recording, RecordingStatus(id: 6, kind: .keep, station: "FIP")] }
    try await TestRadio.with(recordings: fake) { radio in
      let listed = try #require(try radio.get("/api/recordings")["recordings"]?.elements)
      #expect(listed.compactMap { RecordingStatus(json: $0) } == fake.recordings)
      #expect(try radio.ask("HEAD", "/api/recordings").status == 200)
    }
  }

  @Test(
    "a request that the radio refuses has the status of its reason, and the sentence",
    arguments: [
      (ServiceError(.notFound, "the title is no longer kept"), 404),
      (ServiceError(.conflict, "there are 4 recordings already; stop one first"), 409),
      (ServiceError(.unavailable, "cannot create /music: permission denied"), 503),
    ])
  func refused(_ fault: ServiceError, _ status: Int) async throws {
    try await TestRadio.with(recordings: FakeRecordings { $0.fault = fault }) { radio in
      for target in ["/api/keep", "/api/recordings", "/api/recordings/1/stop"] {
        let answer = try radio.post(target, "{}")
        #expect(try answer.status == status && answer.json["error"]?.text == fault.description, "\(target)")
      }
    }
  }

  @Test("what no request may say is refused before the radio is asked: a folder, a file, a wrong number")
  func wrong() async throws {
    let fake = FakeRecordings()
    try await TestRadio.with(recordings: fake) { radio in
      for (target, body, status) in [
        ("/api/keep", #"{"title":-1}"#, 400), ("/api/keep", #"{"title":"x"}"#, 400),
        ("/api/keep", #"{"file":"/etc/passwd"}"#, 400), ("/api/keep", "[]", 400),
        ("/api/recordings", #"{"songsOnly":true}"#, 400), ("/api/recordings", #"{"duration":0.5}"#, 400),
        ("/api/recordings", #"{"to":"/tmp"}"#, 400), ("/api/recordings", #"{"names":"{title}"}"#, 400),
        ("/api/recordings/x/stop", "{}", 404), ("/api/recordings/1.5/stop", "{}", 404),
        ("/api/recordings/99999999999999999999/stop", "{}", 404), ("/api/recordings/1/stop", #"{"x":1}"#, 400),
      ] {
        let answer = try radio.post(target, body)
        #expect(try answer.status == status && answer.json["error"]?.text?.isEmpty == false, "\(target) \(body)")
      }
      #expect(fake.requests.isEmpty)
    }
  }

  @Test("a radio without recordings has an empty list, and says that it records nothing")
  func none() async throws {
    try await TestRadio.with { radio in
      #expect(try radio.get("/api/recordings")["recordings"]?.elements?.isEmpty == true)
      for target in ["/api/keep", "/api/recordings", "/api/recordings/1/stop"] {
        let answer = try radio.post(target, "{}")
        #expect(try answer.status == 503 && answer.json["error"]?.text == "this radio records nothing")
      }
      #expect(try radio.ask("GET", "/api/recordings/1/files/0").status == 503)
    }
  }

  @Test("the status and the metrics count the recordings, and the failed ones")
  func counts() async throws {
    try await TestRadio.with(recordings: FakeRecordings { $0.failureCount = 3 }) { radio in
      #expect(try radio.get("/api/status")["recordings"]?.integer() == 0)
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/events"))
      _ = client.receive(until: "version")
      radio.tuner.show(recordings: 2)
      #expect(client.receive(until: #""recordings":2"#).contains("event: status"))
      #expect(try radio.get("/api/status")["recordings"]?.integer() == 2)
      radio.play()
      #expect(radio.tuner.status.recordings == 2, "also of another station")
      let metrics = try radio.ask("GET", "/metrics").body
      #expect(metrics.contains("\nspringradio_recordings 2\n"))
      #expect(metrics.contains("\n# TYPE springradio_recording_errors_total counter\n"))
      #expect(metrics.contains("\nspringradio_recording_errors_total 3\n"))
    }
  }

  // MARK: - Files

  @Test("a file is sent whole, with its length, its type and its name, and HEAD gives the same head")
  func file() async throws {
    let folder = try Scratch()
    var random = SeededRandom(seed: 34)
    let bytes = (0..<1_000_003).map { _ in UInt8.random(in: 0...255, using: &random) }
    let name = #"Ünï "quoted" 100%.mp3"#
    let files: [(path: String, name: String)] = [
      (try folder.write(bytes, as: "song"), name), (try folder.write([], as: "empty"), "empty.flac"),
    ]
    try await TestRadio.with(recordings: FakeRecordings { $0.files = files }) { radio in
      let target = "http://localhost/api/recordings/1/files/0"
      let got = folder.path("got")
      let result = try radio.curl("-D", "-", "-o", got, target)
      #expect(result.exitCode == 0 && result.text.hasPrefix("HTTP/1.1 200 OK"))
      #expect(try ProcessRunner.run("cmp", [got, folder.path("song")]).exitCode == 0)
      let head = try radio.ask("HEAD", "/api/recordings/1/files/0")
      for line in [
        "content-length: 1000003", "content-type: audio/mpeg", "x-content-type-options: nosniff",
        #"content-disposition: attachment; filename="_n_ _quoted_ 100_.mp3"; "#
          + "filename*=utf-8''%c3%9cn%c3%af%20%22quoted%22%20100%25.mp3",
      ] {
        #expect(result.text.lowercased().contains("\r\n\(line)\r\n"), "\(result.text)")
        #expect(head.status == 200 && (head.head + "\r\n").contains("\r\n\(line)\r\n"), "\(head.head)")
      }
      #expect(head.body.isEmpty)
      let empty = try radio.ask("GET", "/api/recordings/1/files/1")
      #expect(empty.status == 200 && empty.body.isEmpty && empty.head.contains("content-length: 0"))
      // The connection goes on after a file.
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/recordings/1/files/1") + TestRadio.request("GET", "/nothing"))
      #expect(client.receive().hasSuffix(#"{"error":"not found"}"#))
    }
  }

  @Test("a browser saves the file under the name that it was saved under")
  func names() {
    for (name, simple, exact) in [
      ("A - B.mp3", "A - B.mp3", "A%20-%20B.mp3"), ("a;b'c(d)*.ogg", "a;b'c(d)*.ogg", "a%3Bb%27c%28d%29%2A.ogg"),
      ("a\r\nX: y", "a__X: y", "a%0D%0AX%3A%20y"), ("a\\\"b", "a__b", "a%5C%22b"), ("東京", "__", "%E6%9D%B1%E4%BA%AC"),
    ] {
      #expect(SentFile.disposition(of: name) == "attachment; filename=\"\(simple)\"; filename*=UTF-8''\(exact)")
    }
    for (name, type) in [
      ("a.mp3", "audio/mpeg"), ("a.mp2", "audio/mpeg"), ("a.aac", "audio/aac"), ("a.opus", "audio/ogg"),
      ("a.wav", "audio/wav"), ("a.cue", "application/octet-stream"), ("mp3.html", "application/octet-stream"),
    ] {
      #expect(SentFile.mediaType(of: name) == type)
    }
  }

  @Test("a file that is gone, is a link or a folder, and one that never was, are 404 with a sentence")
  func gone() async throws {
    let folder = try Scratch()
    _ = symlink("/etc/passwd", folder.path("link"))
    mkdir(folder.path("folder"), 0o700)
    let files: [(path: String, name: String)] = ["nothing", "link", "folder"].map { (folder.path($0), $0) }
    try await TestRadio.with(recordings: FakeRecordings { $0.files = files }) { radio in
      for (index, (_, name)) in files.enumerated() {
        let answer = try radio.ask("GET", "/api/recordings/1/files/\(index)")
        let reason = try answer.json["error"]?.text
        #expect(answer.status == 404 && reason == "the file \"\(name)\" was moved or removed", "\(answer.body)")
        #expect(try radio.ask("HEAD", "/api/recordings/1/files/\(index)").status == 404)
      }
      for target in ["1/files/3", "2/files/0", "x/files/0"] {
        let answer = try radio.ask("GET", "/api/recordings/\(target)")
        #expect(try answer.status == 404 && answer.json["error"]?.text?.contains("recording") == true, "\(target)")
      }
    }
  }

  @Test("a file that becomes shorter while it is sent ends the connection, and no client takes it for whole")
  func shorter() async throws {
    let folder = try Scratch()
    let bytes = 40_000_000
    let path = try folder.write([UInt8](repeating: 7, count: bytes), as: "song")
    try await TestRadio.with(recordings: FakeRecordings { $0.files = [(path, "song.mp3")] }) { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/recordings/1/files/0"))
      // The rest waits in the file until the client takes what was sent.
      _ = client.receive(until: "\r\n\r\n")
      #expect(truncate(path, 4_000_000) == 0)
      let rest = client.receive()
      #expect(rest.utf8.count < bytes)
      #expect(try radio.isAnswering())
    }
  }

  @Test("more files than may be sent at a time are refused, and the places are free again when clients leave")
  func downloads() async throws {
    let folder = try Scratch()
    let path = try folder.write([UInt8](repeating: 7, count: 8_000_000), as: "song")
    try await TestRadio.with(recordings: FakeRecordings { $0.files = [(path, "song.mp3")] }) { radio in
      var clients = try (0..<4).map { _ in try RawClient(path: radio.socketPath) }
      for client in clients {
        client.send(TestRadio.request("GET", "/api/recordings/1/files/0"))
        _ = client.receive(until: "\r\n\r\n")
      }
      let refused = try radio.ask("GET", "/api/recordings/1/files/0")
      #expect(try refused.status == 503 && refused.json["error"]?.text == "4 files are being sent already")
      #expect(try radio.ask("HEAD", "/api/recordings/1/files/0").status == 200)
      clients = []
      #expect(ProcessRunner.eventually { (try? radio.ask("GET", "/api/recordings/1/files/0").status) == 200 })
    }
  }

  @Test("the owner's token opens a file, and no other does")
  func tokens() async throws {
    let folder = try Scratch()
    let path = try folder.write(Array("sound".utf8), as: "song")
    let (token, listenToken) = ("owner-owner-owner", "listener-listener")
    try await TestRadio.with(
      {
        ($0.token, $0.listenToken) = (token, listenToken)
      }, recordings: FakeRecordings { $0.files = [(path, "song.mp3")] }
    ) { radio in
      for (bearer, status) in [(token, 200), (listenToken, 403), ("nothing-nothing-", 401)] {
        let headers = ["Host: localhost", "Authorization: Bearer \(bearer)"]
        for method in ["GET", "HEAD"] {
          let answer = try radio.askOverTCP(method, "/api/recordings/1/files/0", headers)
          #expect(answer.status == status && (answer.body == "sound") == (status == 200 && method == "GET"))
        }
        #expect(try radio.askOverTCP("GET", "/api/recordings", headers).status == status)
      }
    }
  }
}
