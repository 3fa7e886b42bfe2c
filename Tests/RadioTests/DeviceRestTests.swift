import AudioCore
import Parser
import Player
import Radio
import Synchronization
import TestSupport
import Testing

@Suite(
  "A sound device while the station sends no sound", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct DeviceRestTests {
  private let pipeline = SoundPipeline(resume: .seconds(1))
  private let clock = TestClock()
  private let device: TestDevice

  init() { device = TestDevice(clock: clock) }

  private func start(isNamed: Bool = false) {
    pipeline.start { [device, clock] in
      OutputChain(
        device: TestDevice.name, fallsBackToSilence: !isNamed, interruption: OutputInterruption(), clock: clock,
        make: { device.makeOutput() })
    }
    pipeline.status.isLive = true
  }

  private func put(_ packets: some Sequence<Packet>) async throws {
    // All in one call: between two calls the loop might find the buffer empty, and there would be another underrun.
    try await pipeline.buffer.append(packets.map { .packet($0) })
  }

  /// Advances the clock by `seconds` while the loop runs, in steps that are too short to count as a suspend.
  private func pass(seconds: Int) {
    for _ in 0..<seconds {
      clock.advance(by: .seconds(1))
      let looks = clock.looks.load(ordering: .acquiring)
      #expect(ProcessRunner.eventually { clock.looks.load(ordering: .acquiring) > looks + 6 || pipeline.isOver })
    }
  }

  @Test("the device is closed 10 s after an underrun, and opened while new sound gathers, which then fades in")
  func closedAndBack() async throws {
    let packets = try SoundPipeline.packets()
    start()
    try await put(packets[..<30])
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    pass(seconds: 8)
    #expect(device.now.closed == 0 && device.now.opened == 1)
    pass(seconds: 3)
    #expect(device.now.closed == 1)
    pass(seconds: 15)
    #expect(device.now.opened == 1, "it stays closed")
    let heard = device.now.samples.count
    try await put(packets[30..<40])
    #expect(ProcessRunner.eventually { device.now.opened == 2 }, "a quarter of a second of the second that is wanted")
    #expect(device.now.samples.count == heard)
    try await put(packets[40...])
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(device.now.opened == 2 && device.now.closed == 2)
    let second = device.now.samples[heard...]
    #expect(second.count == 2 * 1152 * (packets.count - 30))
    #expect(SoundPipeline.isFadeIn(second.prefix(2 * 88)), "a fade of 20 ms")
    #expect(!pipeline.events.contains { if case .outputLost = $0 { true } else { false } })
    #expect(pipeline.events.count { if case .playing = $0 { true } else { false } } == 2)
    #expect(pipeline.events.last == .ended)
  }

  @Test("the device is closed when the station sends no sound in the first 10 s, and opened with its first sound")
  func neverHeard() async throws {
    let packets = try SoundPipeline.packets()
    start()
    #expect(ProcessRunner.eventually { device.now.opened == 1 })
    pass(seconds: 12)
    #expect(ProcessRunner.eventually { device.now.closed == 1 })
    try await put(packets)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(device.now.opened == 2 && device.now.closed == 2)
    #expect(device.now.frames == 1152 * packets.count)
  }

  @Test(
    "a closed device that another program has taken is retried while silence plays, named or not",
    arguments: [false, true])
  func taken(isNamed: Bool) async throws {
    let packets = try SoundPipeline.packets()
    start(isNamed: isNamed)
    try await put(packets[..<30])
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    pass(seconds: 11)
    #expect(device.now.closed == 1)
    device.set { $0.openFault = "another program is using it" }
    try await put(packets[30...])
    #expect(
      ProcessRunner.eventually {
        pipeline.events.contains(
          .outputLost("playing silently: lost the sound device 'test' (another program is using it); trying it again"))
      }, "\(pipeline.events)")
    device.set { $0.openFault = nil }
    for _ in 0..<4 { try await put(packets) }
    #expect(ProcessRunner.eventually { pipeline.events.contains(.outputBack("sound goes to the device 'test' now")) })
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(device.now.opened == device.now.closed)
  }

  @Test("closing the device changes neither the titles nor the elapsed time")
  func titles() async throws {
    let packets = try SoundPipeline.packets()
    start()
    try await pipeline.buffer.append(.metadata(StreamMetadata(title: "A")))
    try await put(packets[..<30])
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    pass(seconds: 12)
    #expect(device.now.closed == 1)
    try await pipeline.buffer.append(.metadata(StreamMetadata(title: "A")))
    try await put(packets[30..<60])
    try await pipeline.buffer.append(.metadata(StreamMetadata(title: "B")))
    try await put(packets[60...])
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    var titles: [String] = []
    for case .title(let metadata, _, _) in pipeline.events { titles.append(metadata.title) }
    #expect(titles == ["A", "B"])
    #expect(abs(pipeline.status.elapsed / .seconds(1) - Double(1152 * packets.count) / 44100) < 0.001)
  }
}
