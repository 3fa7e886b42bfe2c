import Foundation
import TestSupport
import Testing

@Suite("Listing and editing the station list", .ownThreads)
struct StationEditCommandTests {
  private static let file = "springradio/stations.json"
  private let config: Scratch

  init() throws {
    config = try Scratch()
    try FileManager.default.createDirectory(atPath: config.path("springradio"), withIntermediateDirectories: true)
    try config.write(
      #"""
      {"version":1,"mine":[1.50],"stations":[
      {"id":"fip","name":"FIP","url":"http://h/fip","tags":["eclectic"],"country":"FR","gain":-3.50},
      {"id":"salad","name":"Groove Salad","url":"http://h/salad","tags":["ambient","jazz"],"country":"US"},
      {"id":"klingon","name":"Odd","url":"http://h/odd","encoding":"klingon"}]}
      """#, as: Self.file)
  }

  private func run(_ words: String...) throws -> ProcessRunner.Result {
    try Radiod.run(["stations"] + words, environment: ["XDG_CONFIG_HOME": config.path])
  }

  private var ids: [String] {
    get throws { try run("list", "--json").output.stations.map { $0["id"] as? String ?? "" } }
  }

  @Test(
    "words, tags and a country select what is listed",
    arguments: [
      (["jazz"], ["salad"]), (["list", "JAZZ", "groove"], ["salad"]), (["--tag", "ambi"], ["salad"]),
      (["list", "--country", "fr"], ["fip"]), (["--favourites"], []), (["eclectic", "--country", "US"], []),
      (["list", "i"], ["fip", "salad", "klingon"]),
    ] as [([String], [String])])
  func filter(words: [String], ids: [String]) throws {
    let result = try Radiod.run(["stations"] + words, environment: ["XDG_CONFIG_HOME": config.path])
    let listed = result.text.split(separator: "\n").map { String($0.dropFirst().prefix { $0 != " " }) }
    #expect(listed == ids, "\(result.text)\(result.errorText)")
    #expect(result.exitCode == (ids.isEmpty ? 66 : 0))
    if ids.isEmpty {
      #expect(result.isOneLineError && result.errorText.contains("no station of the list fits"), "\(result.errorText)")
    } else {
      let json = try Radiod.run(["stations"] + words + ["--json"], environment: ["XDG_CONFIG_HOME": config.path])
      #expect(json.output.stations.map { $0["id"] as? String } == ids)
    }
  }

  @Test("a word that is nearly a command gets a suggestion")
  func nearCommand() throws {
    let result = try run("lst")
    #expect(
      result.exitCode == 66 && result.errorText.contains("did you mean 'radiod stations list'?"), "\(result.errorText)")
  }

  @Test(
    "a word that other programs use for a command gets the command that does it",
    arguments: [
      (["delete", "fip"], "radiod stations remove fip"), (["rm"], "radiod stations remove STATION"),
      (["fav", "Groove Salad"], "radiod stations edit \"Groove Salad\" --favourite"),
      (["fav", "Groove", "Salad"], "radiod stations edit \"Groove Salad\" --favourite"),
      (["unstar", "fip"], "radiod stations edit fip --no-favourite"),
      (["ls"], "radiod stations list"), (["find", "swing"], "radiod stations search swing"),
    ])
  func otherCommand(words: [String], meant: String) throws {
    let result = try Radiod.run(["stations"] + words, environment: ["XDG_CONFIG_HOME": config.path])
    #expect(result.exitCode == 66 && result.isOneLineError, "\(result.errorText)")
    #expect(result.errorText.contains("did you mean '\(meant)'?"), "\(result.errorText)")
  }

  @Test("an edit changes the named members, and keeps all others, also unknown ones")
  func edit() throws {
    #expect(try run("edit", "fip", "--favourite").text == "edited fip: FIP\n")
    #expect(try run("--favourites").text.hasPrefix("*fip"))
    let text = String(decoding: config.read(Self.file), as: UTF8.self)
    #expect(text.contains(#""mine": [1.50]"#) && text.contains(#""gain": -3.50"#), "\(text)")
    let all = try run(
      "edit", "fip", "--no-favourite", "--tags", " jazz , drum and bass,", "--name", "FIP Paris", "--url",
      "icy://h/new",
      "--id", "fip-paris", "--country", "be", "--homepage", "https://h/", "--encoding", "windows-1252", "--json")
    #expect(all.exitCode == 0, "\(all.errorText)")
    let entry = try #require(JSONObjects.whole(all.output))
    #expect(entry["id"] as? String == "fip-paris" && entry["name"] as? String == "FIP Paris")
    #expect(entry["url"] as? String == "http://h/new" && entry["country"] as? String == "BE")
    #expect(entry["tags"] as? [String] == ["jazz", "drum and bass"] && entry["favourite"] == nil)
    #expect(entry["homepage"] as? String == "https://h/" && entry["encoding"] as? String == "windows-1252")
    #expect(entry["gain"] as? Double == -3.5)
    let bare = try run("edit", "fip-paris", "--tags", "", "--country", "", "--homepage", "", "--encoding", "", "--json")
    #expect(JSONObjects.whole(bare.output).map { Set($0.keys) } == ["id", "name", "url", "gain"], "\(bare.errorText)")
    // Values that were in the file before are not checked.
    #expect(try run("edit", "klingon", "--favourite").exitCode == 0)
    #expect(try run("show", "klingon").text.contains("klingon"))
  }

  @Test("play without a station plays the first favourite that a command has set")
  func favourite() throws {
    let server = try ScriptedServer { $0.answer("404 Not Found") }
    #expect(try run("edit", "salad", "--favourite", "--url", server.url("/salad")).exitCode == 0)
    let result = try Radiod.run(
      "play", "--no-view", "--retry", "never", "--output", "silent", environment: ["XDG_CONFIG_HOME": config.path])
    #expect(result.exitCode == 69 && result.errorText.contains("404"), "\(result.errorText)")
  }

  @Test("the order of the list is that of the file, and move changes it")
  func move() throws {
    #expect(try run("move", "klingon", "--first").text == "klingon: number 1 in the list\n")
    #expect(try ids == ["klingon", "fip", "salad"])
    #expect(try run("move", "klingon", "fip", "--after", "salad").exitCode == 0)
    #expect(try ids == ["salad", "klingon", "fip"])
    #expect(try run("move", "fip", "--before", "klingon").exitCode == 0)
    #expect(try ids == ["salad", "fip", "klingon"])
    #expect(try run("move", "salad", "--last").exitCode == 0)
    #expect(try ids == ["fip", "klingon", "salad"])
  }

  @Test("an impossible edit gets one error line, and the list stays unchanged")
  func refusals() throws {
    let before = config.read(Self.file)
    let rows: [(words: [String], code: Int32, says: String)] = [
      (["edit", "fip"], 64, "--favourite"), (["edit", "fi", "--favourite"], 66, "did you mean fip?"),
      (["edit", "fip", "--url", "mms://h/b"], 64, "http"),
      (["edit", "fip", "--url", "http://H:80/salad"], 65, "has this address"),
      (["edit", "fip", "--id", "salad"], 65, "taken"), (["edit", "fip", "--id", "No!"], 64, "a-z"),
      (["edit", "fip", "--name", ""], 64, "name is empty"),
      (["edit", "fip", "--country", "France"], 64, "two letters"),
      (["edit", "fip", "--homepage", "javascript:1"], 64, "--homepage is not an http"),
      (["edit", "fip", "--encoding", "klingon"], 64, "encoding"), (["edit", "demo", "--favourite"], 66, "no station"),
      (["edit", "fip", "--tags", "a\u{1B}"], 64, "control character"),
      (["edit", "fip", "--favourite", "--stations", "shipped"], 64, "stays as it is"),
      (["move", "fip"], 64, "--first"), (["move", "fip", "--first", "--last"], 64, "one of"),
      (["move", "fip", "--after", "fip"], 64, "relative to itself"),
      (["move", "fip", "--before", "none"], 66, "no station"),
      (["move", "none", "--first"], 66, "no station"), (["list", "--country", "France"], 64, "two letters"),
    ]
    for (words, code, says) in rows {
      let result = try Radiod.run(["stations"] + words, environment: ["XDG_CONFIG_HOME": config.path])
      #expect(result.exitCode == code && result.isOneLineError, "\(words): \(result.errorText)")
      #expect(result.errorText.contains(says) && result.output.isEmpty, "\(words): \(result.errorText)")
      #expect(config.read(Self.file) == before, "\(words)")
    }
  }
}

extension [UInt8] {
  /// The stations of a list as JSON.
  fileprivate var stations: [[String: Any]] { JSONObjects.whole(self)?["stations"] as? [[String: Any]] ?? [] }
}
