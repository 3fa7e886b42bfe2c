import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl keep and record with a fake daemon", .ownThreads)
struct CtlRecordTests {
  /// A folder for the runtime files of a daemon.
  private static func place() throws -> (folder: Scratch, socket: String, environment: [String: String]) {
    let folder = try Scratch()
    mkdir(folder.path("springradio"), 0o700)
    return (folder, folder.path("springradio/radiod.sock"), ["XDG_RUNTIME_DIR": folder.path])
  }

  private static let recording = #"""
    {"id":3,"kind":"keep","state":"done","title":"Artist - Song","station":"FIP","seconds":252.5,"bytes":4040000,
    "files":["FIP/Artist - Song.mp3"],"complete":true}
    """#

  @Test(
    "keep and record send the right request, and print the recording with its files",
    arguments: [
      (["keep"], "POST /api/keep {}", "/api/keep"), (["keep", "--title", "0"], "POST /api/keep {}", "/api/keep"),
      (["record", "start"], "POST /api/recordings {}", "/api/recordings"),
      (
        ["record", "start", "--split", "--songs-only", "--duration", "2h"],
        #"POST /api/recordings {"split":true,"songsOnly":true,"duration":7200}"#, "/api/recordings"
      ),
      (["record", "start", "fip"], #"POST /api/recordings {"station":"fip"}"#, "/api/recordings"),
      (
        ["record", "start", "http://radio.test:8000/live", "--split", "--duration", "90s"],
        #"POST /api/recordings {"url":"http://radio.test:8000/live","split":true,"duration":90}"#, "/api/recordings"
      ),
      (["record", "stop", "3"], "POST /api/recordings/3/stop {}", "/api/recordings/3/stop"),
    ])
  func recordings(words: [String], asked: String, path: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    daemon.answer(path, with: Self.recording)
    let result = try Radiod.run(["ctl"] + words, environment: place.environment)
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    #expect(daemon.asked.last == asked)
    #expect(result.text == "3  keep  done  4:12  4.0 MB  FIP: Artist - Song\n   FIP/Artist - Song.mp3\n")
  }

  @Test("record list shows the recordings in columns, and stop without a number ends those that are being written")
  func recordingList() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let others = #"""
      {"id":12,"kind":"record","state":"writing","title":"A\u001b[31m - B","station":"FIP","seconds":754,"bytes":12064000,
      "files":[],"complete":false},{"id":2,"kind":"record","state":"failed","title":"","station":"FIP","seconds":0,"bytes":0,
      "files":[],"complete":false,"reason":"the disk is full"},{"id":1,"kind":"keep","state":"done","title":"C - D",
      "station":"FIP","seconds":7,"bytes":1,"files":["incomplete/FIP/C - D.mp3"],"complete":false}
      """#
    daemon.answer("/api/recordings", with: "{\"recordings\":[\(others)]}")
    daemon.answer("/api/recordings/12/stop", with: Self.recording)
    let result = try Radiod.run("ctl", "record", environment: place.environment)
    #expect(
      result.text == """
        12  record  writing  12:34  12.1 MB  FIP: A[31m - B
        2   record  failed   0:00   0.0 MB   FIP (the disk is full)
        1   keep    done     0:07   0.0 MB   FIP: C - D (incomplete)
           incomplete/FIP/C - D.mp3

        """, "\(result.text)")
    let json = try Radiod.run("ctl", "record", "list", "--json", environment: place.environment)
    let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    #expect((object?["recordings"] as? [Any])?.count == 3 && json.text.split(separator: "\n").count == 1)
    #expect(try Radiod.run("ctl", "record", "stop", environment: place.environment).exitCode == 0)
    #expect(daemon.asked.suffix(2) == ["GET /api/recordings", "POST /api/recordings/12/stop {}"])
    daemon.answer("/api/recordings", with: #"{"recordings":[]}"#)
    #expect(try Radiod.run("ctl", "record", "stop", environment: place.environment).text == "no recordings\n")
  }

  @Test("keep --title counts back from the title that is heard, and fails where no title is kept")
  func earlierTitle() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let titles = (5...8).map {
      #"{"id":\#($0),"start":\#($0 * 10),"title":"T\#($0)","at":"2026-01-01T00:00:00.000+00:00"}"#
    }
    daemon.answer(
      "/api/timeshift",
      with: #"{"start":50,"end":90,"position":75,"bytes":1,"titles":[\#(titles.joined(separator: ","))]}"#)
    daemon.answer("/api/keep", with: Self.recording)
    for (number, id) in [(1, 6), (2, 5)] {
      let result = try Radiod.run("ctl", "keep", "--title", "\(number)", environment: place.environment)
      #expect(result.exitCode == 0 && daemon.asked.last == "POST /api/keep {\"title\":\(id)}", "\(result.errorText)")
    }
    let late = try Radiod.run("ctl", "keep", "--title", "3", environment: place.environment)
    #expect(late.exitCode == 66 && late.isOneLineError && late.errorText.contains("the title is no longer kept"))
    daemon.answer("/api/timeshift", with: #"{"bytes":0,"titles":[]}"#)
    #expect(try Radiod.run("ctl", "keep", "--title", "1", environment: place.environment).exitCode == 66)
    daemon.answer("/api/keep", with: #"{"error":"there is nothing to record"}"#, status: "409 Conflict")
    let nothing = try Radiod.run("ctl", "keep", environment: place.environment)
    #expect(nothing.exitCode == 69 && nothing.isOneLineError && nothing.errorText.contains("nothing to record"))
  }

  @Test(
    "an impossible request is a usage error",
    arguments: [
      (["keep", "--title", "-1"], "--title"), (["keep", "x"], "x"),
      (["record", "start", "fip", "other"], "'other'"), (["record", "start", "fip", "--to", "/tmp"], "--to"),
      (["record", "start", "--songs-only"], "--songs-only goes with --split"),
      (["record", "start", "--duration", "31d"], "--duration takes"),
      (["record", "start", "--duration", "721h"], "--duration takes a time from 1s to 720h"),
      (["record", "stop", "0"], "takes a number from 1 up"), (["record", "stop", "x"], "'x'"),
    ])
  func faults(words: [String], reported: String) throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    let result = try Radiod.run(["ctl"] + words, environment: place.environment)
    #expect(result.exitCode == 64 && result.errorText.contains(reported), "\(result.errorText)")
    #expect(result.output.isEmpty && daemon.asked.isEmpty)
  }
}
