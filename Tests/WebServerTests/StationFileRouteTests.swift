import AudioCore
import JSON
import Stations
import TestSupport
import Testing

@Suite("The endpoints for files with stations")
struct StationFileRouteTests {
  @Test(
    "an export can be imported again, in each format, and shows no credentials",
    arguments: StationExport.Format.allCases)
  func export(_ format: StationExport.Format) async throws {
    try await TestRadio.with { radio in
      _ = try radio.post("/api/stations", #"{"station":{"name":"Újazz \"x\"","url":"http://u:secret@jazz.example/"}}"#)
      let answer = try radio.ask("GET", "/api/stations/export?format=\(format.rawValue)")
      #expect(answer.status == 200 && !answer.body.contains("secret"))
      #expect(answer.head.contains(#"content-disposition: attachment; filename="stations.\#(format.rawValue)""#))
      #expect(answer.head.contains("nosniff"))
      let text = JSONWriter.line(.object(["name": "list." + format.rawValue, "text": answer.body]))
      for id in try radio.get("/api/stations")["stations"]?.elements?.compactMap({ $0["id"]?.text }) ?? [] {
        #expect(try radio.post("/api/stations/\(id)/remove").status == 200)
      }
      let imported = try radio.post("/api/stations/import", String(decoding: text, as: UTF8.self))
      #expect(imported.status == 200, "\(imported.body)")
      // Three of the four stations have one address.
      let report = try imported.json
      #expect(report["added"]?.elements?.count == 2 && report["duplicates"]?.integer() == 2)
      #expect(try StationList.load(path: radio.listPath).stations.map(\.name) == ["First One", "Újazz \"x\""])
    }
  }

  @Test("an import adds what is usable, counts what is known, and says why the rest is left out")
  func importing() async throws {
    try await TestRadio.with { radio in
      let version = try #require(try radio.get("/api/stations")["version"]?.integer())
      let text =
        "#EXTM3U\\n#EXTINF:-1,One\\nhttp://one.example/\\n#EXTINF:-1,Again\\nhttp://one.example/\\nftp://x:pw@two/\\n"
      let body = #"{"name":"list.m3u","text":"\#(text)","ifVersion":\#(version)}"#
      let answer = try radio.post("/api/stations/import", body)
      let report = try answer.json
      #expect(report["added"] == ["one"].json && report["duplicates"]?.integer() == 1)
      #expect(report["rejected"]?.elements?.count == 1 && report["rejectedCount"]?.integer() == 1)
      #expect(report["version"]?.integer() == version + 1 && !answer.body.contains("pw"))
      #expect(try radio.post("/api/stations/import", body).status == 409)
    }
  }

  @Test(
    "what is not a list is refused by its reason",
    arguments: [
      (#"{"text":"<html></html>"}"#, 400), (#"{"text":""}"#, 400), ("{}", 400), (#"{"text":"\u0000"}"#, 400),
      (#"{"text":"{","name":"x.json"}"#, 400), (#"{"text":"[{\"a\":1}]"}"#, 400), (#"{"text":7}"#, 400),
    ])
  func refusals(_ body: String, _ status: Int) async throws {
    try await TestRadio.with { radio in
      let answer = try radio.post("/api/stations/import", body)
      #expect(answer.status == status, "\(answer.body)")
      #expect(try radio.get("/api/stations")["stations"]?.elements?.count == 3)
    }
  }

  @Test(
    "of 10,000 entries as many are added as a list takes, the answer names 100 of the rest, and hostile names are clean"
  )
  func many() async throws {
    try await TestRadio.with { radio in
      var text = "#EXTM3U\\n"
      for number in 0..<10_000 { text += "#EXTINF:-1,\\u001b]0;x\\u009c \\u202e<b>&\\nhttp://h/\(number)\\n" }
      let answer = try radio.post("/api/stations/import", #"{"text":"\#(text)"}"#)
      let report = try answer.json
      #expect(answer.status == 200, "\(answer.body.prefix(200))")
      #expect(report["added"]?.elements?.count == StationList.maximumStations - 3)
      #expect(report["rejected"]?.elements?.count == 3 && report["rejectedCount"]?.integer() == 5003)
      let list = try StationList.load(path: radio.listPath)
      #expect(list.stations.count == StationList.maximumStations)
      #expect(Set(list.stations.map(\.id)).count == StationList.maximumStations)
      #expect(list.stations.allSatisfy { !$0.name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
    }
  }

  @Test("only an import takes a body of more than 64 KiB, at most 1 MiB, and four at a time are received")
  func bounds() async throws {
    try await TestRadio.with { radio in
      func body(_ bytes: Int) -> String { #"{"text":"\#(String(repeating: "x", count: bytes - 11))"}"# }
      #expect(try radio.post("/api/stations/import", body(1 << 20)).status == 400, "it is none of the formats")
      #expect(try radio.post("/api/stations/import", body(1 << 20 + 1)).status == 413)
      #expect(try radio.post("/api/stations", body(64 << 10 + 1)).status == 413)
      func begin() throws -> RawClient {
        let client = try RawClient(path: radio.socketPath)
        let text = TestRadio.request(
          "POST", "/api/stations/import", headers: ["Content-Type: application/json"], body: body(100 << 10))
        client.send(Array(text.utf8.dropLast()))
        return client
      }
      var clients = try (0..<4).map { _ in try begin() }
      #expect(try radio.isAnswering())
      #expect(try Answer(begin().receive()).status == 503)
      clients.removeLast()
      for client in clients { client.send("}") }
      for client in clients { #expect(client.receive(until: "}").contains("HTTP/1.1 400")) }
      #expect(
        ProcessRunner.eventually { (try? radio.post("/api/stations/import", body(100 << 10)).status) == 400 })
    }
  }
}
