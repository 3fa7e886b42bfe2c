import Foundation
import TestSupport
import Testing

/// `radiod ctl search` and `radiod ctl favourite` with the real daemon and a directory of the test.
@Suite("Searching and marking through the daemon", .ownThreads)
struct CtlSearchTests {
  private let service: DemoService
  private let server: DirectoryServer
  private let station: ScriptedServer

  init() throws {
    let song = try Data(contentsOf: URL(fileURLWithPath: "\(Radiod.root)/Sources/CAssets/demo.mp3"))
    station = try ScriptedServer { $0.station(body: Array(song)) }
    server = try DirectoryServer([
      .init(1, "Jazz Radio", url: "http://127.0.0.1:1/a", tags: ["jazz", "blues"], clicks: 5),
      .init(2, "TSF Jazz", url: station.url("/b"), tags: ["jazz"], codec: "AAC", clicks: 9),
    ])
    service = try DemoService(adding: ["SPRINGRADIO_DIRECTORY": server.url])
  }

  @Test("ctl search finds stations as the daemon does, says what was searched, and plays or adds a result")
  func search() throws {
    defer { service.stop() }
    let table = try service.ctl("search", "jazz")
    #expect(table.exitCode == 0 && table.errorText.isEmpty, "\(table.errorText)")
    #expect(
      table.text == """
        1  TSF Jazz    AAC 128  FR  jazz
        2  Jazz Radio  MP3 128  FR  jazz, blues

        """, "\(table.text)")
    let tagged = try service.ctl("search", "blues", "--json")
    #expect(tagged.errorText == "radiod: no station has ‘blues’ in its name; 1 with the tag blues\n")
    let object = try #require(JSONObjects.whole(tagged.output))
    #expect(object["foundIn"] as? String == "tag" && (object["stations"] as? [Any])?.count == 1)
    let none = try service.ctl("search", "polka", "@fr")
    #expect(none.exitCode == 66 && none.text.isEmpty)
    #expect(none.errorText == "radiod: no station (France) has ‘polka’ in its name or the tag polka\n")

    let vain = try service.ctl("search", "polka", "--json")
    let empty = JSONObjects.whole(vain.output)?["stations"] as? [Any]
    #expect(vain.exitCode == 66 && empty?.isEmpty == true, "\(vain.text)")
    // One request, whatever is shown: a number means the same station with each limit.
    let before = server.searches.count
    #expect(try service.ctl("search", "jazz", "--limit", "1").text.hasPrefix("1  TSF Jazz"))
    let one = JSONObjects.whole(try service.ctl("search", "jazz", "--limit", "1", "--json").output)
    #expect((one?["stations"] as? [Any])?.count == 1)
    #expect(server.searches.count == before && server.searches.last?["limit"] == "100")

    let added = try service.ctl("search", "jazz", "--add", "2")
    #expect(added.exitCode == 0 && added.text == "added jazz-radio: Jazz Radio\n", "\(added.errorText)")
    let again = try service.ctl("search", "jazz", "--add", "2")
    #expect(again.exitCode != 0 && again.isOneLineError, "\(again.errorText)")
    let played = try service.ctl("search", "jazz", "--play", "1")
    #expect(played.exitCode == 0 && played.text.hasPrefix("TSF Jazz"), "\(played.text)\(played.errorText)")

    for (words, code) in [
      (["jazz", "--play", "3"], 64), (["jazz", "--play", "0"], 64), (["jazz", "--play", "1", "--add", "1"], 64),
      (["jazz", "--limit", "101"], 64), (["country:nowhere"], 64), ([], 64),
    ] as [([String], Int32)] {
      let wrong = try Radiod.run(["ctl", "search"] + words, environment: service.environment)
      #expect(wrong.exitCode == code && wrong.text.isEmpty && !wrong.errorText.isEmpty, "\(words): \(wrong.errorText)")
    }
    server.stop()
    let offline = try service.ctl("search", "other")
    #expect(offline.exitCode == 69 && offline.isOneLineError, "\(offline.errorText)")
    #expect(offline.errorText.contains("the station directory gives no answer"), "\(offline.errorText)")
  }

  @Test("ctl favourite marks a station of the daemon's list, or the one that is played, and removes the mark")
  func favourite() throws {
    defer { service.stop() }
    let demo = try service.ctl("favourite")
    #expect(demo.exitCode == 64 && demo.isOneLineError, "\(demo.errorText)")
    #expect(demo.errorText.contains("SpringRadio demo is not in the list"), "\(demo.errorText)")
    let marked = try service.ctl("favourite", "groove salad")
    #expect(marked.exitCode == 0 && marked.text.hasSuffix(" is a favourite\n"), "\(marked.errorText)")
    let listed = try Radiod.run("stations", "--favourites", environment: service.environment)
    #expect(listed.text.contains("*groovesalad"), "\(listed.text)\(listed.errorText)")
    #expect(try service.ctl("favourite", "groovesalad", "--remove").text.hasSuffix(" is not a favourite\n"))
    let unknown = try service.ctl("favourite", "nosuchstation")
    #expect(unknown.exitCode == 66 && unknown.isOneLineError, "\(unknown.errorText)")
    _ = try service.ctl("search", "jazz", "--add", "2")
    _ = try service.ctl("play", "jazz-radio")
    #expect(try service.ctl("favourite").text == "Jazz Radio is a favourite\n")
  }

  @Test("ctl queue says which entry was added and removed")
  func queue() throws {
    defer { service.stop() }
    let added = try service.ctl("queue", "add", "groovesalad")
    #expect(added.text.wholeMatch(of: /added .*Groove Salad.* as number \d+; the queue has \d+ entries\n/) != nil)
    let number = try #require(added.text.firstMatch(of: /number (\d+)/)?.1)
    let removed = try service.ctl("queue", "remove", String(number))
    #expect(removed.text.wholeMatch(of: /removed .*Groove Salad.*; the queue .*\n/) != nil, "\(removed.text)")
    let lost = try service.ctl("queue", "remove", "9999")
    #expect(lost.exitCode == 66 && lost.isOneLineError, "\(lost.errorText)")
  }
}
