import AudioCore
import Glibc
import JSON
import RadioModel
import Remote
import Spectrum
import Stations
import TestSupport
import Testing

@Suite("The daemon's radio in a view")
struct RemoteRadioTests {
  /// Runs `body` with a radio that is connected to a daemon.
  private static func withRadio(
    reconnectMode: ReconnectMode = .restart, _ body: (RemoteRadio, FakeDaemon, Daemons) async throws -> Void
  ) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    try await daemons.withClient { client in
      let radio = RemoteRadio(client: client, reconnectMode: reconnectMode)
      let run = Task { try await radio.run() }
      do {
        try await body(radio, daemon, daemons)
      } catch {
        run.cancel()
        throw error
      }
      run.cancel()
      _ = await run.result
    }
  }

  @Test("the status follows the events, and its elapsed time advances without them")
  func status() async throws {
    try await Self.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      let status = radio.status
      #expect(status.name == "Groove Salad" && status.title == "Artist - Song" && status.volume == 70)
      #expect(status.codec == .mp3 && status.format == AudioFormat(sampleRate: 44_100, channels: 2))
      #expect(await Daemons.eventually { radio.status.elapsed > status.elapsed })
      daemon.emit("title", "{\"title\":\"Next\",\"name\":\"Groove Salad\"}")
      #expect(await Daemons.eventually { radio.status.title == "Next" })
      daemon.set(["state": "\"failed\"", "reason": "\"it is gone\""])
      daemon.emitStatus()
      #expect(await Daemons.eventually { radio.status.state == .failed && radio.status.reason == "it is gone" })
    }
  }

  @Test("the buffer level is requested while statuses are read")
  func time() async throws {
    try await Self.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      daemon.set(["buffered": "3"])
      #expect(await Daemons.eventually { radio.status.buffered == 3 })
    }
  }

  @Test("commands reach the daemon and change the status, except quit and local files")
  func commands() async throws {
    try await Self.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      for command: Command in [
        .changeVolume(by: 5), .toggleMute, .next, .toggle, .quit, .play(.file(path: "/etc/passwd")),
      ] {
        radio.send(command)
      }
      #expect(await Daemons.eventually { daemon.asked.contains("POST /api/toggle {}") })
      #expect(
        await Daemons.eventually {
          radio.status.volume == 75 && radio.status.isMuted && radio.status.name == "FIP"
        })
      radio.send(.toggleMute)
      #expect(await Daemons.eventually { !radio.status.isMuted })
      #expect(!daemon.asked.contains { $0.contains("passwd") || $0.contains("quit") })
    }
  }

  @Test("a status with an older event, which arrives late by another connection, changes nothing")
  func staleStatus() async throws {
    try await Self.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      for isMuted in [true, false] {
        radio.send(.toggleMute)
        let command = "POST /api/volume {\"muted\":\(isMuted)}"
        #expect(await Daemons.eventually { daemon.asked.last { $0.hasPrefix("POST") } == command })
        #expect(await Daemons.eventually { radio.status.isMuted == isMuted })
      }
      daemon.set(["volume": "30", "title": "\"New\""])
      daemon.emitStatus()
      #expect(await Daemons.eventually { radio.status.volume == 30 })
      daemon.answer(
        "GET /api/status",
        with: #"{"state":"playing","volume":70,"muted":true,"title":"Old","elapsed":1,"event":1,"version":"0"}"#)
      func questions() -> Int { daemon.asked.count { $0 == "GET /api/status" } }
      let before = questions()
      // The second question after the change follows the first answer.
      #expect(await Daemons.eventually { radio.status.name.isEmpty || questions() >= before + 3 })
      #expect(radio.status.volume == 30 && radio.status.title == "New" && !radio.status.isMuted)
      daemon.emit("title", "{\"title\":\"Newest\",\"name\":\"Groove Salad\"}")
      #expect(await Daemons.eventually { radio.status.title == "Newest" })
      daemon.answer(
        "GET /api/status",
        with: #"{"state":"playing","volume":70,"muted":true,"title":"New","elapsed":1,"event":3,"version":"0"}"#)
      let later = questions()
      #expect(await Daemons.eventually { radio.status.name.isEmpty || questions() >= later + 3 })
      #expect(radio.status.title == "Newest", "the event of the title is newer than that status")
    }
  }

  @Test("a daemon that was restarted and counts its events from the beginning is followed")
  func restartedDaemon() async throws {
    try await Self.withRadio { radio, daemon, daemons in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      for _ in 0..<5 { daemon.emitStatus() }
      daemon.set(["volume": "31"])
      daemon.emitStatus()
      #expect(await Daemons.eventually { radio.status.volume == 31 })
      daemon.stop()
      unlink(daemons.socketPath)
      let next = try FakeDaemon(socketPath: daemons.socketPath)
      defer { next.stop() }
      #expect(await Daemons.eventually { radio.status.volume == 70 })
    }
  }

  @Test("a station that is not in the daemon's list, such as one that a search found, is played by its address")
  func unlisted() async throws {
    try await Self.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      radio.send(.play(.station(Station(id: "nosuch-1", name: "Found", url: "http://found.example/"))))
      #expect(await Daemons.eventually { daemon.asked.contains { $0.contains(#""url":"http://found.example/""#) } })
    }
  }

  @Test("frames have the shape of the last request, and there is no frame when none come")
  func frames() async throws {
    try await Self.withRadio { radio, daemon, _ in
      let options = SpectrumOptions(defaultsOf: .rta)
      #expect(radio.latestFrame == nil)
      for bands in 10...30 { radio.measure(options.with(bands: bands)) }
      #expect(await Daemons.eventually { radio.latestFrame?.frame.bands == 30 })
      #expect(daemon.asked.count { $0.hasPrefix("GET /api/spectrum") } < 20)
      #expect(
        daemon.asked.last { $0.hasPrefix("GET /api/spectrum") }
          == "GET \(SpectrumQuery(options.with(bands: 30), framesPerSecond: 30).path)")
      let index = radio.latestFrame?.frame.index ?? 0
      #expect(await Daemons.eventually { radio.latestFrame?.frame.index ?? 0 > index })
      daemon.setLevel(nil)
      #expect(await Daemons.eventually { radio.latestFrame == nil })
      daemon.setLevel(0.25)
      #expect(await Daemons.eventually { radio.latestFrame?.frame.bars.first == 0.25 })
    }
  }

  @Test("the radio waits for a daemon that stops, and its status shows the retry")
  func restart() async throws {
    try await Self.withRadio(reconnectMode: .forever) { radio, daemon, daemons in
      radio.measure(SpectrumOptions(defaultsOf: .rta))
      #expect(await Daemons.eventually { radio.status.state == .playing && radio.latestFrame != nil })
      daemon.stop()
      #expect(await Daemons.eventually { radio.status.state == .retrying })
      unlink(daemons.socketPath)
      let second = try FakeDaemon(socketPath: daemons.socketPath)
      defer { second.stop() }
      #expect(await Daemons.eventually { radio.status.state == .playing && radio.latestFrame != nil })
    }
  }

  @Test("numbers and texts of a hostile daemon are limited to valid values")
  func hostile() throws {
    let json = """
      {"state":"retrying","retryIn":-5,"reason":"\\u001b[2J","name":"a\\nb","title":"\\u0007","elapsed":1e300,\
      "buffered":-1,"bufferCapacity":1e999,"volume":1000,"muted":false,"bitRate":-9,"sampleRate":-1,"channels":99999999}
      """
    let status = try #require(RadioStatus(json: try JSONReader.read(Array(json.utf8))))
    let cleaned = status.cleaned
    #expect(cleaned.state == .retrying && cleaned.reason == "[2J" && cleaned.retryIn == 0)
    #expect(cleaned.name == "a b" && cleaned.title == nil && cleaned.volume == 100)
    #expect(cleaned.elapsed == 3_200_000_000 && cleaned.buffered == 0)
    #expect(cleaned.bufferCapacity == 0 && cleaned.bitRate == 0)
  }

  @Test("a retry or a failure without a reason is shown with one, and no other state is")
  func noReason() {
    for state in RadioStatus.State.allCases {
      let reason = RadioStatus(state: state).cleaned.reason
      #expect(reason == ([.retrying, .failed].contains(state) ? "radiod serve does not say why" : nil))
    }
  }
}
