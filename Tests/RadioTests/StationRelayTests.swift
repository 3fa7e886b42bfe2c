import AudioCore
import Muxing
import Radio
import RadioModel
import TestSupport
import Testing

@Suite("The relay of a tuner", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct StationRelayTests {
  @Test("a listener gets the packets as the station sent them, and ends with the stop")
  func station() async throws {
    let bench = try RadioBench()
    let audio = try SignalSource.shared.bytes(SoundPipeline.recording, as: .mp3(kilobits: 128))
    let tuner = bench.tuner
    let listener = tuner.relay.listen()
    await tuner.perform(.resume)
    var received: [UInt8] = []
    while received.count < 20_000, let items = await listener.next() {
      for case .packet(let packet) in items { received += packet.bytes }
    }
    // The first packet of a recording may be its header, which contains no sound.
    let start = try #require(audio.firstRange(of: received[..<1000]))
    #expect(audio[start.lowerBound...].starts(with: received.prefix(audio.count - start.lowerBound)))
    await tuner.perform(.stop)
    while await listener.next() != nil {}
    #expect(tuner.relay.codec == nil)
    await bench.end()
  }
}
