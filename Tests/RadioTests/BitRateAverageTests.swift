import AudioCore
import Radio
import Testing

@Suite("The mean bit rate")
struct BitRateAverageTests {
  private func packet(
    _ codec: Codec = .vorbis, frames: Int, kilobits: Int, isDiscontinuity: Bool = false
  ) -> Packet {
    Packet(
      codec: codec, bytes: [0], headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: frames,
      bitRate: kilobits * 1000, isDiscontinuity: isDiscontinuity,
      setup: codec == .mp3 ? nil : .headers([]))
  }

  @Test("packets are weighted by their duration, since Vorbis has short packets with high bit rates")
  func weighted() {
    var rates = BitRateAverage()
    var mean = 0
    for _ in 0..<20 {
      for _ in 0..<8 { mean = rates.average(adding: packet(frames: 128, kilobits: 600)) }
      mean = rates.average(adding: packet(frames: 1024, kilobits: 100))
    }
    #expect((340_000...360_000).contains(mean))
  }

  @Test("a packet without sound, such as the first of a Vorbis link, does not count")
  func silentFirst() {
    var rates = BitRateAverage()
    #expect(rates.average(adding: packet(frames: 0, kilobits: 900)) == 0)
    #expect(rates.average(adding: packet(frames: 1024, kilobits: 100)) == 100_000)
    #expect(rates.average(adding: packet(frames: 0, kilobits: 900)) == 100_000)
  }

  @Test("the mean covers the last 5 s")
  func window() {
    var rates = BitRateAverage()
    for _ in 0..<1000 { _ = rates.average(adding: packet(frames: 1024, kilobits: 320)) }
    var mean = 0
    for _ in 0..<(44100 * 5 / 1024) { mean = rates.average(adding: packet(frames: 1024, kilobits: 128)) }
    #expect((190_000...205_000).contains(mean), "a third of the difference is left")
  }

  @Test("another codec and a break in MP3 restart the mean; the next link of an Ogg stream continues it")
  func breaks() {
    var rates = BitRateAverage()
    for _ in 0..<100 { _ = rates.average(adding: packet(frames: 1024, kilobits: 100)) }
    let next = rates.average(adding: packet(frames: 1024, kilobits: 500, isDiscontinuity: true))
    #expect((100_001...110_000).contains(next))
    #expect(rates.average(adding: packet(.mp3, frames: 1152, kilobits: 128)) == 128_000)
    _ = rates.average(adding: packet(.mp3, frames: 1152, kilobits: 320))
    #expect(rates.average(adding: packet(.mp3, frames: 1152, kilobits: 192, isDiscontinuity: true)) == 192_000)
  }
}
