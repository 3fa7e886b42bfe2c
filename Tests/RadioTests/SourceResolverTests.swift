import AudioCore
import Foundation
import Radio
import Stations
import Testing

@Suite("A word on the command line")
struct SourceResolverTests {
  private static let station = Station(id: "groove", name: "Groove Salad", url: "http://x/")
  private static let resolver = SourceResolver(list: StationList(stations: [station]))

  @Test("is a station by its id, or a part of its name", arguments: ["groove", "groo", "salad"])
  func station(_ text: String) throws {
    #expect(try Self.resolver.resolve(text) == .station(Self.station))
  }

  @Test("is an address when it has a scheme")
  func address() throws { #expect(try Self.resolver.resolve("http://h/x") == .url("http://h/x")) }

  @Test("is standard input when it is a hyphen")
  func standardInput() throws { #expect(try Self.resolver.resolve("-") == .standardInput) }

  @Test("is a file when there is one, and a folder is none")
  func file() throws {
    let path = NSTemporaryDirectory() + "/springradio-\(UUID().uuidString).mp3"
    try Data([1]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Self.resolver.resolve(path) == .file(path: path))
    #expect(try Self.resolver.resolve("file://" + path) == .file(path: path))
    let error = #expect(throws: TuneError.self) { try Self.resolver.resolve("/tmp") }
    #expect(error?.exitCode == 66)
  }

  @Test("that means nothing ends with 66", arguments: ["/no/such/file.mp3", "nothing like it"])
  func nothing(_ text: String) {
    let error = #expect(throws: TuneError.self) { try Self.resolver.resolve(text) }
    #expect(error?.exitCode == 66)
  }
}
