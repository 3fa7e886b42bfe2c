import AudioCore
import Parser
import RadioModel
import Recording
import Synchronization
import TestSupport
import Testing

@Suite("The list of recordings", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RecordingsTests {
  /// Six seconds of sound with one title, in a codec that no file is made of.
  private static func sound() async throws -> RecordedSource {
    var limits = TimeShiftBuffer.Limits()
    limits.past = .seconds(60)
    let buffer = TimeShiftBuffer(limits: limits)
    try await buffer.append(.metadata(StreamMetadata(title: "Artist - Song")))
    for _ in 0..<60 {
      try await buffer.append(
        .packet(
          Packet(
            codec: .alac, bytes: [1, 2, 3], headerFormat: AudioFormat(sampleRate: 1000, channels: 2), frameCount: 100,
            bitRate: 8000, isDiscontinuity: false)))
    }
    buffer.finish()
    return RecordedSource(buffer: buffer, name: "FIP", address: "")
  }

  @Test("failed recordings are counted without a bound, and the number of those that are written is passed on")
  func counts() async throws {
    let counts = Mutex<[Int]>([])
    let settings = RecordingSettings(folder: RecordingFolder(try Scratch().path)) { _, _ in true }
    let recordings = Recordings(settings: settings) { count in counts.withLock { $0.append(count) } }
    let source = try await Self.sound()
    #expect(recordings.failureCount == 0 && recordings.list.isEmpty)
    let failed = Recordings.maximumListed + 3
    for number in 1...failed {
      #expect(try recordings.keep(nil, at: 0, of: source).id == number)
      #expect(ProcessRunner.eventually { recordings.failureCount == number })
    }
    #expect(recordings.list.map(\.id) == (4...failed).reversed())
    #expect(recordings.list.allSatisfy { $0.state == .failed && $0.reason?.contains("cannot be recorded") == true })
    #expect(ProcessRunner.eventually { counts.withLock { $0.count } == 2 * failed })
    #expect(counts.withLock { $0.last } == 0 && recordings.activeCount == 0)
  }
}
