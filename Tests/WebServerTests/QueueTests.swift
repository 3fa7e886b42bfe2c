import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

@Suite("The queue over HTTP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct QueueTests {
  /// The text of `member` in each entry of a queue.
  private static func texts(_ queue: JSONValue, _ member: String) -> [String?] {
    (queue["entries"]?.elements ?? []).map { $0[member]?.text }
  }

  @Test("the queue is edited: add by words and address, remove by position, clear, and reset to the station list")
  func editing() async throws {
    try await TestRadio.with { radio in
      let address = "http://user:secret@127.0.0.1:1/own"
      var queue = try radio.post("/api/queue/add", "{\"station\":\"unique\"}").json
      #expect(Self.texts(queue, "id") == ["first", "second", "third", "third"])
      queue = try radio.post("/api/queue/add", "{\"station\":\"\(address)\"}").json
      #expect(
        Self.texts(queue, "id").last == .some(nil) && Self.texts(queue, "address").last == "http://127.0.0.1:1/own")
      let listed = radio.tuner.snapshot.stations[0].url
      queue = try radio.post("/api/queue/add", "{\"station\":\"\(listed)\"}").json
      #expect(Self.texts(queue, "id").last == "first", "an address of the list is the station")
      #expect(queue["isStationList"]?.flag == false && queue["version"]?.integer() == 4)
      #expect(queue["entries"]?.elements?.map { $0["position"]?.integer() } == Array(1...6))
      queue = try radio.post("/api/queue/remove", "{\"position\":2}").json
      #expect(Self.texts(queue, "id") == ["first", "third", "third", nil, "first"])
      let entry = try #require(queue["entries"]?.elements?[1]["entry"]?.integer(Int.self))
      #expect(try radio.post("/api/play", "{\"entry\":\(entry)}").json["station"]?.text == "third")
      queue = try radio.get("/api/queue")
      #expect(queue["entries"]?.elements?.map { $0["isCurrent"]?.flag } == [false, true, false, false, false])
      queue = try radio.post("/api/queue/clear").json
      #expect(queue["entries"]?.elements?.isEmpty == true && queue["isStationList"]?.flag == false)
      #expect(try radio.get("/api/status")["state"]?.text == "stopped", "what was tuned in has gone with it")
      queue = try radio.post("/api/queue/reset", "{}").json
      #expect(Self.texts(queue, "id") == ["first", "second", "third"] && queue["isStationList"]?.flag == true)
    }
  }

  @Test("an entry is removed by its number, and a position only while the queue is the one that the client has seen")
  func removal() async throws {
    try await TestRadio.with { radio in
      let added = try radio.post("/api/queue/add", #"{"station":"first"}"#).json
      let entries = try #require(added["entries"]?.elements)
      #expect(added["added"]?.integer() == entries.last?["entry"]?.integer(Int.self))
      let version = try #require(added["version"]?.integer(Int.self))
      let second = try #require(entries[1]["entry"]?.integer(Int.self))
      // Two clients that saw the same queue remove the same entry.
      let removal = "{\"entry\":\(second)}"
      let queue = try radio.post("/api/queue/remove", removal).json
      #expect(Self.texts(queue, "id") == ["first", "third", "first"])
      #expect(try radio.post("/api/queue/remove", removal).status == 404)
      let late = try radio.post("/api/queue/remove", "{\"position\":2,\"ifVersion\":\(version)}")
      #expect(late.status == 409 && late.body.contains("changed in the meantime"), "\(late.body)")
      #expect(Self.texts(try radio.get("/api/queue"), "id") == ["first", "third", "first"])
      let now = try #require(queue["version"]?.integer(Int.self))
      #expect(try radio.post("/api/queue/remove", "{\"position\":2,\"ifVersion\":\(now)}").status == 200)
    }
  }

  @Test(
    "an invalid edit is refused and changes nothing",
    arguments: [
      ("/api/queue/add", "{}", 400), ("/api/queue/add", #"{"station":"Sec\u000e"}"#, 400),
      ("/api/queue/add", #"{"station":"nothere"}"#, 404),
      ("/api/queue/add", #"{"station":"one"}"#, 400), ("/api/queue/add", #"{"station":"http://a b/"}"#, 400),
      ("/api/queue/add", #"{"station":"first","position":1}"#, 400), ("/api/queue/remove", "{}", 400),
      ("/api/queue/remove", #"{"position":0}"#, 400), ("/api/queue/remove", #"{"position":4}"#, 404),
      ("/api/queue/remove", #"{"position":"1"}"#, 400),
      ("/api/queue/remove", #"{"position":1,"entry":1}"#, 400), ("/api/queue/remove", #"{"entry":999}"#, 404),
      ("/api/queue/clear", #"{"all":true}"#, 400),
      ("/api/queue/reset", "[]", 400),
    ])
  func refusals(_ target: String, _ body: String, _ status: Int) async throws {
    try await TestRadio.with { radio in
      let answer = try radio.post(target, body)
      #expect(answer.status == status, "\(answer.body)")
      #expect(try answer.json["error"]?.text?.isEmpty == false)
      #expect(radio.tuner.snapshot.queue.version == 1)
    }
  }

  @Test("an answer has at most 1000 entries, and a full queue refuses more")
  func bounds() async throws {
    try await TestRadio.with { radio in
      let sources = (0..<(StationQueue.maximumEntries - 3)).map { Source.url("http://127.0.0.1:1/\($0)") }
      _ = try radio.tuner.edit(.insert(sources, at: nil))
      #expect(try radio.get("/api/queue")["entries"]?.elements?.count == 1000)
      let full = try radio.post("/api/queue/add", #"{"station":"first"}"#)
      #expect(full.status == 409 && full.body.contains("the queue is full"))
    }
  }
}
