import AudioCore
import Foundation
import Parser
import Player
import Radio
import TestSupport
import Testing

/// What a listener hears after moves in the sound that is kept, beside an unbroken decode of all of it.
private struct Listener {
  let pipeline: SoundPipeline
  let device: TestDevice
  let wakeUp = OutputInterruption()
  let format: AudioFormat
  let reference: [Float]
  let queueFrames: Int
  /// 20 ms, as a fade lasts.
  var fadeFrames: Int { format.sampleRate / 50 }

  /// Plays `packets` to a device with a queue of a second, and waits until that is full.
  init(
    _ packets: [Packet], isLive: Bool = false, inRealTime: Bool = false, isReplicated: Bool = false
  ) async throws {
    let pipeline = SoundPipeline(past: .seconds(3600))
    self.pipeline = pipeline
    let clock = TestClock()
    device = TestDevice(clock: clock)
    let first = try #require(packets.first)
    reference = try SoundPipeline.decoded(packets)
    let factor = isReplicated ? 2 : 1
    format = AudioFormat(
      sampleRate: first.headerFormat.sampleRate * factor,
      channels: max(1, reference.count / max(1, packets.reduce(0) { $0 + $1.frameCount * factor })))
    queueFrames = format.sampleRate
    let frames = queueFrames
    device.set { state in state.queueFrames = frames }
    pipeline.buffer.connectionBegan(isLive: isLive)
    pipeline.status.isLive = isLive
    try await pipeline.buffer.append(packets.map { .packet($0) })
    pipeline.start { [device, wakeUp] in
      OutputChain(
        device: TestDevice.name, fallsBackToSilence: true, interruption: OutputInterruption(), wakeUp: wakeUp,
        clock: inRealTime ? SystemPacingClock() : clock, make: { device.makeOutput() })
    }
    try waitUntilFull()
  }

  func waitUntilFull() throws {
    let (device, least) = (device, queueFrames * 3 / 4)
    try #require(ProcessRunner.eventually { device.now.queued ?? 0 >= least })
  }

  /// Makes a `change` of `pipeline.moves`, wakes the sound thread, and waits until the device gave its sound back.
  func signal(_ change: () -> Void = {}) throws {
    // Counted before the change: a held loop may note it before it is woken.
    let (device, takeBacks) = (device, device.now.takeBacks)
    change()
    wakeUp.request()
    pipeline.buffer.nudge()
    try #require(ProcessRunner.eventually { device.now.takeBacks > takeBacks })
  }

  /// Moves to `target`. Returns the samples that follow the fade-out and the fade-in, and the first frame of the source
  /// that they should be.
  func move(to target: Duration, after frames: Int) throws -> (samples: ArraySlice<Float>, frame: Int) {
    device.set { $0.playedFrames += frames }
    try waitUntilFull()
    pipeline.moves.move(to: target)
    let beginning = device.now.playedFrames + TestDevice.keptFrames + fadeFrames
    try signal()
    try waitUntilFull()
    let samples = device.now.samples.dropFirst((beginning + fadeFrames) * format.channels)
    return (samples, Int((target / .seconds(1) * Double(format.sampleRate)).rounded()) + fadeFrames)
  }

  func end() {
    pipeline.status.requestStop()
    wakeUp.request()
    pipeline.buffer.close()
    #expect(pipeline.waitUntilOver())
  }
}

@Suite("Moves in the sound that is kept", .timeLimit(.minutes(5 * TestTime.waitScale)))
struct JumpTests {
  /// A stream, and how much the sound after a jump may differ from that of an unbroken decode.
  struct Stream: Sendable, CustomTestStringConvertible {
    var name: String
    var coding: SignalSource.Coding
    var rate = 44100
    var channels = 2
    /// The largest difference of a sample.
    var tolerance: Float = 0
    /// The largest difference as a share of the sound, by their powers.
    var share: Float = 0
    /// True for AAC whose decoder doubles the sample rate, and makes stereo of mono.
    var isReplicated = false
    var testDescription: String { name }
  }

  /// libmpg123's order of additions depends on where it began and on its kernel: 2 · 10⁻⁷ for MPEG audio. AAC replaces
  /// noisy bands by noise of its own, which is another one at each decode.
  static let streams = [
    Stream(name: "MP3 at a constant bit rate", coding: .mp3(kilobits: 128), tolerance: 2e-7),
    Stream(name: "MP3 at a variable bit rate", coding: .variableMP3, tolerance: 2e-7),
    Stream(name: "mono MP3", coding: .mp3(kilobits: 64), channels: 1, tolerance: 2e-7),
    Stream(name: "MPEG-2", coding: .mp3(kilobits: 48), rate: 22050, channels: 1, tolerance: 2e-7),
    Stream(name: "Vorbis", coding: .vorbis(kilobits: 96)),
    Stream(name: "FLAC", coding: .oggFLAC),
    Stream(name: "PCM", coding: .wav),
    Stream(name: "AAC-LC", coding: .aac(kilobits: 96), share: 0.05),
    Stream(name: "HE-AAC", coding: .aac(kilobits: 32), rate: 22050, channels: 1, share: 0.05, isReplicated: true),
    Stream(name: "Opus", coding: .opus(kilobits: 64), rate: 48000, share: 1e-3),
    Stream(name: "Speex", coding: .speex(kilobits: 24), rate: 16000, channels: 1, share: 1e-3),
  ]

