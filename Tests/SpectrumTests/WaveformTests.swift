import AudioCore
import Glibc
import Spectrum
import Testing

@Suite("The waveform of an oscilloscope")
struct WaveformTests {
  /// Stereo sound: a sine on the left, silence on the right.
  private static func tone(_ frequency: Double, phase: Double, frames: Int = 4096) -> [Float] {
    (0..<frames).flatMap { (frame: Int) -> [Float] in
      let turns: Double = frequency * Double(frame) / 44_100 + phase
      return [Float(sin(2 * Double.pi * turns)), 0]
    }
  }

  private static let format = AudioFormat(sampleRate: 44_100, channels: 2)

  @Test("a steady tone has the same points at any phase, within a sample", arguments: [110.0, 441, 1000, 3520])
  func triggered(frequency: Double) {
    var first: Waveform?
    for phase in stride(from: 0.0, to: 1, by: 0.13) {
      var wave = Waveform()
      wave.update(Self.tone(frequency, phase: phase), format: Self.format, points: 256, isStereo: true)
      #expect(wave.rows == 2 && wave.points == 256 && wave.lows.count == 512)
      #expect(!wave.highs[256...].contains { $0 != 0 }, "the right channel is silent")
      // A point has three or four samples; the crossing lies up to one sample before the first.
      let slope = Float(2 * .pi * frequency / 44_100)
      for point in 0..<256 {
        #expect(abs(wave.highs[point] - (first ?? wave).highs[point]) <= 2 * slope + 0.01)
      }
      first = first ?? wave
    }
  }

  @Test("hostile sound leaves finite points, and clear leaves none")
  func hostile() {
    for samples in [
      [], [0.1], [Float](repeating: .nan, count: 4096), [Float](repeating: .infinity, count: 4096),
      [Float](repeating: 3e38, count: 4096),
    ] as [[Float]] {
      for channels in [0, 1, 2, 6] {
        for points in [-1, 0, 1, 5000] {
          var wave = Waveform()
          wave.update(
            samples, format: AudioFormat(sampleRate: 44_100, channels: channels), points: points, isStereo: true)
          #expect(wave.lows.count == wave.rows * wave.points && wave.highs.count == wave.lows.count)
          #expect(wave.peak.isFinite && wave.lows.allSatisfy(\.isFinite))
          wave.clear()
          #expect(wave.isFlat && wave.points == 0)
        }
      }
    }
  }
}
