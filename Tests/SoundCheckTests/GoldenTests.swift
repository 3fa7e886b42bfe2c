import AudioCore
import Glibc
import SoundCheck
import SystemSupport
import TestSupport
import Testing

@Suite("stored measurements")
struct GoldenTests {
  private static let music = Sound.music()

  @Test("a file is read as it was written, and has at most 2 KB a second")
  func file() throws {
    let fingerprint = try Self.music.fingerprint()
    let text = GoldenFile.text(fingerprint)
    #expect(try GoldenFile.parse(text) == fingerprint)
    #expect(Double(text.count) / fingerprint.seconds < 2048, "\(text.count) bytes for \(fingerprint.seconds) s")
    let scratch = try Scratch()
    let path = scratch.path("a.golden.json")
    try GoldenFile.write(fingerprint, to: path)
    #expect(try GoldenFile.read(path) == fingerprint)
  }

  @Test("a file of another version, of other bands, cut off, or of something else is refused with the reason")
  func badFiles() throws {
    let text = String(decoding: GoldenFile.text(try Self.music.fingerprint()), as: UTF8.self)
    func reason(_ text: String) -> String {
      do throws(GoldenFile.ReadError) {
        _ = try GoldenFile.parse(Array(text.utf8))
        return ""
      } catch { return error.reason }
    }
    #expect(
      reason(text.replacing("\"version\":1", with: "\"version\":2")).hasPrefix("version 2, and this program reads"))
    #expect(reason(text.replacing("50,63,80", with: "50,64,80")).hasPrefix("other bands"))
    #expect(reason(String(text.prefix(text.count / 2))).contains("end of file"))
    #expect(reason(text.replacing("springradio-golden", with: "other")).hasPrefix("its type is not"))
    #expect(reason("").contains("the file is empty"))
    #expect(reason(text.replacing("\"sampleRate\":44100", with: "\"sampleRate\":0")).contains("out of range"))
    #expect(reason(text.replacing("\"frames\":176400", with: "\"frames\":88200")).contains("blocks for"))
    #expect(throws: SystemError.self) { try GoldenFile.read("/nonexistent/golden.json") }
  }

  @Test("the same sound is the same, also shifted by up to 50 ms and rounded to 16 bits")
  func same() throws {
    let golden = try Self.music.fingerprint()
    for shift in [-2000, -441, -1, 0, 1, 37, 1105, 2100] {
      let sound = Self.music.changed { samples in
        if shift < 0 {
          samples.removeFirst(-shift)
        } else {
          samples.insert(contentsOf: [Float](repeating: 0, count: shift), at: 0)
        }
        for n in samples.indices { samples[n] = (samples[n] * 32_767).rounded() / 32_767 }
      }
      let finding = try sound.compared(with: golden)
      #expect(finding.holds, "shift \(shift): \(finding.line)")
    }
  }

  @Test(
    "faults in the same samples are found with a tolerance of 0.3 dB",
    arguments: [
      "gain", "tilt", "zeros", "repeat", "cut", "noise", "gap", "dropped channel", "clipped", "rate", "shorter", "mono",
    ])
  func faults(kind: String) throws {
    let golden = try Self.music.fingerprint()
    let finding = try Self.damaged(kind).compared(with: golden)
    #expect(!finding.holds, "\(kind): \(finding.line)")
    if ["zeros", "repeat", "noise", "gap"].contains(kind) {
      // The fault is at 1.7 s.
      #expect(finding.places.contains { $0.time <= 1.7 && $0.time + ($0.duration ?? 0) >= 1.69 }, "\(finding.places)")
    }
  }

  private static func damaged(_ kind: String) -> Sound {
    let place = 74_970
    var generator = SeededRandom(state: 1)
    switch kind {
    case "gain": return music.louder(by: 0.5)
    case "tilt":
      // Half of the difference of neighbours is a shelf above about 10 kHz; 12 % of it are 1 dB at the top.
      return music.changed { samples in
        var last: Float = 0
        for n in samples.indices {
          let sample = samples[n]
          samples[n] = sample + 0.12 * (sample - last) / 2
          last = sample
        }
      }
    case "zeros": return music.changed { samples in for n in place..<place + 44 { samples[n] = 0 } }
    case "repeat": return music.changed { samples in for n in place..<place + 44 { samples[n] = samples[n - 100] } }
    case "cut": return music.changed { samples in samples.removeSubrange(place..<place + 44) }
    case "noise":
      return music.changed { samples in
        for n in place..<place + 44 { samples[n] += Float.random(in: -0.1...0.1, using: &generator) }
      }
    case "gap": return music.changed { samples in for n in place..<place + 441 { samples[n] = 0 } }
    case "dropped channel":
      return Sound(channels: [music.channels[0], [Float](repeating: 0, count: music.frames)])
    case "clipped":
      let peak = music.channels.joined().max() ?? 1
      return music.changed { samples in for n in samples.indices { samples[n] = min(samples[n], peak * 0.85) } }
    case "rate": return Sound(rate: 48_000, channels: music.channels)
    case "shorter": return music.changed { samples in samples.removeLast(8820) }
    default: return Sound(channels: [music.channels[0]])
    }
  }

  @Test("a difference names its time and band")
  func words() throws {
    let golden = try Self.music.fingerprint()
    let hum = Self.music.changed { samples in
      for n in 88_200..<92_610 { samples[n] += Float(0.1 * sin(2 * .pi * 9000 * Double(n) / 44_100)) }
    }
    let finding = try hum.compared(with: golden)
    #expect(finding.text.hasPrefix("golden 2 s, 8.9–11 kHz: +"), "\(finding.text)")
    #expect(finding.places.first?.band?.contains(9000) == true)
    #expect(try Self.music.compared(with: golden).text == "golden 0 dB at most (within 0.3 dB)")
  }

  @Test("one channel is stored and compared alone, and keeps its number")
  func oneChannel() throws {
    func stored(_ sound: Sound) throws -> Fingerprint? {
      var list = ExpectationList()
      list.channel = 2
      let meter = SoundMeter(list, takesFingerprint: true)
      try sound.feed(meter)
      return try meter.fingerprint(of: "sound")
    }
    let golden = try #require(try stored(Self.music))
    #expect(golden.channels == 1)
    #expect(try golden == Sound(channels: [Self.music.channels[1]]).fingerprint())
    var other = Self.music.louder(by: 6)
    other.channels[1] = Self.music.channels[1]
    var list = ExpectationList([.reference(.golden, golden, name: "g")])
    list.channel = 2
    list.within = 0.3
    #expect(try other.report(list).holds)
    other.channels[1] = other.channels[0]
    let finding = try other.report(list).findings[0]
    #expect(!finding.holds && finding.places.compactMap(\.channel).allSatisfy { $0 == 2 }, "\(finding.line)")
    #expect(finding.places.contains { $0.channel == 2 }, "\(finding.places)")
    list.channel = nil
    #expect(try !Self.music.report(list).holds)
  }

  @Test("levels that are quiet in both do not count")
  func quiet() throws {
    let tone = Sound.tone(500, dBFS: -70, seconds: 2, noise: nil)
    let other = Sound.tone(2000, dBFS: -65, seconds: 2, noise: nil)
    let loud = Sound.tone(2000, dBFS: -40, seconds: 2, noise: nil)
    let golden = try tone.fingerprint()
    #expect(try !loud.compared(with: golden).holds)
    // Where nothing is loud enough there is no agreement, unless there is no sound at all.
    #expect(try other.compared(with: golden).text.contains("nothing was compared"))
    let silence = Sound.tone(500, dBFS: -20, seconds: 2, noise: nil).changed { samples in
      for n in samples.indices { samples[n] = 0 }
    }
    #expect(try silence.compared(with: silence.fingerprint()).holds)
    func ending(hertz: Double) -> Sound {
      Sound.tone(500, dBFS: -20, seconds: 2, noise: nil).changed { samples in
        for n in 44_100..<samples.count { samples[n] = Float(0.0004 * sin(2 * .pi * hertz * Double(n) / 44_100)) }
      }
    }
    #expect(try ending(hertz: 2000).compared(with: ending(hertz: 500).fingerprint()).holds)
  }

  @Test("sound of 8 kHz to 192 kHz has a fingerprint, and sound of 1 kHz is refused")
  func rates() throws {
    for rate in [8000, 16_000, 96_000, 192_000] {
      let sound = Sound.tone(440, seconds: 0.5, rate: rate)
      let fingerprint = try sound.fingerprint()
      #expect(try GoldenFile.parse(GoldenFile.text(fingerprint)) == fingerprint)
      let same = try sound.compared(with: fingerprint)
      #expect(same.holds, "\(rate) Hz: \(same.line)")
      #expect(try !sound.louder(by: 0.5).compared(with: fingerprint).holds)
    }
    #expect(throws: OptionError.self) { try Sound.tone(440, rate: 1000).fingerprint() }
  }
}
