import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

@Suite("The log and the stations played last over HTTP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct LogRouteTests {
  @Test("the log gives the records after a number, at most as many as wanted, and the counters")
  func log() async throws {
    try await TestRadio.with { radio in
      radio.log.add(.warning, category: "Downloader", "lost", details: [.init("url", "http://x/")], at: 1.5)
      for number in 2...1500 { radio.log.add(.debug, category: "Radio", "line \(number)", at: Double(number)) }
      radio.log.add(.error, category: "Player", "gone", at: 1501)
      let all = try radio.get("/api/log")
      #expect(all["records"]?.elements?.count == 1000)
      #expect(all["warnings"]?.integer() == 1 && all["errors"]?.integer() == 1)
      #expect(all["started"]?.text?.isEmpty == false)
      let new = try radio.get("/api/log?after=1500")["records"]?.elements ?? []
      #expect(new.count == 1 && new.first?["number"]?.integer() == 1501)
      #expect(new.first?["level"]?.text == "error" && new.first?["category"]?.text == "Player")
      let last = try radio.get("/api/log?after=3&limit=2")["records"]?.elements ?? []
      #expect(last.map { $0["number"]?.integer() } == [1500, 1501])
      #expect(try radio.get("/api/log?after=1501")["records"]?.elements?.isEmpty == true)
      for query in ["after=-1", "after=x", "limit=0", "limit=1001", "level=info"] {
        #expect(try radio.ask("GET", "/api/log?\(query)").status == 400)
      }
    }
  }

  @Test("over TCP the log needs the token, and the listeners' token does not open it")
  func access() async throws {
    let (token, listenToken) = ("a-token-of-32-characters-0123456", "a-token-of-listeners-0123456789")
    try await TestRadio.with {
      $0.token = token
      $0.listenToken = listenToken
    } _: { radio in
      for target in ["/api/log", "/api/recent"] {
        for (header, status) in [
          ("Accept: */*", 401), ("Authorization: Bearer \(listenToken)", 403), ("Authorization: Bearer \(token)", 200),
        ] {
          let answer = try radio.askOverTCP("GET", target, ["Host: localhost", header])
          #expect(answer.status == status)
        }
      }
    }
  }

  @Test("the stations played last come without passwords, the latest first")
  func recent() async throws {
    try await TestRadio.with { radio in
      radio.recent.add(Station(id: "a", name: "A", url: "http://user:secret@a.example/"))
      radio.recent.add(Station(id: "b", name: "B", url: "http://b.example/", directoryID: nil))
      let answer = try radio.ask("GET", "/api/recent")
      #expect(try answer.json["stations"]?.elements?.map { $0["id"]?.text } == ["b", "a"])
      #expect(!answer.body.contains("secret"))
    }
  }

  @Test("only a client at the Unix socket learns the path of the station list")
  func path() async throws {
    try await TestRadio.with { radio in
      #expect(try radio.get("/api/stations")["path"]?.text == radio.listPath)
      let answer = try radio.askOverTCP("GET", "/api/stations", ["Host: localhost"])
      #expect(answer.status == 200 && !answer.body.contains(radio.listPath))
    }
  }
}
