import Glibc

/// Synthetic sound for tests, the same on every run. Full scale is −1…1.
public enum Signal: Hashable, Sendable {
  /// Silence.
  case silence
  /// Sines of these frequencies, in hertz, each of this amplitude; the right channel is an eighth of a cycle ahead.
  case tones([Double], amplitude: Double)
  /// Sines of these frequencies, in hertz, one after the other, each of `seconds`, and from the first on again. The sound
  /// is continuous where the tone changes.
  case scale([Double], seconds: Double, amplitude: Double)
  /// A tone in every octave from 62.5 Hz up: on the left eight tones, each 3 dB softer than the one below; on the right
  /// the first four, equally loud.
  case steps
  /// Noise with the same power in every octave, different on each channel.
  case pinkNoise
  /// A sine from 40 Hz to 18 kHz over `seconds`, with equal time for every octave.
  case sweep(seconds: Double)
  /// Chords and beats that never repeat, different on each channel. No two moments look alike, so a recording can be
  /// aligned.
  case music

  /// `frames` sample frames at `rate` hertz, interleaved.
  public func samples(frames: Int, rate: Int, channels: Int) -> [Float] {
    var result = [Float](repeating: 0, count: frames * channels)
    for channel in 0..<channels {
      var source = Source(self, rate: Double(rate), channel: channel)
      for frame in 0..<frames { result[frame * channels + channel] = Float(source.next()) }
    }
    return result
  }

  /// The generator of one channel.
  private struct Source {
    private let signal: Signal
    private let rate: Double
    private let channel: Int
    private var frame = 0
    private var random: SeededRandom
    private var rows = [Double](repeating: 0, count: 16)
    private var notes: [(step: Double, phase: Double)] = []
    private var noteAge = 0
    private var noteLength = 0
    private var cycles = 0.0

    init(_ signal: Signal, rate: Double, channel: Int) {
      self.signal = signal
      self.rate = rate
      self.channel = channel
      random = SeededRandom(seed: UInt64(channel) + 1)
    }

    mutating func next() -> Double {
      defer { frame += 1 }
      let time = Double(frame) / rate
      switch signal {
      case .silence: return 0
      case .tones(let frequencies, let amplitude):
        return frequencies.reduce(0) { $0 + amplitude * sin(2 * .pi * ($1 * time + Double(channel) / 8)) }
      case .scale(let frequencies, let seconds, let amplitude):
        defer { cycles += frequencies[Int(time / seconds) % frequencies.count] / rate }
        return amplitude * sin(2 * .pi * cycles)
      case .steps:
        return (0..<(channel == 0 ? 8 : 4)).reduce(0.0) { sum, octave in
          let amplitude = channel == 0 ? 0.25 * pow(10, Double(octave) * -3 / 20) : 0.1
          return sum + amplitude * sin(2 * .pi * 62.5 * Double(1 << octave) * time)
        }
      case .pinkNoise: return nextPink()
      case .sweep(let seconds):
        let octaves = log(18000.0 / 40)
        return 0.5 * sin(2 * .pi * 40 * seconds / octaves * (exp(octaves * time / seconds) - 1))
      case .music: return nextMusic()
      }
    }

    /// The Voss-McCartney algorithm: row k changes every 2^(k+1) samples.
    private mutating func nextPink() -> Double {
      rows[min(frame.trailingZeroBitCount, rows.count - 1)] = random.unit() * 2 - 1
      return (rows.reduce(0, +) + random.unit() * 2 - 1) / 24
    }

    /// Three decaying notes at a time with a little noise at their start; length and pitch are random.
    private mutating func nextMusic() -> Double {
      if noteAge >= noteLength {
        noteAge = 0
        noteLength = Int(rate * (0.12 + 0.3 * random.unit()))
        notes = (0..<3).map { _ in (step: 110 * pow(2, 4.5 * random.unit()) / rate, phase: random.unit()) }
      }
      let age = Double(noteAge) / rate
      noteAge += 1
      let swell = min(age / 0.01, 1) * exp(-3 * age) * min(Double(noteLength - noteAge) / rate / 0.01, 1)
      var sum = 0.1 * (random.unit() * 2 - 1) * exp(-40 * age)
      for index in notes.indices {
        notes[index].phase += notes[index].step
        sum += 0.22 * sin(2 * .pi * notes[index].phase)
      }
      return sum * swell
    }
  }
}
