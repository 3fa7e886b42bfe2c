import Foundation
import Glibc
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "Real clients of Music Player Daemon with this server", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct MPDClientTests {
  @Test(
    "mpc lists, plays by number, sets the volume, shows the title, adds, saves and loads",
    .enabled(if: ProcessRunner.hasPrograms("mpc")))
  func mpc() async throws {
    try await MPDFixture.with { fixture in
      let mpc = { (arguments: String...) throws -> String in
        let result = try ProcessRunner.run(
          "mpc", ["-h", "127.0.0.1", "-p", "\(fixture.port)"] + arguments, limit: .seconds(15))
        #expect(result.exitCode == 0 && result.errorText.isEmpty, "mpc \(arguments): \(result.errorText)")
        return result.text
      }
      #expect(try mpc("playlist") == "The Tone\nJazz Café\nNews \"24\"\n")
      #expect(try mpc("play", "1").contains("[playing] #1/3"))
      #expect(ProcessRunner.eventually { (try? mpc("current")) == "The Tone: \(MPDFixture.title)\n" })
      #expect(try mpc("volume", "35").contains("volume: 35%"))
      #expect(fixture.tuner.snapshot.volume == 35)
      #expect(try mpc("volume", "+5").contains("volume: 40%"))
      #expect(try mpc("toggle").contains("[paused]"))
      #expect(try mpc("ls") == "\(fixture.source.url("/stream"))\nhttp://127.0.0.1:1/jazz\nhttp://127.0.0.1:1/news\n")
      #expect(try mpc("search", "genre", "jazz") == "http://127.0.0.1:1/jazz\n")
      _ = try mpc("add", "http://127.0.0.1:1/own")
      _ = try mpc("save", "evening")
      #expect(try mpc("lsplaylists") == "evening\n")
      _ = try mpc("clear")
      #expect(try mpc("playlist").isEmpty)
      _ = try mpc("load", "evening")
      #expect(try mpc("playlist") == "The Tone\nJazz Café\nNews \"24\"\nhttp://127.0.0.1:1/own\n")
      #expect(try mpc("outputs") == "Output 1 (silent) is enabled\n")
      _ = try mpc("disable", "1")
      #expect(fixture.tuner.snapshot.isMuted)
      #expect(try mpc("stop").contains("volume: 40%"))
      let waiting = try ProcessRunner("mpc", ["-h", "127.0.0.1", "-p", "\(fixture.port)", "idle", "mixer"])
      #expect(
        ProcessRunner.eventually {
          _ = try? mpc("volume", "+1")
          return waiting.exitCode != nil
        })
      #expect(String(decoding: waiting.output, as: UTF8.self) == "mixer\n")
    }
  }

  @Test(
    "python-mpd2 plays, edits the queue, saves, loads and searches, and idle wakes it", .enabled(if: hasPythonClient))
  func python() async throws {
    try await MPDFixture.with { fixture in
      let script = try fixture.folder.write(Self.script, as: "client.py")
      let result = try ProcessRunner.run(
        "/usr/bin/python3", [script, "\(fixture.port)", fixture.source.url("/stream")], limit: .seconds(30))
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "done\n")
    }
  }

  @Test(
    "python-mpd2 clears, adds and plays an announcement as Home Assistant does, and next returns to the radio",
    .enabled(if: hasPythonClient))
  func homeAssistant() async throws {
    try await MPDFixture.with { fixture in
      let script = try fixture.folder.write(Self.announcement, as: "announcement.py")
      let result = try ProcessRunner.run(
        "/usr/bin/python3", [script, "\(fixture.port)", fixture.source.url("/announcement")], limit: .seconds(60))
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "done\n")
    }
  }

  @Test(
    "ncmpcpp shows the queue and the title, plays, and follows the volume",
    .enabled(if: TmuxScreen.isAvailable && ProcessRunner.hasPrograms("ncmpcpp")))
  func ncmpcpp() async throws {
    try await MPDFixture.with { fixture in
      let home = fixture.folder.path
      let screen = try TmuxScreen(
        columns: 100, rows: 24, command: "ncmpcpp -h 127.0.0.1 -p \(fixture.port) -c /dev/null",
        environment: ["HOME": home, "TERM": "tmux-256color"])
      #expect(
        screen.waits { $0.contains("The Tone") && $0.contains("Jazz Café") && $0.contains("News \"24\"") },
        "\(screen.text)")
      try screen.press("Enter")
      #expect(screen.waits { $0.contains("The Artist - The Song") && $0.contains("Jazz Café") }, "\(screen.text)")
      #expect(fixture.tuner.snapshot.state == .playing)
      let client = try fixture.client()
      #expect(try client.ask("setvol 42") == ["OK"])
      #expect(screen.waits { $0.contains("42%") }, "\(screen.text)")
      try screen.type("s")
      #expect(ProcessRunner.eventually { fixture.tuner.snapshot.state == .stopped })
      try screen.type("2")
      #expect(screen.waits { $0.contains("Browse") && $0.contains("The Tone") }, "\(screen.text)")
      try screen.type("q")
      #expect(screen.exitCode() == 0)
    }
  }

  private static let hasPythonClient =
    ((try? ProcessRunner.run("/usr/bin/python3", ["-c", "import mpd"]))?.exitCode == 0)

  private static let announcement = """
    import sys, time, mpd
    port, address = int(sys.argv[1]), sys.argv[2]
    client = mpd.MPDClient(); client.timeout = 10; client.connect("127.0.0.1", port)
    def waits(condition):
      end = time.time() + 10
      while not condition() and time.time() < end: client.idle("player")
      assert condition(), (client.status(), client.currentsong())
    client.play(0)
    for _ in range(5):
      client.clear(); client.add(address); client.play()
      waits(lambda: client.currentsong().get("file") == address and client.status()["state"] == "play")
      client.next()
      waits(lambda: client.currentsong().get("name") == "The Tone")
      assert client.status()["state"] == "play", client.status()
      assert client.playlistinfo()[0]["file"] == address, client.playlistinfo()
    client.clear(); assert client.playlistinfo() == []
    client.play(); waits(lambda: client.currentsong().get("name") == "The Tone")
    client.close(); print("done")
    """

  private static let script = """
    import sys, threading, time, mpd
    port, tone = int(sys.argv[1]), sys.argv[2]
    client = mpd.MPDClient(); client.timeout = 10; client.connect("127.0.0.1", port)
    assert client.mpd_version == "0.23.5", client.mpd_version
    songs = client.playlistinfo()
    assert [song["title"] for song in songs] == ["The Tone", "Jazz Café", 'News "24"'], songs
    assert songs[0]["file"] == tone and songs[0]["genre"] == ["Sine", "Calm"], songs
    client.play(0)
    assert client.status()["state"] == "play"
    end = time.time() + 10
    while client.currentsong().get("name") is None and time.time() < end: client.idle("player")
    song = client.currentsong()
    assert (song["name"], song["artist"], song["title"]) == ("The Tone", "The Artist", "The Song"), song
    status = client.status()
    assert status["song"] == "0" and status["nextsong"] == "1" and status["audio"] == "44100:f:2", status
    other = mpd.MPDClient(); other.connect("127.0.0.1", port)
    timer = threading.Timer(0.2, lambda: other.setvol(33)); timer.start()
    assert client.idle("mixer") == ["mixer"]
    timer.join()
    assert client.status()["volume"] == "33"
    number = client.addid("http://127.0.0.1:1/own")
    assert client.playlistid(number)[0]["file"] == "http://127.0.0.1:1/own"
    client.moveid(number, 0); assert client.playlistinfo(0)[0]["id"] == number
    client.save("mine"); client.clear(); assert client.playlistinfo() == []
    assert client.status()["state"] == "stop", client.status()
    client.load("mine"); assert len(client.playlistinfo()) == 4
    assert client.listplaylists()[0]["playlist"] == "mine"
    assert [song.get("title") for song in client.listplaylistinfo("mine")][:2] == [None, "The Tone"]
    assert client.find("(Title == \\"Jazz Café\\")")[0]["file"] == "http://127.0.0.1:1/jazz"
    assert client.search("any", "calm")[0]["title"] == "The Tone"
    assert client.list("genre") == [{"genre": ""}, {"genre": "Calm"}, {"genre": "Jazz"}, {"genre": "Sine"}], client.list("genre")
    client.command_list_ok_begin(); client.status(); client.playlistinfo(); client.setvol(20)
    status, songs, _ = client.command_list_end()
    assert len(songs) == 4 and status["playlistlength"] == "4"
    try: client.playid(99); assert False
    except mpd.CommandError as error: assert error.errno == mpd.FailureResponseCode.NO_EXIST, error
    client.rename("mine", "yours"); client.rm("yours"); assert client.listplaylists() == []
    client.close(); print("done")
    """
}
