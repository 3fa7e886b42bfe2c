import AudioCore
import Foundation
import Radio
import RadioModel
import Stations
import SystemSupport
import Testing

@Suite("A source on the command line")
struct SourceResolverTests {
  private static let station = Station(id: "groove", name: "Groove Salad", url: "http://x/")
  private static let resolver = SourceResolver(list: StationList(stations: [station]))

  @Test("a text is a station when it is its id or a part of its name", arguments: ["groove", "groo", "salad"])
  func station(_ text: String) throws {
    #expect(try Self.resolver.resolve(text) == .station(Self.station))
  }

  @Test("a text with a scheme is an address, whatever follows", arguments: ["http://h/x", "http://\u{301}h/"])
  func address(_ text: String) throws { #expect(try Self.resolver.resolve(text) == .url(text)) }

  @Test("a hyphen is standard input")
  func standardInput() throws { #expect(try Self.resolver.resolve("-") == .standardInput) }

  @Test("the path of an existing file is that file, and a folder is an error")
  func file() throws {
    let path = NSTemporaryDirectory() + "/springradio-\(UUID().uuidString).mp3"
    try Data([1]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Self.resolver.resolve(path) == .file(path: path))
    #expect(try Self.resolver.resolve("file://" + path) == .file(path: path))
    let error = #expect(throws: TuneError.self) { try Self.resolver.resolve("/tmp") }
    guard case .system(.cannotRead)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "a text that matches nothing is an error of the file or the station list",
    arguments: ["/no/such/file.mp3", "nothing like it"])
  func nothing(_ text: String) {
    let error = #expect(throws: TuneError.self) { try Self.resolver.resolve(text) }
    switch error {
    case .system(.cannotRead)?, .list(.unknownSource)?: break
    default: Issue.record("\(String(describing: error))")
    }
  }
}
