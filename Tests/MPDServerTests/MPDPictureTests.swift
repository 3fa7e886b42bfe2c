import MPDServer
import Pictures
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("Pictures for clients of Music Player Daemon", .timeLimit(.minutes(2 * TestTime.waitScale)))
struct MPDPictureTests {
  private static let hasPythonClient =
    ((try? ProcessRunner.run("/usr/bin/python3", ["-c", "import mpd"]))?.exitCode == 0)

  @Test("a picture that has not come is not a file, at once; idle says when it has come")
  func arrival() async throws {
    let file = try MPDFixture.logo()
    let isOpen = Atomic(false)
    try await MPDFixture.with(script: { call in
      while !isOpen.load(ordering: .relaxed) { call.pause(.milliseconds(2)) }
      call.serve(file)
    }) { fixture in
      let client = try fixture.client()
      let uri = fixture.source.url("/stream")
      #expect(try client.ask("readpicture \(uri) 0") == ["ACK [50@0] {readpicture} No file exists"])
      #expect(try client.ask("albumart \(uri) 0") == ["ACK [50@0] {albumart} No file exists"])
      let station = fixture.tuner.snapshot.stations[0]
      #expect(fixture.pictures.file(of: station) == .loading, "an answer does not wait for the server")
      for line in ["http://127.0.0.1:1/jazz 0", "http://127.0.0.1:1/none 0", "x 0", "\"\" 0"] {
        #expect(try client.ask("albumart " + line) == ["ACK [50@0] {albumart} No file exists"], "\(line)")
      }
      for line in ["readpicture \(uri)", "readpicture \(uri) x", "readpicture \(uri) -1", "binarylimit 63"] {
        #expect(try client.ask(line).first?.hasPrefix("ACK [2@0] {") == true, "\(line)")
      }
      client.lines.send("idle database\n")
      isOpen.store(true, ordering: .relaxed)
      #expect(try client.answer() == ["changed: database", "OK"])
      #expect(try client.ask("readpicture \(uri) \(file.count + 1)") == ["ACK [2@0] {readpicture} Bad file offset"])
      #expect(try client.ask("albumart \(uri) \(file.count + 1)") == ["ACK [2@0] {albumart} Offset too large"])
      // The line feed behind the bytes is a line of its own.
      let end = ["size: \(file.count)", "type: image/png", "binary: 0", "", "OK"]
      #expect(try client.ask("readpicture \(uri) \(file.count)") == end)
    }
  }

  @Test(
    "a client that only waits for changes causes no fetch; after one that has asked for a picture, the next ones come")
  func idle() async throws {
    let file = try MPDFixture.logo()
    let asked = Mutex<[String]>([])
    try await MPDFixture.with(script: { call in
      asked.withLock { $0.append(call.request.path) }
      call.serve(file)
    }) { fixture in
      let client = try fixture.client()
      for _ in 0..<2 {
        client.lines.send("idle player\n")
        await fixture.tuner.perform(.play(.station(fixture.tuner.snapshot.stations[0])))
        #expect(try client.answer() == ["changed: player", "OK"])
        _ = try client.ask("stop")
      }
      // Behind a fetch that takes place.
      let other = Station(id: "x", name: "X", url: "http://x.example/", image: fixture.source.url("/other"))
      #expect(ProcessRunner.eventually { fixture.pictures.file(of: other).content != nil })
      #expect(asked.withLock { $0 } == ["/other"])
      #expect(try client.ask("readpicture http://127.0.0.1:1/jazz 0") == ["ACK [50@0] {readpicture} No file exists"])
      await fixture.tuner.perform(.play(.station(fixture.tuner.snapshot.stations[0])))
      #expect(ProcessRunner.eventually { asked.withLock { $0.count } == 2 })
    }
  }

  @Test("mpc and python-mpd2 read the file as it was fetched, in pieces", .enabled(if: hasPythonClient))
  func clients() async throws {
    let file = try MPDFixture.logo()
    try await MPDFixture.with(script: { $0.serve(file) }) { fixture in
      let uri = fixture.source.url("/stream")
      let station = fixture.tuner.snapshot.stations[0]
      #expect(ProcessRunner.eventually { fixture.pictures.file(of: station).content != nil })
      let path = try fixture.folder.write(file, as: "wanted")
      let script = try fixture.folder.write(Self.script, as: "client.py")
      let result = try ProcessRunner.run("/usr/bin/python3", [script, "\(fixture.port)", uri, path])
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "done\n")
      guard ProcessRunner.hasPrograms("mpc") else { return }
      for command in ["readpicture", "albumart"] {
        let read = try ProcessRunner.run("mpc", ["-h", "127.0.0.1", "-p", "\(fixture.port)", command, uri])
        #expect(read.output == file, "\(command): \(read.errorText)")
      }
    }
  }

  private static let script = """
    import sys, mpd
    port, uri, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    wanted = open(path, "rb").read()
    client = mpd.MPDClient(); client.timeout = 10; client.connect("127.0.0.1", port)
    assert client.albumart(uri)["binary"] == wanted
    answer = client.readpicture(uri)
    assert answer["binary"] == wanted and answer["type"] == "image/png", answer["type"]
    client.close(); print("done")
    """

  @Test("a client that asks and does not read takes bounded memory, and is closed")
  func greedy() async throws {
    let file = try MPDFixture.logo()
    try await MPDFixture.with({ $0.outputTimeout = .milliseconds(300) }, script: { $0.serve(file) }) { fixture in
      let station = fixture.tuner.snapshot.stations[0]
      #expect(ProcessRunner.eventually { fixture.pictures.file(of: station).content != nil })
      let client = try fixture.client()
      let line = "readpicture \(fixture.source.url("/stream")) 0\n"
      client.lines.send("binarylimit 1000000\n" + String(repeating: line, count: 2000))
      #expect(await fixture.isLeft())
    }
  }
}
