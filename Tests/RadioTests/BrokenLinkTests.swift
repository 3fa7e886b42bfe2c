import AudioCore
import Parser
import Player
import Radio
import TestSupport
import Testing

@Suite(
  "Links with broken headers", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct BrokenLinkTests {
  private let sound = SoundPipeline()

  /// A second of sound, and the same with headers that are broken.
  private static func links() throws -> (good: [Packet], broken: [Packet]) {
    var parser = StreamParser(source: "test")
    let stream = try SignalSource.shared.bytes(.init(.tones([1000], amplitude: 0.5), seconds: 1), as: .oggFLAC)
    let good = try (parser.feed(stream) + parser.finish()).packets
    var broken = good
    for index in broken.indices { broken[index].setup = .headers([[1, 2, 3]]) }
    return (good, broken)
  }

  /// The events that are reported when `packets` are played.
  private func events(of packets: [Packet], isLive: Bool) async throws -> [SoundEvent] {
    sound.status.isLive = isLive
    for packet in packets { try await sound.buffer.append(.packet(packet)) }
    sound.buffer.finish()
    sound.start {
      OutputChain(
        spec: .silent, fallsBackToSilence: false, interruption: OutputInterruption(), clock: TestClock())
    }
    #expect(sound.waitUntilOver())
    return sound.events
  }

  @Test("in a file, the link after a broken one is played")
  func nextLink() async throws {
    let links = try Self.links()
    let format = AudioFormat(sampleRate: 44100, channels: 2)
    #expect(
      try await events(of: links.broken + links.good, isLive: false) == [
        .playing(codec: .flac, format: format), .ended,
      ])
    #expect(sound.status.elapsed > .milliseconds(999))
  }

  @Test(
    "a file of broken links, and a live station whose connection has ended, end with the reason",
    arguments: [false, true])
  func alone(isLive: Bool) async throws {
    let links = try Self.links()
    let packets = isLive ? links.broken + links.good : links.broken
    let events = try await events(of: packets, isLive: isLive)
    guard case .failed(.format(.decoder(.flac, _)))? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1)
  }

  @Test("a broken link at the start of a live station ends the connection, as without sound, and the next one plays")
  func nextConnection() async throws {
    let links = try Self.links()
    sound.status.isLive = true
    sound.start {
      OutputChain(
        spec: .silent, fallsBackToSilence: false, interruption: OutputInterruption(), clock: TestClock())
    }
    try await sound.buffer.append(.packet(links.broken[0]))
    var refusal: TimeShiftBuffer.RefusalError?
    #expect(
      ProcessRunner.eventually {
        do throws(TimeShiftBuffer.RefusalError) { try sound.buffer.throwRefusal() } catch { refusal = error }
        return refusal != nil || sound.isOver
      })
    guard case .format(.noSound(.flac, _))? = refusal?.error, refusal?.hasSounded == false else {
      Issue.record("\(String(describing: refusal)) \(sound.events)")
      return
    }
    sound.buffer.connectionBegan()
    try await sound.buffer.append(links.good.map { .packet($0) })
    sound.buffer.finish()
    #expect(sound.waitUntilOver())
    #expect(sound.events == [.playing(codec: .flac, format: AudioFormat(sampleRate: 44100, channels: 2)), .ended])
  }
}
