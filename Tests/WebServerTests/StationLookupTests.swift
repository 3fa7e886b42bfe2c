import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing
import WebServer

@Suite("Stations that requests name", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct StationLookupTests {
  @Test("a misspelt name costs the most only once for each version of the list")
  func misspelt() async throws {
    try await TestRadio.with { radio in
      func cost(_ requests: Int) throws -> Double {
        let before = ProcessorTime.seconds
        for _ in 0..<requests {
          #expect(try radio.post("/api/play", #"{"station":"rádio nunero"}"#).status == 404)
        }
        return (ProcessorTime.seconds - before) / Double(requests)
      }
      let list = { (version: String) in
        (0..<1500).map {
          Station(id: "s\($0)", name: "Rádio Número \($0) – Música e Notícias \(version)", url: "http://h/\($0)")
        }
      }
      _ = try cost(1)
      var (first, next) = ([Double](), [Double]())
      for version in ["a", "b", "c", "b"] {
        radio.tuner.reload(stations: list(version))
        first.append(try cost(1))
        next += [try cost(1), try cost(1)]
      }
      #expect((next.min() ?? 0) < 0.75 * (first.min() ?? 0), "\(next) s, at first \(first) s")
      #expect(
        try radio.post("/api/play", #"{"station":"radio numero 7 musica e noticias b"}"#).json["station"]?.text == "s7")
    }
  }
}
