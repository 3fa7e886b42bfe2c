import Glibc
import MPDServer
import NIOPosix
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("Conversations with MPD clients", .serialized, .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDConversationTests {
  @Test("the server reports its real state and capabilities, and keeps no unsupported modes")
  func status() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      #expect(client.greeting == "OK MPD 0.23.5")
      #expect(
        try client.ask("status") == [
          "volume: 100", "repeat: 1", "random: 0", "single: 0", "consume: 0", "partition: default", "playlist: 1",
          "playlistlength: 3", "mixrampdb: 0", "state: stop", "OK",
        ])
      #expect(try client.ask("play 1") == ["OK"])
      #expect(try client.value("state", of: "status") == "play", "a station that cannot be reached is on its way")
      #expect(
        ProcessRunner.eventually {
          (try? client.value("error", of: "status")) == "cannot connect to 127.0.0.1 port 1 (refused)"
        })
      #expect(try client.ask("clearerror") == ["OK"] && client.value("error", of: "status") == nil)
      #expect(try client.ask("pause 1") == ["OK"] && client.value("state", of: "status") == "pause")
      #expect(
        try client.ask("currentsong") == [
          "file: http://127.0.0.1:1/jazz", "Title: Jazz Café", "Genre: Jazz", "Pos: 1", "Id: 2", "OK",
        ])
      #expect(try client.ask("random 1") == ["OK"])
      #expect(try client.value("random", of: "status") == "0")
      #expect(try client.ask("kill") == ["ACK [4@0] {kill} you don't have permission for \"kill\""])
      #expect(try client.ask("notcommands") == ["command: kill", "OK"])
      let commands = try client.ask("commands")
      #expect(
        commands == commands.dropLast().sorted() + ["OK"] && commands.count > 90 && !commands.contains("command: kill"))
      #expect(try client.ask("urlhandlers") == ["handler: http://", "handler: https://", "OK"])
      let tags = ["tagtype: Artist", "tagtype: Title", "tagtype: Name", "tagtype: Genre", "OK"]
      #expect(try client.ask("tagtypes") == tags)
      #expect(try client.ask("tagtypes clear") == ["OK"] && client.ask("currentsong").count == 4)
    }
  }

  @Test("a cleared error stays cleared while the station fails again in the same way, and shows after the next play")
  func clearedError() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      let refused = "cannot connect to 127.0.0.1 port 1 (refused)"
      var failures = fixture.tuner.events().filter { event in
        if case .retrying = event { true } else { false }
      }.makeAsyncIterator()
      func shows(_ error: String?) throws -> Bool { try client.value("error", of: "status") == error }
      #expect(try client.ask("play 1") == ["OK"])
      _ = await failures.next()
      #expect(ProcessRunner.eventually { (try? shows(refused)) == true })
      // The second try follows at once, and the third after a second.
      _ = await failures.next()
      #expect(try shows(refused))
      #expect(try client.ask("clearerror") == ["OK"] && shows(nil))
      _ = await failures.next()
      #expect(try shows(nil))
      #expect(try client.ask("play 2") == ["OK"])
      #expect(ProcessRunner.eventually { (try? shows(refused)) == true })
    }
  }

  @Test("the answer to decoders lists the codecs by Music Player Daemon's plugins, with suffixes and media types")
  func decoders() async throws {
    try await MPDFixture.with { fixture in
      let lines = try fixture.client().ask("decoders")
      let plugins = lines.split { $0.hasPrefix("plugin: ") }
      #expect(lines.filter { $0.hasPrefix("plugin: ") } == ["plugin: mpg123", "plugin: ffmpeg", "plugin: pcm"])
      let wanted = [["mp3", "mp2"], ["aac", "ogg", "oga", "opus", "flac", "spx", "mp4"], ["wav", "aiff", "aif"]]
      for (plugin, suffixes) in zip(plugins, wanted) {
        for suffix in suffixes { #expect(plugin.contains("suffix: \(suffix)")) }
        #expect(plugin.contains { $0.hasPrefix("mime_type: audio/") } && Set(plugin).count == plugin.count)
      }
      #expect(plugins[1].contains("mime_type: application/ogg") && lines.last == "OK")
    }
  }

  @Test("answers contain no password, and a station can be added by its address without the password")
  func addresses() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      let file = fixture.source.url("/stream")
      #expect(try client.ask("lsinfo").prefix(4) == ["file: \(file)", "Title: The Tone", "Genre: Sine", "Genre: Calm"])
      #expect(try client.ask("clear") == ["OK"])
      #expect(try client.ask("addid \"\(file)\"") == ["Id: 4", "OK"])
      #expect(fixture.tuner.snapshot.queue.entries.first?.source == .station(MPDFixture.stations(fixture.source)[0]))
      #expect(try client.ask("add http://me:secret@127.0.0.1:1/x") == ["OK"])
      for line in ["playlistinfo", "playlist", "listallinfo", "plchanges 0", "search any tone"] {
        #expect(try !client.ask(line).contains { $0.contains("secret") }, "\(line)")
      }
      for bad in [
        "http://", "http://\u{1}x/", "http://a b/", "ftp://x/",
      ] {
        #expect(try client.ask("add \"\(bad)\"").first?.hasPrefix("ACK [") == true, "\(bad)")
      }
      #expect(fixture.tuner.snapshot.queue.entries.count == 2)
      #expect(try client.ask("findadd Genre Jazz") == ["OK"] && client.ask("add /") == ["OK"])
      #expect(fixture.tuner.snapshot.queue.entries.count == 6)
      #expect(try client.ask("count Genre Jazz") == ["songs: 1", "playtime: 0", "OK"])
      #expect(
        try client.ask("list Title group Genre") == [
          "Genre: ", "Title: News \"24\"", "Genre: Calm", "Title: The Tone", "Genre: Jazz", "Title: Jazz Café",
          "Genre: Sine", "Title: The Tone", "OK",
        ])
    }
  }

  @Test("a command list ends at its first error, and confirms each command before it when that was asked for")
  func lists() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      client.lines.send("command_list_ok_begin\nsetvol 30\ngetvol\nping\n")
      #expect(try client.ask("command_list_end") == ["list_OK", "volume: 30", "list_OK", "list_OK", "OK"])
      client.lines.send("command_list_begin\nsetvol 40\ngetvol\n")
      #expect(try client.ask("command_list_end") == ["volume: 40", "OK"])
      client.lines.send("command_list_ok_begin\nping\nsetvol x\nsetvol 50\n")
      #expect(try client.ask("command_list_end") == ["list_OK", "ACK [2@1] {setvol} Integer expected: x"])
      #expect(try client.ask("getvol") == ["volume: 40", "OK"])
    }
  }

  @Test("a change wakes the clients in idle that wait for its subsystem, and no others")
  func idle() async throws {
    try await MPDFixture.with { fixture in
      let (mixer, player, any, actor) = (
        try fixture.client(), try fixture.client(), try fixture.client(), try fixture.client()
      )
      mixer.lines.send("idle mixer\n")
      player.lines.send("idle player\n")
      any.lines.send("idle\n")
      #expect(try actor.ask("setvol 20") == ["OK"])
      #expect(try mixer.answer() == ["changed: mixer", "OK"] && any.answer() == ["changed: mixer", "OK"])
      #expect(try actor.ask("setvol 20") == ["OK"], "which changes nothing")
      any.lines.send("idle output stored_playlist database playlist\n")
      #expect(try actor.ask("toggleoutput 0") == ["OK"] && any.answer() == ["changed: output", "OK"])
      any.lines.send("idle output stored_playlist database playlist\n")
      #expect(try actor.ask("save x") == ["OK"] && any.answer() == ["changed: stored_playlist", "OK"])
      any.lines.send("idle output stored_playlist database playlist\n")
      #expect(try actor.ask("deleteid 3") == ["OK"] && any.answer() == ["changed: playlist", "OK"])
      any.lines.send("idle database\n")
      fixture.tuner.reload(stations: [])
      #expect(try any.answer() == ["changed: database", "OK"])
      #expect(try player.ask("noidle") == ["OK"], "nothing of this was for the one who waits for the player")
      #expect(
        try player.ask("idle mixer output") == ["changed: mixer", "changed: output", "OK"],
        "what was missed comes at once")
      #expect(try mixer.ask("noidle\nping") == ["OK"])
    }
  }

  @Test("a new title changes the current entry of the queue for clients")
  func titles() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      let version = try client.value("playlist", of: "status") ?? ""
      #expect(try client.ask("playid 1") == ["OK"])
      #expect(ProcessRunner.eventually { (try? client.value("Title", of: "currentsong")) == "The Song" })
      #expect(
        try client.ask("plchanges \(version)") == [
          "file: \(fixture.source.url("/stream"))", "Artist: The Artist", "Title: The Song", "Name: The Tone",
          "Genre: Sine", "Genre: Calm", "Pos: 0", "Id: 1", "OK",
        ])
      #expect(try client.ask("stop") == ["OK"])
      #expect(try client.value("Title", of: "playlistid 1") == "The Tone")
    }
  }

  @Test("the Unix socket needs no password; over TCP a third wrong password closes the connection")
  func password() async throws {
    try await MPDFixture.with {
      $0.password = "sesame"
      $0.socketPath = "yes"
      $0.wrongPasswordDelay = .milliseconds(20)
    } _: { fixture in
      let local = try MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock")))
      #expect(try local.ask("stop") == ["OK"])
      let client = try fixture.client()
      #expect(try client.ask("status") == ["ACK [4@0] {status} you don't have permission for \"status\""])
      #expect(try client.ask("ping") == ["OK"])
      let names = try client.ask("commands")
      #expect(names.contains("command: password") && !names.contains("command: play"))
      #expect(try client.ask("password sesam") == ["ACK [3@0] {password} incorrect password"])
      #expect(try client.ask("password sesame") == ["OK"] && client.ask("status").last == "OK")
      let guesser = try fixture.client()
      for guess in ["", "sesamesesame"] {
        #expect(try guesser.ask("password \"\(guess)\"").first?.hasPrefix("ACK [3@0]") == true)
      }
      #expect(try guesser.ask("password sesamf\npassword sesame").first?.hasPrefix("ACK [3@0]") == true)
      #expect(try guesser.answer() == ["closed"])
    }
  }

  @Test("load with an address adds the station's playlist as one entry")
  func loadAddress() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      #expect(try client.ask("load http://127.0.0.1:1/listen.pls") == ["OK"])
      #expect(try client.ask("load HTTP://127.0.0.1:1/a.m3u 0:1 0") == ["OK"])
      #expect(try client.ask("load http://127.0.0.1:1/b.m3u 1:") == ["OK"], "which is a part with nothing in it")
      #expect(
        try client.ask("playlist").map { $0.split(separator: " ").last ?? "" } == [
          "http://127.0.0.1:1/a.m3u", "\(fixture.source.url("/stream"))", "http://127.0.0.1:1/jazz",
          "http://127.0.0.1:1/news", "http://127.0.0.1:1/listen.pls", "OK",
        ])
      #expect(try client.ask("load \"http://a b/\"").first?.hasPrefix("ACK [2@0] {load} ") == true)
      #expect(try client.ask("load http://127.0.0.1:1/c x") == client.ask("load nonesuch x"))
      #expect(try client.ask("load http://127.0.0.1:1/c 0: 9") == client.ask("load nonesuch 0: 9"))
    }
  }

  @Test("config gives an empty answer on the Unix socket and is refused over TCP")
  func config() async throws {
    try await MPDFixture.with {
      $0.socketPath = "yes"
    } _: { fixture in
      let local = try MPDTestClient(LineClient(path: fixture.folder.path("mpd.sock"))).ask("config")
      let remote = try fixture.client().ask("config")
      #expect(local == ["OK"])
      #expect(remote == ["ACK [4@0] {config} Command only permitted to local clients"])
    }
  }

  @Test("the server listens at both addresses of localhost", .enabled(if: ProcessRunner.hasPrograms("socat")))
  func localhost() async throws {
    try await MPDFixture.with {
      $0.host = "localhost"
    } _: { fixture in
      #expect(try fixture.client().ask("ping") == ["OK"])
      guard access("/proc/net/if_inet6", F_OK) == 0 else { return }
      let caller = try ProcessRunner.run(
        "socat", ["-u", "-T", "1", "TCP6:[::1]:\(fixture.port)", "-"], limit: .seconds(5))
      #expect(caller.text == "OK MPD 0.23.5\n" || caller.errorText.contains("Cannot assign requested address"))
    }
  }
}