  private static func packets(_ stream: Stream, seconds: Double) throws -> [Packet] {
    let recording = SignalSource.Recording(.music, seconds: seconds, rate: stream.rate, channels: stream.channels)
    var parser = StreamParser(source: "test")
    let packets = try (parser.feed(SignalSource.shared.bytes(recording, as: stream.coding)) + parser.finish()).packets
    guard stream.isReplicated else { return packets }
    return packets.map { packet in
      var packet = packet
      packet.bytes = BandReplication.added(to: packet.bytes)
      return packet
    }
  }

  /// 200 jumps a stream with TEST_LONG=1.
  private static let count = ProcessInfo.processInfo.environment["TEST_LONG"] == nil ? 12 : 200

  @Test("after a jump the samples are those of an unbroken decode", arguments: streams)
  func jumps(stream: Stream) async throws {
    let seconds = 20.0
    let listener = try await Listener(
      Self.packets(stream, seconds: seconds), isReplicated: stream.isReplicated)
    let channels = listener.format.channels
    var random = SeededRandom(seed: 33)
    let rate = Double(listener.format.sampleRate)
    for _ in 0..<Self.count {
      // Not in the middle between two frames, where either is right: a place is a time in nanoseconds.
      let place = (random.unit() * (seconds - 3) * rate).rounded() + 0.8 * random.unit() - 0.4
      let target = Duration.seconds(max(0, place / rate))
      let (samples, frame) = try listener.move(to: target, after: Int(random.next() % 20_000))
      let expected = listener.reference.dropFirst(frame * channels)
      let count = min(samples.count, 16_384)
      try #require(count > 8192 && expected.count >= count)
      let errors = zip(samples.prefix(count), expected).map { $0 - $1 }
      let worst = errors.reduce(0) { max($0, abs($1)) }
      func power(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
      let share = (power(errors) / max(power(expected.prefix(count)), 1e-30)).squareRoot()
      try #require(worst <= stream.tolerance || share < stream.share, "to \(target): \(worst), \(share)")
    }
    listener.end()
  }

  @Test(
    "a pause goes on to the sample, also when the sound thread notes it late, and a stop ends it",
    arguments: [false, true])
  func hold(isLive: Bool) async throws {
    let stream = Self.streams[4]
    // With a clock that passes at each wait, the device would be closed at once.
    let listener = try await Listener(Self.packets(stream, seconds: 20), isLive: isLive, inRealTime: true)
    let channels = listener.format.channels
    for frames in [30_000, 5000, 44_100] {
      listener.device.set { $0.playedFrames += frames }
      try listener.waitUntilFull()
      listener.pipeline.moves.setHeld(true)
      let place = listener.device.now.playedFrames + TestDevice.keptFrames + listener.fadeFrames
      try listener.signal()
      // Behind the fade is silence, which is taken back when the sound goes on.
      let (silence, channels) = (place * channels, channels)
      try await eventually {
        listener.device.now.frames > place && listener.device.now.samples.dropFirst(silence).allSatisfy { $0 == 0 }
      }
      listener.device.set { state in state.playedFrames = place - TestDevice.keptFrames }
      try listener.signal { listener.pipeline.moves.setHeld(false) }
      try listener.waitUntilFull()
      // The same frame follows as without the pause, faded in.
      let samples = listener.device.now.samples.dropFirst((place + listener.fadeFrames) * channels).prefix(8192)
      let expected = listener.reference.dropFirst((place + listener.fadeFrames) * channels).prefix(8192)
      #expect(Array(samples) == Array(expected))
    }
    listener.pipeline.moves.setHeld(true)
    try listener.signal()
    listener.end()
  }

  @Test("a move to live leads to where live is when the sound thread reaches it, which may be late")
  func live() async throws {
    let listener = try await Listener(Self.packets(Self.streams[4], seconds: 20), isLive: true, inRealTime: true)
    let pipeline = listener.pipeline
    listener.device.set { $0.playedFrames += 5000 }
    try listener.waitUntilFull()
    pipeline.moves.setHeld(true)
    try listener.signal()
    let wanted = pipeline.buffer.livePlace
    try await eventually { pipeline.buffer.livePlace > wanted + 200_000_000 }
    #expect(pipeline.buffer.isShifted)
    try listener.signal {
      pipeline.moves.move(to: .nanoseconds(wanted), isToNewest: true)
      pipeline.moves.setHeld(false)
    }
    try await eventually { pipeline.moves.wanted.target == nil && !pipeline.buffer.isShifted }
    listener.end()
  }
}
