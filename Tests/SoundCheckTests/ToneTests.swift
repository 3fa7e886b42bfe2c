import AudioCore
import Glibc
import SoundCheck
import TestSupport
import Testing

@Suite("the tone of a check")
struct ToneTests {
  @Test("1,000 random tones with noise at −60 dB: frequency to 0.1 Hz, level to 0.01 dB")
  func accuracy() throws {
    var generator = SeededRandom(state: 30)
    var (worstHertz, worstLevel) = (0.0, 0.0)
    for seed in 0..<1000 {
      let rate = [8000, 44_100, 48_000, 96_000].randomElement(using: &generator) ?? 44_100
      let hertz = Double.random(in: 30...(Double(rate) * 0.49), using: &generator)
      let level = Double.random(in: -60...0, using: &generator)
      let sound = Sound.tone(hertz, dBFS: level, seconds: 0.3, rate: rate, seed: UInt64(seed))
      let findings = try sound.findings(
        .number(.tone, .around(hertz, tolerance: 0.1)), .number(.level, .around(level, tolerance: 0.01)))
      #expect(
        findings[0].holds && findings[1].holds, "\(hertz) Hz, \(level) dBFS at \(rate) Hz: \(findings.map(\.line))")
      worstHertz = max(worstHertz, abs(findings[0].number - hertz))
      worstLevel = max(worstLevel, abs(findings[1].number - level))
    }
    #expect(worstHertz < 0.02 && worstLevel < 0.01, "\(worstHertz) Hz, \(worstLevel) dB")
  }

  @Test(
    "a dropout is found to a millisecond", arguments: [100.0, 440, 997, 5000],
    [(1.2345, 1.0), (1.0, 7), (0.61, 40), (0.5, 300), (0, 30), (1.9, 100)])
  func dropout(hertz: Double, place: (start: Double, milliseconds: Double)) throws {
    let (start, milliseconds) = place
    let sound = Sound.tone(hertz, seconds: 2).changed { samples in
      let begin = Int(start * 44_100)
      for n in begin..<min(begin + Int(milliseconds * 44.1), samples.count) { samples[n] = 0 }
    }
    let finding = try sound.findings(.of(.tone, "\(hertz)±1"))[0]
    #expect(!finding.holds && finding.text.hasPrefix("tone broke at "), "\(finding.line)")
    let found = try #require(finding.places.first)
    // A low tone is near 0 for some time, in which its end does not show.
    let slack = max(0.001, 0.12 / hertz)
    #expect(abs(found.time - start) <= slack, "\(found)")
    #expect(abs((found.duration ?? 0) - milliseconds / 1000) <= 2 * slack, "\(found)")
    #expect(finding.places.count == 1, "\(finding.places)")
  }

  @Test("a click, samples that are left out and another tone in the middle are breaks; noise is none")
  func others() throws {
    let tone = Sound.tone(997, seconds: 2)
    let click = tone.changed { samples in for n in 40_000..<40_020 { samples[n] += 0.3 } }
    let found = try click.findings(.of(.tone, "997"))[0]
    #expect(!found.holds && abs((found.places.first?.time ?? 0) - 0.907) < 0.001, "\(found.line)")

    let cut = tone.changed { samples in samples.removeSubrange(50_000..<50_300) }
    let jump = try cut.findings(.of(.tone, "997"))[0]
    #expect(!jump.holds && abs((jump.places.first?.time ?? 0) - 1.134) < 0.001, "\(jump.line)")

    let other = Sound.tone(1200, seconds: 2)
    let changed = tone.changed { samples in
      samples.replaceSubrange(30_000..<60_000, with: other.channels[0][30_000..<60_000])
    }
    let change = try changed.findings(.of(.tone, "997"))[0]
    #expect(!change.holds && abs((change.places.first?.time ?? 0) - 0.680) < 0.002, "\(change.line)")
    #expect(abs((change.places.first?.duration ?? 0) - 0.680) < 0.004, "\(change.line)")

    for noise in [-30.0, -12, 0] {
      let noisy = try Sound.tone(997, seconds: 2, noise: noise).findings(.of(.tone, "997±1"))[0]
      #expect(noisy.holds, "\(noise) dB: \(noisy.line)")
    }
    let wrong = try tone.findings(.of(.tone, "440±5"))[0]
    #expect(!wrong.holds && wrong.line == "FAIL  tone 997 Hz (440 ± 5)", "\(wrong.line)")
  }

  @Test(
    "one that is much like the tone is one break, whatever its phase", arguments: [100.0, 440, 997],
    [-10.0, -3, 2, 3, 5, 20])
  func alike(hertz: Double, distance: Double) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let other = Sound.tone(hertz + distance, seconds: 2.5, noise: -40, seed: seed * 7)
      let range = (28_000 + Int(seed) * 2713 % 9000)..<(75_000 + Int(seed) * 1717)
      let sound = Sound.tone(hertz, seconds: 2.5, noise: -40).changed { samples in
        samples.replaceSubrange(range, with: other.channels[0][range])
      }
      let finding = try sound.findings(.of(.tone, "\(hertz)±1"))[0]
      #expect(!finding.holds && finding.places.count == 1, "\(distance) Hz, \(seed): \(finding.line)")
      // They agree for a while at each end.
      let found = try #require(finding.places.first)
      let begin = Double(range.lowerBound) / 44_100
      #expect(found.time >= begin - 0.002 && found.time < begin + 0.07, "\(found)")
      #expect(abs(found.time + (found.duration ?? 0) - Double(range.upperBound) / 44_100) < 0.07, "\(found)")
    }
  }

  @Test("a gap in a low tone is one break with its length", arguments: [40.0, 50, 60], [10.0, 15, 20])
  func lowGap(hertz: Double, milliseconds: Double) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let begin = 15_000 + 3001 * Int(seed)
      let sound = Sound.tone(hertz, seconds: 2, seed: seed).changed { samples in
        for n in begin..<(begin + Int(milliseconds * 44.1)) { samples[n] = 0 }
      }
      let finding = try sound.findings(.of(.tone, "\(hertz)±1"))[0]
      #expect(!finding.holds && finding.places.count == 1, "\(seed): \(finding.line)")
      #expect(abs((finding.places.first?.time ?? 0) - Double(begin) / 44_100) < 0.003, "\(finding.places)")
      #expect(abs((finding.places.first?.duration ?? 0) - milliseconds / 1000) < 0.006, "\(finding.places)")
    }
  }

  @Test("the distance of everything but the tone is that of the noise and the harmonics, without a constant part")
  func only() throws {
    for (noise, harmonic, expected) in [(-40.0, -200.0, 40.0), (-200, -50, 50), (-60, -60, 57)] {
      let sound = Sound.tone(1000, dBFS: -3, seconds: 1, noise: noise)
      let amplitude = pow(10, (-3 + harmonic) / 20)
      let distorted = sound.changed { samples in
        for n in samples.indices {
          samples[n] += Float(amplitude * sin(2 * .pi * 3000 * Double(n) / 44_100)) + 0.1
        }
      }
      let finding = try distorted.findings(.of(.tone, "1000"), .of(.only, "\(expected - 0.3)"))[1]
      #expect(finding.holds && abs(finding.number - expected) < 0.2, "\(finding.line)")
      #expect(try !distorted.findings(.of(.tone, "1000"), .of(.only, "\(expected + 0.3)"))[1].holds)
    }
  }

  @Test("sound without a tone, and sound shorter than a window, have an answer")
  func short() throws {
    let silent = Sound(channels: [[Float](repeating: 0, count: 44_100)])
    #expect(try silent.findings(.of(.tone, "997"))[0].line == "FAIL  tone: there is none (997 ± 1)")
    #expect(try !Sound(channels: [[0.5]]).findings(.of(.tone, "997"))[0].holds)
    let brief = try Sound.tone(3000, seconds: 0.02).findings(.of(.tone, "3000±1"))[0]
    #expect(brief.holds, "\(brief.line)")
  }
}
