import Foundation
import TestSupport
import Testing

@Suite("probe and stations check", .serialized, .ownThreads, .enabled(if: IcecastServer.isAvailable))
struct StationReportTests {
  @Test("both report what a station sends, and which station is off the air")
  func reports() throws {
    let icecast = try IcecastServer()
    let music = try SignalSource.shared.path(.init(.music, seconds: 9), as: .wav)
    let mp3 = try icecast.feed(music, to: "/live.mp3", as: .mp3(kilobits: 128), name: "Test FM")
    let aac = try icecast.feed(music, to: "/live.aac", as: .aac(kilobits: 96), name: "Test AAC")
    try icecast.setTitle("Artist - Song", mount: "/live.mp3")
    let scratch = try Scratch()
    let list = try scratch.write(
      """
      { "version": 1, "stations": [
        { "id": "mp3", "name": "Test FM", "url": "\(icecast.url("/live.mp3"))" },
        { "id": "aac", "name": "Test AAC", "url": "\(icecast.url("/live.aac"))" },
        { "id": "off", "name": "Off the Air", "url": "\(icecast.url("/nothing"))" } ] }
      """, as: "stations.json")

    let start = ContinuousClock.now
    let probe = try Radiod.run("probe", "mp3", "--json", "--stations", list)
    #expect(probe.exitCode == 0, "\(probe.errorText)")
    let report = try #require(JSONObjects.lines(probe.output).first)
    #expect(report["codec"] as? String == "mp3")
    #expect(report["name"] as? String == "Test FM")
    #expect(report["contentType"] as? String == "audio/mpeg")
    #expect(report["metadataInterval"] as? Int == 16000)
    #expect(report["bitRate"] as? Int == 128_000)
    #expect(report["sampleRate"] as? Int == 44100)
    #expect(report["channels"] as? Int == 2)
    #expect(report["title"] as? String == "Artist - Song")
    #expect(report["hops"] as? [String] == [icecast.url("/live.mp3")])
    let times = ["timeToHead", "timeToFirstPacket", "timeToFirstSound"].compactMap { report[$0] as? Double }
    let took = (ContinuousClock.now - start) / .seconds(1)
    #expect(times.count == 3 && times == times.sorted() && took > times[2], "\(times)")

    let table = try Radiod.run("probe", icecast.url("/live.aac"))
    #expect(table.exitCode == 0, "\(table.errorText)")
    for words in ["audio/aac", "AAC", "44100 Hz", "stereo", "Test AAC"] {
      #expect(table.text.contains(words), "\(table.text)")
    }

    let check = try Radiod.run("stations", "check", "--json", "--stations", list)
    #expect(check.exitCode == 69)
    #expect(check.isOneLineError && check.errorText.contains("1 of 3"), "\(check.errorText)")
    let checks = JSONObjects.lines(check.output).sorted { ($0["id"] as? String ?? "") < ($1["id"] as? String ?? "") }
    #expect(checks.map { $0["id"] as? String } == ["aac", "mp3", "off"])
    #expect(checks.map { $0["plays"] as? Bool } == [true, true, false])
    #expect(checks.map { $0["codec"] as? String } == ["aac", "mp3", nil])
    #expect((checks.last?["error"] as? String)?.contains("404") == true)
    let some = try Radiod.run("stations", "check", "mp3", "aac", "--stations", list)
    #expect(some.exitCode == 0, "\(some.errorText)")
    #expect(some.text.split(separator: "\n").count == 3)
    #expect(mp3.exitCode == nil && aac.exitCode == nil)
  }

  @Test("stations list and show print what the list has")
  func list() throws {
    let all = try Radiod.run("stations", "list", "--json")
    #expect(all.exitCode == 0)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(all.output)) as? [String: Any])
    let stations = try #require(object["stations"] as? [[String: Any]])
    #expect(stations.count >= 56)
    #expect(try Radiod.run("stations").text.split(separator: "\n").count == stations.count)
    let one = try Radiod.run("stations", "show", "groovesalad", "--json")
    let shown = try #require(try JSONSerialization.jsonObject(with: Data(one.output)) as? [String: Any])
    #expect(shown["id"] as? String == "groovesalad")
    #expect((shown["url"] as? String)?.hasPrefix("http") == true)
  }
}
