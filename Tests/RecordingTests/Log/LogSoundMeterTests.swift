import AudioCore
import Foundation
import Recording
import Testing

@Suite("Loudness and silence of a log")
struct LogSoundMeterTests {
  private static let format = AudioFormat(sampleRate: 48000, channels: 2)

  private static func sound(_ seconds: Double, decibels: Double) -> PCMBlock {
    let amplitude = Float(pow(10, decibels / 20))
    var samples: [Float] = []
    for frame in 0..<Int(seconds * 48000) {
      let value = amplitude * Float(sin(Double(frame) * 997 / 48000 * 2 * .pi))
      samples += [value, value]
    }
    return PCMBlock(format: format, samples: samples)
  }

  private static func silence(_ seconds: Double) -> PCMBlock {
    PCMBlock(format: format, samples: [Float](repeating: 0.0009, count: Int(seconds * 48000) * 2))
  }

  @Test("a tone of 997 Hz with −23 dBFS in both channels has −23 LUFS, and the next file has its own loudness")
  func loudness() throws {
    let meter = LogSoundMeter()
    meter.add(Self.sound(4, decibels: -23))
    let one = meter.takeFile()
    #expect(abs(try #require(one.loudness) + 23) < 0.1 && one.silences.isEmpty)
    meter.add(Self.sound(4, decibels: -33))
    #expect(abs(try #require(meter.takeFile().loudness) + 33) < 0.1)
    meter.add(Self.silence(4))
    #expect(meter.takeFile().loudness == nil && meter.takeFile().silences.isEmpty)
  }

  @Test(
    "silences longer than 10 s have their places; one that goes on in the next file is named there, with its beginning")
  func silences() throws {
    let meter = LogSoundMeter()
    meter.add(Self.silence(9.9))
    meter.add(Self.sound(1, decibels: -50))
    meter.add(Self.silence(10.5))
    meter.add(Self.sound(1, decibels: -59))
    meter.add(Self.silence(6))
    let one = meter.takeFile().silences
    try #require(one.count == 1)
    #expect(abs(one[0].place - 10.9) < 0.02 && abs(one[0].seconds - 10.5) < 0.02, "\(one)")
    meter.add(Self.silence(5))
    meter.add(Self.sound(1, decibels: -20))
    meter.add(Self.silence(11))
    let two = meter.takeFile().silences
    try #require(two.count == 2)
    #expect(abs(two[0].place + 6) < 0.02 && abs(two[0].seconds - 11) < 0.02, "\(two)")
    #expect(abs(two[1].place - 6) < 0.02 && abs(two[1].seconds - 11) < 0.02, "\(two)")
    meter.add(Self.silence(3))
    let three = meter.takeFile().silences
    #expect(three.count == 1 && abs(three[0].place + 11) < 0.02 && abs(three[0].seconds - 14) < 0.02, "\(three)")
  }

  @Test("where sound is missing a silence ends")
  func gaps() {
    let meter = LogSoundMeter()
    meter.add(Self.silence(8))
    meter.breaks()
    meter.add(Self.silence(8))
    #expect(meter.takeFile().silences.isEmpty)
  }
}
