import AudioCore
import Muxing
import Parser
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite(
  "The tuner's commands", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct TunerCommandTests {
  @Test("a command is carried out when perform returns: the snapshot shows it")
  func perform() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.play(.station(bench.stations[1])))
    #expect(tuner.snapshot.name == "S1" && tuner.snapshot.entryID == 2 && tuner.snapshot.state.isTunedIn)
    await tuner.perform(.setVolume(42))
    #expect(tuner.snapshot.volume == 42)
    await tuner.perform(.setMuted(true))
    #expect(tuner.snapshot.isMuted)
    await tuner.perform(.changeVolume(by: .max))
    #expect(tuner.snapshot.volume == 100)
    await tuner.perform(.pause)
    #expect(tuner.snapshot.state == .stopped && tuner.snapshot.isPaused && tuner.status.state == .paused)
    await tuner.perform(.resume)
    #expect(tuner.snapshot.name == "S1" && tuner.snapshot.state.isTunedIn && !tuner.snapshot.isPaused)
    await tuner.perform(.stop)
    #expect(tuner.snapshot.state == .stopped && !tuner.snapshot.isPaused)
    await tuner.perform(.playEntry(id: 77))
    #expect(tuner.snapshot.state == .stopped)
    await bench.end()
  }

  @Test(
    "the first play takes the first favourite, by every command that resumes", arguments: [Command.resume, .toggle])
  func firstPlay(_ command: Command) async throws {
    let bench = try RadioBench { $0.stations[1].favourite = true }
    let tuner = bench.tuner
    await tuner.perform(command)
    #expect(tuner.snapshot.name == "S1" && tuner.snapshot.entryID == 2)
    await tuner.perform(.next)
    await tuner.perform(.stop)
    await tuner.perform(command)
    #expect(tuner.snapshot.name == "S2", "the last station, not the favourite")
    await bench.end()
  }

  @Test(
    "a pause that fills what is kept ends the reception with a notice, and another says what is left out",
    arguments: [true, false])
  func pastFull(isPaced: Bool) async throws {
    let bench = try RadioBench(isPaced: isPaced) { $0.bufferLimits.past = .seconds(3) }
    let tuner = bench.tuner
    await tuner.perform(.resume)
    try await bench.plays("S0")
    #expect(tuner.lastNotice == nil)
    await tuner.perform(.pause)
    let full = "the time shift is full: S0 is not received until the sound goes on"
    try await eventually { tuner.lastNotice?.text == full }
    await tuner.perform(.resume)
    let text = tuner.lastNotice?.text ?? ""
    #expect(text.hasSuffix(" of the sound were not received and are left out"), "\(text)")
    await bench.end()
  }

  @Test("volume and mute stay as they are when the station changes, or is left and comes back")
  func volumeStays() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.setVolume(42))
    await tuner.perform(.setMuted(true))
    let commands: [Command] = [.resume, .next, .previous, .playEntry(id: 3), .pause, .resume, .stop, .resume]
    for command in commands {
      await tuner.perform(command)
      #expect(tuner.snapshot.isMuted && tuner.snapshot.volume == 42, "\(command)")
    }
    try await bench.plays("S2")
    #expect(tuner.snapshot.isMuted && tuner.snapshot.volume == 42)
    await tuner.perform(.setMuted(false))
    await tuner.perform(.next)
    #expect(!tuner.snapshot.isMuted && tuner.snapshot.volume == 42)
    await bench.end()
  }

  @Test("calls that wait for a command return when the radio has ended, also behind a quit")
  func ended() async throws {
    let bench = try RadioBench()
    let tuner = bench.tuner
    await tuner.perform(.resume)
    try await bench.plays("S0")
    await withTaskGroup(of: Void.self) { group in
      tuner.send(.stop)  // takes a while, so that the commands below wait together
      for _ in 0..<20 {
        group.addTask { await tuner.perform(.quit) }
        group.addTask { await tuner.perform(.next) }
        group.addTask { await tuner.answer() }
      }
    }
    #expect(await bench.life.value == .quit)
    await tuner.perform(.next)
    await tuner.answer()
    #expect(tuner.relay.codec == nil)
    await bench.end()
  }

  @Test("a hundred next commands in a row connect to few of the stations, and play the last")
  func passingBy() async throws {
    let bench = try RadioBench(stations: 101)
    let tuner = bench.tuner
    await tuner.perform(.resume)
    try await bench.plays("S0")
    for _ in 0..<100 { tuner.send(.next) }
    try await bench.plays("S100")
    #expect(bench.paths.count < 20, "\(bench.paths)")
    #expect(bench.paths.last == "/s100")
    await bench.end()
  }

  @Test(
    "resume or toggle retries a source that failed for good, and a radio that serves keeps running",
    arguments: [true, false])
  func failed(isToggle: Bool) async throws {
    let bench = try RadioBench {
      $0.retry = .never
      $0.bufferLimits.startDuration = .milliseconds(200)
    }
    let tuner = bench.tuner
    let port = try ScriptedServer.freePort()
    await tuner.perform(.play(.url("http://127.0.0.1:\(port)/")))
    try await eventually { tuner.status.state == .failed }
    #expect(tuner.status.reason == TuneError.refused(host: "127.0.0.1", port: port).description)
    let audio = try SignalSource.shared.bytes(
      SignalSource.Recording(.tones([1000], amplitude: 0.5), seconds: 0.5), as: .mp3(kilobits: 128))
    let late = try ScriptedServer(port: port) { $0.station(body: audio) }
    await tuner.perform(isToggle ? .toggle : .resume)
    // It plays for only 0.5 s, which the check may miss. The codec stays known afterwards.
    try await eventually("it is heard") { tuner.snapshot.codec == .mp3 }
    late.stop()
    try await eventually("it is given up again") { !tuner.snapshot.state.isTunedIn }
    await tuner.perform(.play(.station(bench.stations[0])))
    try await bench.plays("S0")
    await bench.end()
  }

  @Test("a radio that serves keeps running after the end of a file, and resume plays the file again")
  func endOfFile() async throws {
    // It is long enough that it still plays when its state is read after the command.
    let path = try SignalSource.shared.path(SoundPipeline.recording, as: .mp3(kilobits: 128))
    let bench = try RadioBench()
    let tuner = bench.tuner
    for _ in 0..<2 {
      await tuner.perform(.play(.file(path: path)))
      try await eventually { tuner.snapshot.state == .ended }
      await tuner.perform(.resume)
      #expect(tuner.snapshot.state.isTunedIn)
      try await eventually { tuner.snapshot.state == .ended }
    }
    #expect(bench.queue.count == 4)
    await bench.end()
  }

  @Test(
    "next and previous come back to the file or the address that the radio was started with", arguments: [true, false])
  func nextAndBack(isFile: Bool) async throws {
    let path = try SignalSource.shared.path(SignalSource.Recording(.music, seconds: 20), as: .mp3(kilobits: 128))
    let bench = try RadioBench { $0.endsWithFirstSource = true }  // as in radiod play
    let source = isFile ? Source.file(path: path) : .url(bench.server.url("/typed"))
    bench.tuner.send(.play(source))
    try await bench.plays(source.displayName)
    bench.tuner.send(.next)
    try await bench.plays("S0")
    bench.tuner.send(.previous)
    try await bench.plays(source.displayName)
    bench.tuner.send(.previous)
    try await bench.plays("S2")
    await bench.end()
  }
}
