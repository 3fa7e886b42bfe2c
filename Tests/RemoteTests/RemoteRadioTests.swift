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
  @Test("the status follows the events, and its elapsed time advances without them")
  func status() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
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

  @Test("the length of a file is that of the daemon")
  func length() async throws {
    try await Daemons.withRadio {
      $0.set(["length": "7384.5"])
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.length == 7384.5 })
      daemon.set(["length": "-1"])
      daemon.emitStatus()
      #expect(await Daemons.eventually { radio.status.state == .playing && radio.status.length == nil })
    }
  }

  @Test("the buffer level is requested while statuses are read")
  func time() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      daemon.set(["buffered": "3"])
      #expect(await Daemons.eventually { radio.status.buffered == 3 })
    }
  }

  @Test("commands reach the daemon and change the status, except quit and local files")
  func commands() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
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
    try await Daemons.withRadio { radio, daemon, _ in
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
    try await Daemons.withRadio { radio, daemon, daemons in
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

  @Test("a command returns the status after it, which the radio shows at once; a refusal is thrown")
  func perform() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      let quiet = try await radio.perform(.setVolume(30))
      #expect(quiet.volume == 30 && radio.status.volume == 30)
      let found = Station(id: "", name: "Found", url: "http://found.example/")
      let tuned = try await radio.perform(.play(.station(found)))
      #expect(tuned.state == .connecting)
      daemon.answer("/api/stop", with: #"{"error":"not now"}"#, status: "403 Forbidden")
      let error = await #expect(throws: DaemonError.self) { _ = try await radio.perform(.stop) }
      #expect(error == .refused(reason: "not now", status: 403))
    }
  }

  @Test("a notice is kept with its number until the next one, and is not the status")
  func notices() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing } && radio.lastNotice == nil)
      daemon.emit("notice", #"{"text":"this is live"}"#)
      #expect(await Daemons.eventually { radio.lastNotice?.text == "this is live" })
      let first = radio.lastNotice
      daemon.emit("notice", #"{"text":"this is live"}"#)
      #expect(await Daemons.eventually { radio.lastNotice != first })
      #expect(radio.lastNotice?.text == "this is live" && radio.status.notice == nil)
    }
  }

  @Test("a station that is not in the daemon's list, such as one that a search found, is played by its address")
  func unlisted() async throws {
    try await Daemons.withRadio { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      radio.send(.play(.station(Station(id: "nosuch-1", name: "Found", url: "http://found.example/"))))
      #expect(await Daemons.eventually { daemon.asked.contains { $0.contains(#""url":"http://found.example/""#) } })
    }
  }

  @Test("the radio waits for a daemon that stops, and its status shows the retry")
  func restart() async throws {
    try await Daemons.withRadio(reconnectMode: .forever) { radio, daemon, daemons in
      var meter = radio.makeMeter()
      _ = meter.prepare(SpectrumOptions(defaultsOf: .rta))
      #expect(await Daemons.eventually { radio.status.state == .playing && meter.refresh() != .silence })
      daemon.stop()
      #expect(await Daemons.eventually { radio.status.state == .retrying })
      unlink(daemons.socketPath)
      let second = try FakeDaemon(socketPath: daemons.socketPath)
      defer { second.stop() }
      #expect(await Daemons.eventually { radio.status.state == .playing && meter.refresh() != .silence })
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
