import JSON
import Radio
import RadioModel
import TestSupport
import Testing
import WebServer

@Suite("Moving in the sound that is kept, over HTTP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct SeekRouteTests {
  @Test("where no sound is kept, a move is refused with a sentence, and the answer about that sound has no places")
  func nothingKept() async throws {
    try await TestRadio.with { radio in
      for isPlaying in [false, true] {
        if isPlaying { radio.play() }
        for body in [#"{"by":-10}"#, #"{"to":0}"#, #"{"title":-1}"#, #"{"live":true}"#] {
          let answer = try radio.post("/api/seek", body)
          #expect(answer.status == 409)
          let reason = try answer.json["error"]?.text
          #expect(reason == "there is no sound to move in: nothing plays, or none is kept", "\(answer.body)")
        }
        let kept = try radio.get("/api/timeshift")
        #expect(kept.members?.map(\.key) == ["bytes", "titles"] && kept["titles"]?.elements?.isEmpty == true)
        let metrics = try radio.ask("GET", "/metrics").body
        for name in ["behind_live_seconds", "timeshift_seconds", "timeshift_bytes"] {
          #expect(metrics.contains("\nspringradio_\(name) 0\n"), "\(name)")
        }
        #expect(try radio.get("/api/status")["seekableStart"] == nil)
      }
    }
  }

  @Test(
    "a move that is not clear is refused before anything else, with a sentence",
    arguments: [
      ("{}", "exactly one of"), (#"{"by":1,"live":true}"#, "exactly one of"), (#"{"by":-21601}"#, "-21600 to 21600"),
      (#"{"to":-1}"#, "\"to\""), (#"{"title":0}"#, "-1 or 1"), (#"{"title":2}"#, "\"title\""),
      (#"{"live":false}"#, "only be true"), (#"{"by":1,"x":1}"#, "\"x\""), ("[]", ""),
    ])
  func wrong(_ body: String, _ words: String) async throws {
    try await TestRadio.with { radio in
      let answer = try radio.post("/api/seek", body)
      #expect(answer.status == 400)
      #expect(try words.isEmpty || answer.json["error"]?.text?.contains(words) == true, "\(answer.body)")
    }
  }

  @Test("a pause holds the place, and a listener moves in the sound that is kept")
  func moving() async throws {
    try await TestRadio.with(past: .seconds(60)) { radio in
      radio.play()
      func status(_ condition: (RadioStatus) -> Bool) -> Bool {
        ProcessRunner.eventually { condition(radio.tuner.status) }
      }
      #expect(status { $0.elapsed > 3 && ($0.behindLive ?? 9) < 0.5 && $0.seekable != nil })
      #expect(try radio.post("/api/seek", #"{"by":-2}"#).status == 200)
      #expect(status { ($0.behindLive ?? 0) > 1 && $0.state == .playing })
      let kept = try radio.get("/api/timeshift")
      let places = try ["start", "position", "live", "end"].map { try #require(kept[$0]?.double) }
      #expect(places == places.sorted() && places[1] < places[2], "\(kept)")
      #expect(kept["bytes"]?.integer() ?? 0 > 0 && kept["titles"]?.elements?.first?["title"]?.text?.isEmpty == false)
      #expect(try radio.post("/api/pause").json["state"]?.text == "paused")
      let held = try radio.get("/api/status")
      #expect(held["title"] != nil && held["codec"]?.text == "mp3" && held["behindLive"] != nil)
      #expect(try radio.post("/api/seek", #"{"to":0}"#).status == 200)
      #expect(status { $0.elapsed < 0.5 && $0.state == .paused })
      let metrics = try radio.ask("GET", "/metrics").body
      #expect(!metrics.contains("\nspringradio_timeshift_bytes 0\n"))
      #expect(!metrics.contains("\nspringradio_behind_live_seconds 0\n"))
      #expect(try radio.post("/api/play", "{}").status == 200)
      #expect(status { $0.state == .playing && ($0.behindLive ?? 0) > 1 })
      #expect(try radio.post("/api/seek", #"{"live":true}"#).status == 200)
      #expect(status { $0.state == .playing && ($0.behindLive ?? 9) < 0.5 })
    }
  }

  @Test("the event of a notice is followed by a status, without the notice where that does not last")
  func noticeEvents() async throws {
    try await TestRadio.with(past: .seconds(60)) { radio in
      radio.play()
      #expect(ProcessRunner.eventually { radio.tuner.status.seekable != nil })
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /api/events HTTP/1.0\r\n\r\n")
      _ = client.receive(until: "version")
      #expect(try radio.post("/api/seek", #"{"by":60}"#).status == 200)
      var events = client.receive(until: "event: notice")
      let notice = try #require(events.firstRange(of: "event: notice"), "\(events)")
      events.removeSubrange(..<notice.upperBound)
      if !events.contains("version") { events += client.receive(until: "version") }
      #expect(events.contains("this is live") && events.contains("event: status\n"), "\(events)")
      #expect(events.contains("version") && !events.contains("\"notice\":"), "\(events)")
    }
  }

  @Test("the answer to a move that meets a limit says so, and no other answer does")
  func limits() async throws {
    try await TestRadio.with(past: .seconds(60)) { radio in
      radio.play()
      #expect(ProcessRunner.eventually { radio.tuner.status.elapsed > 2 && radio.tuner.status.seekable != nil })
      func message(_ path: String, _ body: String) throws -> String? {
        try radio.post(path, body).json["message"]?.text
      }
      for _ in 0..<2 { #expect(try message("/api/seek", #"{"by":60}"#) == "this is live") }
      let oldest = try message("/api/seek", #"{"by":-600}"#) ?? ""
      #expect(oldest.hasPrefix("0:0") && oldest.hasSuffix(" is the oldest that is kept"), "\(oldest)")
      let answers = try [
        message("/api/seek", #"{"by":1}"#), message("/api/volume", #"{"volume":40}"#),
        message("/api/seek", #"{"live":true}"#), radio.get("/api/status")["message"]?.text,
      ]
      #expect(answers == [nil, nil, nil, nil], "after \(oldest)")
    }
  }
}
