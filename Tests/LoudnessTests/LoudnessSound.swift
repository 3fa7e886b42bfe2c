import AudioCore
import Glibc
import Loudness

/// Sound for tests of loudness, and its measurement.
enum LoudnessSound {
  /// A stretch of a sine: its length, and its level in dBFS, that of its peaks.
  struct Stretch: Sendable {
    var seconds: Double
    var level: Double

    init(_ seconds: Double, _ level: Double) { (self.seconds, self.level) = (seconds, level) }
  }

  /// One sine of 1 kHz through all the stretches, the same on every channel.
  static func tone(_ stretches: [Stretch], hertz: Double = 1000, rate: Int = 48_000, channels: Int = 2) -> [Float] {
    var samples: [Float] = []
    var time = 0.0
    for stretch in stretches {
      let amplitude = pow(10, stretch.level / 20)
      let begin = samples.count / channels
      time += stretch.seconds
      for frame in begin..<Int((time * Double(rate)).rounded()) {
        let value = Float(amplitude * sin(2 * Double.pi * hertz * Double(frame) / Double(rate)))
        for _ in 0..<channels { samples.append(value) }
      }
    }
    return samples
  }

  /// A sine of 1 kHz with a level of its own on each channel, in dBFS.
  static func chord(_ levels: [Double], seconds: Double, rate: Int = 48_000) -> [Float] {
    let amplitudes = levels.map { pow(10, $0 / 20) }
    return (0..<Int(seconds * Double(rate))).flatMap { frame in
      let value = sin(2 * Double.pi * 1000 * Double(frame) / Double(rate))
      return amplitudes.map { Float($0 * value) }
    }
  }

  /// Adds interleaved samples to a meter in blocks of these numbers of frames, over and over, and calls `body` after each.
  static func feed(
    _ samples: [Float], to meter: inout LoudnessMeter, channels: Int, blocks: [Int] = [4096],
    each body: (LoudnessMeter) -> Void = { _ in }
  ) {
    samples.withUnsafeBufferPointer { all in
      var (start, turn) = (0, 0)
      while start < all.count {
        let end = min(start + blocks[turn % blocks.count] * channels, all.count)
        meter.add(UnsafeBufferPointer(rebasing: all[start..<end]))
        body(meter)
        (start, turn) = (end, turn + 1)
      }
    }
  }

  /// A meter that was given these samples.
  static func meter(
    _ samples: [Float], rate: Int = 48_000, channels: Int = 2, mask: UInt64 = 0, dualMono: Bool = false,
    blocks: [Int] = [4096]
  ) -> LoudnessMeter {
    let format = AudioFormat(sampleRate: rate, channels: channels, channelMask: mask)
    var meter = LoudnessMeter(format: format, dualMono: dualMono)
    feed(samples, to: &meter, channels: channels, blocks: blocks)
    return meter
  }
}
