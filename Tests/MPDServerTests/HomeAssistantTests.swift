import MPDServer
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("Home Assistant and mpdscribble with this server", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct HomeAssistantTests {
  private static let hasPythonClient =
    ((try? ProcessRunner.run("/usr/bin/python3", ["-c", "import mpd.asyncio"]))?.exitCode == 0)

  @Test(
    "source list, artist, picture, announcement and back, by the calls of Home Assistant's integration",
    .enabled(if: hasPythonClient && SignalSource.isAvailable))
  func homeAssistant() async throws {
    let picture = try MPDFixture.logo()
    let speech = try SignalSource.shared.bytes(
      .init(.tones([880], amplitude: 0.1), seconds: 1), as: .mp3(kilobits: 128))
    try await MPDFixture.with(script: { call in
      switch call.request.path {
      case "/logo": call.serve(picture)
      case "/speech": call.serve(speech, headers: ["Content-Type: audio/mpeg"])
      case "/endless-speech": call.answer(headers: ["Content-Type: audio/mpeg"], body: speech)
      default: call.answer("404 Not Found")
      }
    }) { fixture in
      var stations = MPDFixture.stations(fixture.source)
      for place in stations.indices {
        stations[place].favourite = place != 1
        stations[place].tags.append("Common")
      }
      fixture.tuner.reload(stations: stations)
      let path = try fixture.folder.write(picture, as: "wanted")
      let script = try fixture.folder.write(Self.script, as: "client.py")
      let result = try ProcessRunner.run(
        "/usr/bin/python3", [script, "\(fixture.port)", fixture.source.url("/"), path], limit: .seconds(90))
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "done\n")
      #expect(fixture.tuner.snapshot.queue.entries.map(\.source) == [0, 2].map { .station(stations[$0]) })
    }
  }

  @Test("without resumeAfterFile the announcement is the end", .enabled(if: SignalSource.isAvailable))
  func withoutResume() async throws {
    let speech = try SignalSource.shared.bytes(
      .init(.tones([880], amplitude: 0.1), seconds: 1), as: .mp3(kilobits: 128))
    try await MPDFixture.with(
      { $0.resumesAfterFile = false }, script: { $0.serve(speech, headers: ["Content-Type: audio/mpeg"]) }
    ) { fixture in
      let client = try fixture.client()
      #expect(try client.ask("play 0") == ["OK"] && client.ask("clear") == ["OK"])
      #expect(try client.ask("add \(fixture.source.url("/speech"))") == ["OK"] && client.ask("play") == ["OK"])
      #expect(ProcessRunner.eventually { fixture.tuner.snapshot.state == .ended })
      #expect(try client.value("playlistlength", of: "status") == "1")
    }
  }

  /// What the integration does with `mpd.asyncio`, in its order: an update, the choice of a source, an announcement.
  private static let script = """
    import asyncio, os, sys, traceback, mpd
    from mpd.asyncio import MPDClient
    port, base, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    wanted = open(path, "rb").read()

    async def update(client):
      commands = list(await client.commands())
      assert "albumart" in commands and "readpicture" in commands
      status, song = await client.status(), await client.currentsong()
      return status, song, [entry["playlist"] for entry in await client.listplaylists()]

    async def waits(client, condition):
      for _ in range(400):
        status, song, _ = await update(client)
        if condition(status, song): return song
        await asyncio.sleep(0.05)
      assert False, (status, song)

    async def image(client, song):
      for command in (client.readpicture, client.albumart):
        try:
          answer = await command(song["file"])
        except mpd.CommandError as error:
          assert error.errno is mpd.FailureResponseCode.NO_EXIST, error
        else:
          return bytes(answer["binary"]), answer.get("type", "image/png")
      return None

    async def play(client, media, is_playlist=False):
      await client.clear()
      await (client.load if is_playlist else client.add)(media)
      await client.play()

    async def main():
      client = MPDClient(); client.timeout = 30
      await client.connect("127.0.0.1", port)
      assert (await update(client))[2] == ["Favourites", "Common"]
      await play(client, "Favourites", True)
      song = await waits(client, lambda status, song: status["state"] == "play" and "artist" in song)
      assert (song["name"], song["artist"], song["title"]) == ("The Tone", "The Artist", "The Song"), song
      for _ in range(100):
        found = await image(client, song)
        if found: break
        await asyncio.sleep(0.05)
      assert found == (wanted, "image/png"), found
      queue = [entry["file"] for entry in await client.playlistinfo()]
      for speech in ("speech", "endless-speech", "missing-speech"):
        await play(client, base + speech)
        if speech != "missing-speech":
          await waits(client, lambda status, song: song.get("file") == base + speech and status["state"] == "play")
        await waits(client, lambda status, song: song.get("name") == "The Tone" and status["state"] == "play")
        assert [entry["file"] for entry in await client.playlistinfo()] == queue
      client.disconnect()
      print("done")

    async def run():
      # What the client still does in the background would keep the program from ending.
      try:
        await asyncio.wait_for(main(), 80)
      except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)

    asyncio.run(run())
    """

  @Test("mpdscribble sends artist and title to a scrobbler", .enabled(if: ProcessRunner.hasPrograms("mpdscribble")))
  func mpdscribble() async throws {
    let bodies = Mutex<[String]>([])
    let scrobbler = try ScriptedServer { call in
      guard call.request.path.hasPrefix("/?hs=true") else {
        let body = String(decoding: call.readBody(), as: UTF8.self)
        bodies.withLock { $0.append(body) }
        return call.answer(body: Array("OK\n".utf8))
      }
      let own = "http://\(call.request.header("Host") ?? "")"
      call.answer(body: Array("OK\n1234\n\(own)/now\n\(own)/submit\n".utf8))
    }
    try await MPDFixture.with { fixture in
      let configuration = """
        log = -
        verbose = 2
        host = 127.0.0.1
        port = \(fixture.port)
        [test]
        url = \(scrobbler.url)
        username = me
        password = secret
        journal = \(fixture.folder.path("journal"))

        """
      let path = try fixture.folder.write(Array(configuration.utf8), as: "mpdscribble.conf")
      let client = try fixture.client()
      #expect(try client.ask("play 0") == ["OK"])
      // It reads the tags of a song once, when the song begins.
      #expect(ProcessRunner.eventually { fixture.tuner.snapshot.title != nil })
      let program = try ProcessRunner("mpdscribble", ["--no-daemon", "--conf", path])
      #expect(
        ProcessRunner.eventually(within: .seconds(20)) {
          bodies.withLock { $0.contains { $0.contains("a=The%20Artist&t=The%20Song") } }
        }, "\(bodies.withLock { $0 }) \(program.errorText)")
      program.terminate()
    }
  }
}
