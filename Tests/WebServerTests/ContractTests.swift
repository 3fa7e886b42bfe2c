import HTTPServer
import JSON
import NIOHTTP1
import Radio
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

@Suite("The contract of the web API", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ContractTests {
  @Test("the server gives the status, the stations and the queue, without the passwords in their addresses")
  func reading() async throws {
    try await TestRadio.with { radio in
      let status = try radio.get("/api/status")
      #expect(status["state"]?.text == "stopped")
      #expect(status["volume"]?.integer() == 70)
      let stations = try radio.get("/api/stations")
      #expect(stations["stations"]?.elements?.map { $0["name"]?.text } == TestRadio.names)
      #expect(stations["stations"]?.elements?[1]["favourite"]?.flag == true)
      let queue = try radio.get("/api/queue")
      #expect(queue["isStationList"]?.flag == true && queue["version"]?.integer() == 1)
      #expect(queue["entries"]?.elements?.map { $0["id"]?.text } == ["first", "second", "third"])
      #expect(queue["entries"]?.elements?.allSatisfy { $0["isCurrent"]?.flag == false } == true)
      for target in ["/api/stations", "/api/queue"] {
        #expect(try !radio.ask("GET", target).body.contains("secret"))
      }
    }
  }

  @Test("the server plays a station, an address or an entry, and carries out the transport and volume commands")
  func playing() async throws {
    try await TestRadio.with { radio in
      #expect(try radio.post("/api/play", #"{"station":"unique"}"#).json["station"]?.text == "third")
      #expect(try radio.post("/api/play", #"{"station":"Demo"}"#).json["name"]?.text == "Demo", "it is always there")
      #expect(try radio.post("/api/play", #"{"entry":2}"#).json["station"]?.text == "second")
      #expect(try radio.post("/api/next").json["station"]?.text == "third")
      #expect(try radio.post("/api/previous", "{}").json["station"]?.text == "second")
      #expect(try radio.post("/api/pause").json["state"]?.text == "paused")
      #expect(try radio.post("/api/play", "{}").json["state"]?.text == "connecting")
      #expect(try radio.post("/api/toggle").json["state"]?.text == "paused")
      #expect(try radio.post("/api/stop").json["state"]?.text == "stopped")
      #expect(
        try radio.post("/api/play", #"{"url":"http://127.0.0.1:1/x"}"#).json["name"]?.text == "http://127.0.0.1:1/x")
      #expect(try radio.post("/api/volume", #"{"volume":30}"#).json["volume"]?.integer() == 30)
      let status = try radio.post("/api/volume", #"{"change":-5,"muted":true}"#).json
      #expect(status["volume"]?.integer() == 25 && status["muted"]?.flag == true)
      for isMuted in [false, true] {
        let status = try radio.post("/api/volume", #"{"toggleMute":true}"#).json
        #expect(status["volume"]?.integer() == 25 && status["muted"]?.flag == isMuted)
      }
      #expect(radio.tuner.snapshot.volume == 25)
    }
  }

  @Test(
    "an invalid request is refused with an error in JSON and changes nothing",
    arguments: [
      ("/api/play", #"{"station":"missing"}"#, 404), ("/api/play", #"{"station":"one"}"#, 400),
      ("/api/play", #"{"entry":99}"#, 404), ("/api/play", #"{"entry":"2"}"#, 400),
      ("/api/play", #"{"entry":1.5}"#, 400),
      ("/api/play", #"{"url":"file:///etc/passwd"}"#, 400), ("/api/play", #"{"url":"icy://host/"}"#, 400),
      ("/api/play", #"{"url":"http://a b/"}"#, 400), ("/api/play", #"{"url":"http://h/\u0007"}"#, 400),
      ("/api/play", #"{"url":""}"#, 400), ("/api/play", #"{"station":"first","entry":1}"#, 400),
      ("/api/play", #"{"file":"/etc/passwd"}"#, 400), ("/api/play", #"{"station":"first","x":1}"#, 400),
      ("/api/play", #"{"station":null}"#, 400), ("/api/play", "[]", 400), ("/api/play", #"{"station":"#, 400),
      ("/api/play", "\"first\"", 400), ("/api/play", "{\"station\":\"\u{7}\"}", 400),
      ("/api/stop", #"{"now":true}"#, 400), ("/api/volume", "{}", 400), ("/api/volume", #"{"volume":101}"#, 400),
      ("/api/volume", #"{"volume":-1}"#, 400), ("/api/volume", #"{"volume":10,"change":1}"#, 400),
      ("/api/volume", #"{"volume":1e99}"#, 400), ("/api/volume", #"{"muted":1}"#, 400),
      ("/api/volume", #"{"muted":true,"toggleMute":true}"#, 400), ("/api/volume", #"{"toggleMute":false}"#, 400),
    ])
  func refusals(_ target: String, _ body: String, _ status: Int) async throws {
    try await TestRadio.with { radio in
      let before = radio.tuner.eventNumber
      let answer = try radio.post(target, body)
      #expect(answer.status == status, "\(answer.body)")
      #expect(answer.head.contains("content-type: application/json"))
      #expect(try answer.json["error"]?.text?.isEmpty == false)
      #expect(radio.tuner.eventNumber == before)
    }
  }

  @Test(
    "the error for an unclear station name lists the stations that it may mean",
    arguments: [
      ("secnd", "no station is called 'secnd'; did you mean second?"), ("missing", "no station is called 'missing'"),
      ("one", "'one' matches 2 stations (first, second); be more specific"),
    ])
  func suggestions(_ name: String, _ words: String) async throws {
    try await TestRadio.with { radio in
      let answer = try radio.post("/api/play", "{\"station\":\"\(name)\"}").json
      #expect(answer["error"]?.text == words)
    }
  }

  @Test("requests do not wait for a tuner that does not respond, and its health check always fails")
  func deaf() async throws {
    try await TestRadio.with({ $0.limits.timeout = .milliseconds(20) }, isDeaf: true) { radio in
      var answers = try (0..<3).map { _ in try radio.ask("GET", "/healthz").status }
      #expect(answers == [503, 503, 503])
      let status = try radio.post("/api/next").json
      #expect(status["state"]?.text == "stopped")
      for _ in 0..<1030 { radio.tuner.send(.stop) }
      answers = [try radio.ask("GET", "/healthz").status]
      #expect(answers == [503], "also when no more commands may wait")
    }
  }

  @Test(
    "a request with a wrong parameter is refused",
    arguments: [
      "/api/history?limit=0", "/api/history?limit=x", "/api/history?limit=1&limit=2", "/api/history?count=1",
      "/api/spectrum?fps=61", "/api/spectrum?bands=0", "/api/spectrum?low=-1", "/api/spectrum?low=2000&high=1000",
      "/api/history?limit=%31%", "/api/history?limit=%zz", "/api/history?limit=%+1", "/api/spectrum?fftSize=1000",
      "/api/spectrum?fftSize=65536", "/api/spectrum?profile=x", "/api/spectrum?channels=all", "/api/spectrum?hop=1",
      "/api/spectrum?levels=x",
    ])
  func parameters(_ target: String) async throws {
    try await TestRadio.with { radio in
      let answer = try radio.ask("GET", target)
      #expect(answer.status == 400)
      #expect(try answer.json["error"]?.text?.isEmpty == false)
    }
  }

  @Test(
    "unknown parameters are refused, except by the page, its files, the health check and the stream",
    arguments: Endpoint.allCases)
  func unknownParameters(_ endpoint: Endpoint) async throws {
    try await TestRadio.with { radio in
      let target = endpoint.rawValue.replacing("{id}", with: "first").replacing("{n}", with: "0") + "?fbclid=1"
      let body = endpoint == .volume ? #"{"volume":7}"# : "{}"
      for method in endpoint.methods {
        let answer = try method == .POST ? radio.post(target, body) : radio.ask("HEAD", target)
        #expect((answer.status == 400) == ![.page, .health, .stream].contains(endpoint))
      }
    }
  }

  @Test("the history gives the titles that were played, newest first")
  func history() async throws {
    try await TestRadio.with { radio in
      for number in 1...5 {
        radio.history.add(title: "Song \(number)", station: "first", name: "First", at: Double(number))
      }
      let titles = try radio.get("/api/history?limit=2")["titles"]?.elements ?? []
      #expect(titles.map { $0["title"]?.text } == ["Song 5", "Song 4"])
      #expect(titles.first?["time"]?.double == 5 && titles.first?["station"]?.text == "first")
    }
  }

  @Test("the health check succeeds, and the metrics have Prometheus' format")
  func watching() async throws {
    try await TestRadio.with { radio in
      radio.play()
      #expect(try radio.ask("GET", "/healthz").body == "ok\n")
      let text = try radio.ask("GET", "/metrics").body
      #expect(text.contains("\nspringradio_state{state=\"playing\"} 1\n"))
      #expect(text.contains("\nspringradio_connections_total 1\n"))
      #expect(text.contains("\nspringradio_http_clients{door=\"unix\"} 1\n"))
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let parts = line.split(separator: " ")
        #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
      }
    }
  }

  @Test("pipelined requests are answered in order until one is refused, and HEAD gets no body")
  func pipelining() async throws {
    try await TestRadio.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(
        TestRadio.request("HEAD", "/api/status") + TestRadio.request("GET", "/api/queue")
          + TestRadio.request("GET", "/nothing") + TestRadio.request("GET", "/api/status"))
      let text = client.receive()
      #expect(text.components(of: "HTTP/1.1 200 OK") == 2)
      #expect(text.components(of: "HTTP/1.1 404 Not Found") == 1, "and nothing after what was refused")
      #expect(text.components(of: "\"entries\"") == 1)
      #expect(!text.contains("\"state\""), "a head has no body")
    }
  }

  @Test("all requests sent before a half-close are answered, in their order")
  func halfClose() async throws {
    try await TestRadio.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(
        TestRadio.request("POST", "/api/volume", headers: ["Content-Type: application/json"], body: #"{"volume":11}"#)
          + TestRadio.request("GET", "/api/queue") + TestRadio.request("GET", "/api/status")
          + TestRadio.request("GET", "/nothing"))
      client.finish()
      let text = client.receive()
      #expect(text.components(of: "HTTP/1.1 200 OK") == 3)
      #expect(text.components(of: "\"volume\":11,") == 2)
      #expect(text.hasSuffix(#"{"error":"not found"}"#))
    }
  }

  @Test("a pipelined request above the limit is refused after the earlier ones were answered")
  func manyAtOnce() async throws {
    try await TestRadio.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(String(repeating: TestRadio.request("GET", "/api/queue"), count: 5000))
      let text = client.receive()
      #expect(text.components(of: "HTTP/1.1 200 OK") >= 100)
      #expect(text.components(of: "HTTP/1.1 503 Service Unavailable") == 1)
      #expect(try radio.isAnswering())
    }
  }

  @Test("the refusal of a HEAD request has no body")
  func refusedHead() async throws {
    try await TestRadio.with { radio in
      for (method, target) in [("HEAD", "/nothing"), ("HEAD", "/stream"), ("HEAD", "/api/play")] {
        let answer = try radio.ask(method, target)
        #expect(answer.status >= 400 && answer.body.isEmpty && answer.head.contains("content-length: "), "\(target)")
      }
    }
  }

  @Test("an HTTP/1.0 client gets an HTTP/1.0 answer without chunks")
  func oldClient() async throws {
    try await TestRadio.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /api/events HTTP/1.0\r\n\r\n")
      let answer = try Answer(client.receive(until: "version"))
      #expect(answer.head.hasPrefix("http/1.0 200 ok"))
      #expect(!answer.head.contains("transfer-encoding"))
      #expect(answer.body.hasPrefix("retry: 2000\n\nid: "))
    }
  }
}

extension String {
  /// The number of times that `part` occurs.
  func components(of part: String) -> Int { ranges(of: part).count }
}
