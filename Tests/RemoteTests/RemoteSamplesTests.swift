import AudioCore
import Dispatch
import Glibc
import NIOCore
import Remote
import TestSupport
import Testing

@Suite("The sound of a daemon in a view")
struct RemoteSamplesTests {
  private static let stereo = AudioFormat(sampleRate: 44_100, channels: 2)
  private static let mono = AudioFormat(sampleRate: 22_050, channels: 1)

  /// The bytes of a block whose samples are all `value`, of which all are audible.
  private static func block(_ format: AudioFormat, frames: Int, value: Float, continues: Bool = false) -> [UInt8] {
    let header = SampleBlock(format: format, frames: frames, startFrame: 0, framesAhead: 0, continues: continues).header
    let samples = [Float](repeating: value, count: frames * format.channels)
    return header + samples.withUnsafeBytes { Array($0) }
  }

  private static let opening = ["Content-Type: application/x-springradio-samples"]

  /// Runs `body` with the sound of a daemon that answers requests for it with `script`.
  private static func withSamples(
    _ script: @escaping @Sendable (ScriptedCall) -> Void,
    _ body: (RemoteSamples, FakeDaemon, Daemons) async throws -> Void
  ) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    daemon.answerSamples(script)
    var limits = Daemons.limits
    limits.silence = .seconds(20)
    try await daemons.withClient(limits: limits) { client in
      let samples = RemoteSamples(client: client)
      let run = Task { await samples.run() }
      do {
        try await body(samples, daemon, daemons)
      } catch {
        run.cancel()
        throw error
      }
      run.cancel()
      await run.value
    }
  }

  private static func reads(_ format: AudioFormat, _ value: Float, _ samples: RemoteSamples) -> Bool {
    var window = TapWindow()
    guard case .sound(format, _) = samples.readTap(frames: 8, into: &window) else { return false }
    return window.samples.allSatisfy { $0 == value }
  }

  private static func isSilent(_ samples: RemoteSamples) -> Bool {
    var window = TapWindow()
    return samples.readTap(frames: 8, into: &window) == .silence
  }

  /// Sends a block until it was read, which `steps` says: its sound is over 250 ms after it came.
  private static func send(
    _ bytes: [UInt8], piecesOf size: Int = .max, in call: ScriptedCall, untilRead steps: DispatchSemaphore
  ) {
    while call.send(bytes, piecesOf: size), steps.wait(timeout: .now() + .milliseconds(20)) == .timedOut {}
  }

  @Test("the sound follows changes of the format and pauses, in pieces of any size")
  func formats() async throws {
    let steps = DispatchSemaphore(value: 0)
    try await Self.withSamples { call in
      call.answer(headers: Self.opening)
      Self.send(Self.block(Self.stereo, frames: 400, value: 0.25), piecesOf: 97, in: call, untilRead: steps)
      Self.send(Self.block(Self.mono, frames: 300, value: -0.5), piecesOf: 13, in: call, untilRead: steps)
      call.send(SampleBlock.silence.header)
      _ = steps.wait(timeout: .now() + 20)
      let last =
        Self.block(Self.mono, frames: 300, value: .nan) + Self.block(Self.mono, frames: 9, value: 1, continues: true)
      Self.send(last, in: call, untilRead: steps)
      call.waitForEnd()
    } _: { samples, _, _ in
      #expect(await Daemons.eventually { Self.reads(Self.stereo, 0.25, samples) })
      steps.signal()
      #expect(await Daemons.eventually { Self.reads(Self.mono, -0.5, samples) })
      steps.signal()
      #expect(await Daemons.eventually { Self.isSilent(samples) })
      steps.signal()
      #expect(await Daemons.eventually { Self.reads(Self.mono, 1, samples) })
      steps.signal()
    }
  }

  @Test("without new blocks the sound is silent soon, and a daemon that comes back is heard again")
  func restart() async throws {
    let isRead = DispatchSemaphore(value: 0)
    try await Self.withSamples { call in
      call.answer(headers: Self.opening)
      Self.send(Self.block(Self.stereo, frames: 400, value: 0.25), in: call, untilRead: isRead)
      call.waitForEnd()
    } _: { samples, daemon, daemons in
      #expect(await Daemons.eventually { Self.reads(Self.stereo, 0.25, samples) })
      isRead.signal()
      #expect(await Daemons.eventually { Self.isSilent(samples) })
      daemon.stop()
      unlink(daemons.socketPath)
      let second = try FakeDaemon(socketPath: daemons.socketPath)
      defer { second.stop() }
      second.answerSamples { call in
        call.answer(headers: Self.opening)
        while call.send(Self.block(Self.mono, frames: 441, value: 0.75, continues: true)) {
          call.pause(.milliseconds(20))
        }
      }
      #expect(await Daemons.eventually { Self.reads(Self.mono, 0.75, samples) })
      #expect(samples.fault == nil)
    }
  }

  @Test("the sound is asked for when it is read, and no longer when it is not")
  func onDemand() async throws {
    try await Self.withSamples { call in
      call.answer(headers: Self.opening)
      while call.send(Self.block(Self.stereo, frames: 441, value: 0.25, continues: true)) {
        call.pause(.milliseconds(10))
      }
    } _: { samples, daemon, _ in
      #expect(!daemon.asked.contains("GET /api/samples"))
      #expect(await Daemons.eventually { Self.reads(Self.stereo, 0.25, samples) })
      #expect(daemon.asked.count { $0 == "GET /api/samples" } == 1)
    }
  }

  @Test("bytes that are not sound are given up and asked for again at a slow pace; a refusal is shown")
  func hostile() async throws {
    try await Self.withSamples { call in
      switch call.number % 3 {
      case 0:
        call.answer(headers: Self.opening)
        call.sendForever([UInt8](repeating: 0x41, count: 1000), limit: 100)
      case 1: call.answer(headers: ["Content-Type: text/html"], body: Array("<p>".utf8))
      default:
        call.answer(
          "503 Service Unavailable", headers: ["Content-Type: application/json"],
          body: Array(#"{"error":"4 programs\u001b follow the sound already"}"#.utf8))
      }
    } _: { samples, daemon, _ in
      let start = ContinuousClock.now
      var isAlwaysSilent = true
      #expect(
        await Daemons.eventually {
          isAlwaysSilent = isAlwaysSilent && Self.isSilent(samples)
          return samples.fault == "4 programs follow the sound already"
        })
      #expect(isAlwaysSilent)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      #expect(Double(daemon.asked.count { $0 == "GET /api/samples" }) < 10 + seconds * 10)
    }
  }

  @Test("a stream that is cut anywhere gives the same blocks")
  func pieces() throws {
    let bytes =
      Self.block(Self.stereo, frames: 5, value: 0.5) + SampleBlock.silence.header
      + Self.block(Self.mono, frames: 0, value: 0, continues: true) + Self.block(Self.mono, frames: 7, value: 1)
    for size in 1...bytes.count {
      var reader = SampleBlockReader()
      var samples: [Float] = []
      var blocks: [(SampleBlock, [Float])] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.feed(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
        while let block = try reader.next(into: &samples) { blocks.append((block, samples)) }
      }
      #expect(blocks.map(\.0.format) == [Self.stereo, nil, Self.mono, Self.mono])
      #expect(blocks.map(\.1.count) == [10, 0, 0, 7])
      #expect(blocks.first?.1 == [Float](repeating: 0.5, count: 10))
    }
  }
}
