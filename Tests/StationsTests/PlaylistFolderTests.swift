import AudioCore
import Foundation
import Glibc
import Stations
import TestSupport
import Testing

@Suite("The playlist folder")
struct PlaylistFolderTests {
  private let scratch: Scratch
  private let folder: PlaylistFolder

  init() throws {
    scratch = try Scratch()
    folder = PlaylistFolder(path: scratch.path("state/playlists"))
  }

  private static let station = Station(id: "a", name: "A", url: "http://a/", tags: ["x"], favourite: true)

  private func file(_ name: String) -> String { scratch.path("state/playlists/\(name)") }

  @Test("a saved playlist loads with the same stations in the same order, repeated ones included")
  func roundTrip() throws {
    let bare = Station(address: "http://user:p@x/ü?q=1", name: "http://x/")
    let demo = Station(id: Station.demoID, name: "Demo", url: "http://127.0.0.1/")
    let again = Station(id: "again-1", name: "its id is like ours", url: "http://again/")
    let all = [Self.station, bare, Self.station, demo, again, bare, Self.station]
    let before = Date.now.timeIntervalSince1970
    try folder.save(all, as: "Für Elise 🎧", replacing: false)
    try folder.save([], as: "empty", replacing: true)
    #expect(folder.names() == ["Für Elise 🎧", "empty"])
    #expect(try folder.load("Für Elise 🎧") == all)
    #expect(try folder.load("Für Elise 🎧").map(\.isBareAddress) == [false, true, false, false, false, true, false])
    #expect(try folder.load("empty") == [])
    #expect(abs(try #require(folder.modified("empty")) - before) < 60)
    var status = stat()
    #expect(stat(file("empty.json"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(scratch.path("state"), &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test("a save replaces a playlist only on request, and a rename needs a free name")
  func names() throws {
    let other = Station(id: "b", name: "B", url: "http://b/")
    try folder.save([Self.station], as: "one", replacing: false)
    let taken = TuneError.cannotCreate(path: "the playlist 'one'", reason: "there is one of this name")
    #expect(throws: taken) { try folder.save([other], as: "one", replacing: false) }
    try folder.save([other], as: "one", replacing: true)
    try folder.save([Self.station], as: "two", replacing: true)
    #expect(throws: taken) { try folder.rename("two", to: "one") }
    try folder.rename("one", to: "three")
    #expect(folder.names() == ["three", "two"])
    #expect(try folder.load("three") == [other])
    try folder.remove("two")
    #expect(folder.names() == ["three"])
    let missing = TuneError.cannotRead(path: "the playlist 'two'", reason: "there is none of this name")
    #expect(throws: missing) { try folder.remove("two") }
    #expect(throws: missing) { try folder.load("two") }
    #expect(throws: missing) { try folder.rename("two", to: "four") }
    #expect(folder.modified("two") == nil)
  }

  @Test(
    "an invalid name, or a name that leads out of the folder, is refused",
    arguments: [
      "", ".", "..", ".hidden", "a/b", "../x", "/etc/passwd", "a\nb", "a\u{0}b", "a\u{7F}", "a\u{202E}b",
      String(repeating: "x", count: 101), String(repeating: "👩‍👩‍👧‍👦", count: 50), "a/\u{301}",
    ])
  func badNames(name: String) throws {
    try folder.save([], as: "good", replacing: true)
    let fault = TuneError.invalidRequest(
      message: "the playlist's name \(PlaylistFolder.fault(inName: name) ?? "is good")")
    #expect(PlaylistFolder.fault(inName: name) != nil)
    #expect(throws: fault) { try folder.save([], as: name, replacing: true) }
    #expect(throws: fault) { try folder.load(name) }
    #expect(throws: fault) { try folder.remove(name) }
    #expect(throws: fault) { try folder.rename(name, to: "x") }
    #expect(throws: fault) { try folder.rename("good", to: name) }
    #expect(folder.modified(name) == nil && folder.names() == ["good"])
  }

  @Test(
    "a name of 100 characters is accepted",
    arguments: [String(repeating: "x", count: 100), String(repeating: "ü", count: 100)])
  func longNames(name: String) throws {
    try folder.save([Self.station], as: name, replacing: false)
    #expect(folder.names() == [name])
    #expect(try folder.load(name) == [Self.station])
  }

  @Test("other files in the folder are ignored, and a file that is not a list is never overwritten")
  func foreign() throws {
    #expect(folder.names() == [])
    try folder.save([Self.station], as: "mine", replacing: true)
    for name in ["notes.txt", ".hidden.json", ".mine.json.new", "json", ".json"] {
      try scratch.write("x", as: "state/playlists/\(name)")
    }
    try FileManager.default.createDirectory(atPath: file("folder.json"), withIntermediateDirectories: false)
    #expect(mkfifo(file("pipe.json"), 0o600) == 0)
    #expect(folder.names() == ["mine"])
    try scratch.write("{}", as: "state/playlists/broken.json")
    #expect(folder.names() == ["broken", "mine"])
    #expect(throws: TuneError.self) { try folder.load("broken") }
    for name in ["broken", "folder", "pipe"] {
      #expect(throws: TuneError.self) { try folder.save([], as: name, replacing: true) }
      #expect(throws: TuneError.self) { try folder.rename("mine", to: name) }
    }
    #expect(scratch.read("state/playlists/broken.json") == Array("{}".utf8))
    try folder.remove("broken")
  }

  @Test("the folder accepts 1000 playlists, and lists 1000 when another program adds more files")
  func thousand() throws {
    let names = (0..<PlaylistFolder.maximumCount).map { "p\($0)" }
    try folder.save([], as: names[0], replacing: false)
    for name in names[1..<999] { try scratch.write("x", as: "state/playlists/\(name).json") }
    try folder.save([Self.station], as: names[999], replacing: false)
    #expect(folder.names().count == 1000)
    #expect(throws: TuneError.self) { try folder.save([], as: "one more", replacing: true) }
    #expect(folder.modified("one more") == nil)
    try folder.save([], as: names[999], replacing: true)
    #expect(try folder.load(names[999]) == [])
    try scratch.write("x", as: "state/playlists/one more.json")
    #expect(folder.names().count == 1000)
  }

  @Test("a queue too large for a list is refused, and the saved playlist stays")
  func tooLarge() throws {
    try folder.save([Self.station], as: "x", replacing: true)
    let long = Station(id: "l", name: String(repeating: "n", count: 4000), url: "http://l/")
    #expect(throws: TuneError.conflict(message: "the playlist is full: it would have more than 16 MiB")) {
      try folder.save([Station](repeating: long, count: 5000), as: "x", replacing: true)
    }
    #expect(try folder.load("x") == [Self.station])
  }
}
