import AudioCore
import Foundation
import Loudness
import TestSupport
import Testing

/// Loudness, range and true peak beside those of ffmpeg's filter ebur128, on seeded sounds. In none of them is a block so
/// near the relative gate (0.01 LU) that ffmpeg, which rounds to that, counts it and the standard does not.
@Suite("Loudness beside ffmpeg", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct FFmpegLoudnessTests {
  /// What a meter reads in the end.
  private struct Reading {
    var integrated: Double
    var range: Double
    var truePeak: Double
  }

  /// A sound, the same for a number in every run.
  private struct Sound {
    /// At 88.2 kHz ffmpeg misses up to 0.5 dB of white noise, since it computes 2.2 values a sample.
    static let rates = [8000, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000]

    let rate: Int
    let channels: Int
    let kind: Int
    let samples: [Float]

    init(number: Int) {
      var random = SeededRandom(seed: UInt64(number) + 3000)
      let rate = Self.rates[number % Self.rates.count]
      let (channels, kind) = (1 + number / (5 * Self.rates.count) % 2, number / Self.rates.count % 5)
      // Whole tenths of a second: ffmpeg gives no numbers for what follows.
      let frames = Int(40 + 30 * random.unit()) * rate / 10
      var samples = [Float](repeating: 0, count: frames * channels)
      let tones = (0..<3).map { _ in (30 * pow(0.35 * Double(rate) / 30, random.unit()), 0.03 + 0.15 * random.unit()) }
      let levels = (0..<16).map { _ in pow(10, -2 * random.unit()) }
      let (gate, sweep) = (0.1 + 0.8 * random.unit(), 2 + 4 * random.unit())
      for frame in 0..<frames {
        let time = Double(frame) / Double(rate)
        // Both meters begin and end with something else before and behind the sound.
        let fade = min(Double(frame), Double(frames - frame), 0.02 * Double(rate)) / (0.02 * Double(rate))
        let envelope =
          switch kind {
          case 2: time.truncatingRemainder(dividingBy: 1) < gate ? 1 : 0.003
          case 3: levels[Int(time * 2)]
          case 4: 0.55 + 0.45 * sin(2 * Double.pi * time / sweep)
          default: 1.0
          }
        let tone = tones.reduce(0.0) { $0 + $1.1 * sin(2 * Double.pi * $1.0 * time) }
        for channel in 0..<channels {
          let noise = random.unit() + random.unit() + random.unit() - 1.5
          let value = kind == 0 ? noise * 0.4 : tone * (channel == 0 ? 1 : 0.7) + noise * 0.05
          samples[frame * channels + channel] = Float(value * envelope * fade)
        }
      }
      (self.rate, self.channels, self.kind, self.samples) = (rate, channels, kind, samples)
    }

    /// What ours reads.
    var reading: Reading {
      let meter = LoudnessSound.meter(samples, rate: rate, channels: channels)
      return Reading(
        integrated: meter.integrated ?? -70, range: meter.range ?? 0, truePeak: meter.truePeaks.max() ?? 0)
    }

    /// What ffmpeg reads.
    func reference(in folder: Scratch) throws -> Reading {
      try samples.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: folder.path("sound"))) }
      let format = ["-f", "f32le", "-ar", "\(rate)", "-ac", "\(channels)", "-i", folder.path("sound")]
      let filter = "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-"
      let result = try ProcessRunner.run("ffmpeg", ["-v", "error"] + format + ["-af", filter, "-f", "null", "-"])
      #expect(result.exitCode == 0, "\(result.errorText)")
      func last(_ key: String) throws -> Double {
        let line = try #require(result.text.split(separator: "\n").last { $0.hasPrefix("lavfi.r128.\(key)=") })
        return try #require(Double(line.split(separator: "=")[1]))
      }
      return try Reading(
        integrated: last("I"), range: last("LRA"),
        truePeak: (0..<channels).map { try last("true_peaks_ch\($0)") }.max() ?? 0)
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["TEST_LONG"] != nil

  @Test(
    "seeded sounds agree to 0.05 LU, 0.2 LU of range and 0.2 dB of true peak",
    arguments: Array(stride(from: 0, to: 200, by: isLong ? 1 : 7)))
  func agreement(number: Int) throws {
    let sound = Sound(number: number)
    let (ours, theirs) = (sound.reading, try sound.reference(in: Scratch()))
    let what = "\(sound.rate) Hz, \(sound.channels) channels, kind \(sound.kind): \(ours) beside \(theirs)"
    #expect(abs(ours.integrated - theirs.integrated) <= 0.05, "\(what)")
    #expect(abs(ours.range - theirs.range) <= 0.2, "\(what)")
    #expect(abs(20 * log10(ours.truePeak / theirs.truePeak)) <= 0.2, "\(what)")
  }
}
