import Glibc
import TestSupport

/// Sound for tests, the same in every run.
enum Sound {
  /// One channel of a sine of `hertz`.
  static func sine(_ hertz: Double, amplitude: Double = 1, phase: Double = 0, rate: Int, frames: Int) -> [Float] {
    (0..<frames).map { Float(amplitude * sin(2 * Double.pi * hertz * Double($0) / Double(rate) + phase)) }
  }

  /// One channel of white noise, evenly spread over −amplitude…amplitude.
  static func white(amplitude: Float = 0.5, frames: Int, seed: UInt64) -> [Float] {
    var generator = SeededRandom(state: seed)
    return (0..<frames).map { _ in Float.random(in: -amplitude...amplitude, using: &generator) }
  }

  /// One channel of pink noise with a period of 8192 frames: every harmonic at a random phase, with 1/√k of amplitude.
  static func pink(frames: Int) -> [Float] { (0..<frames).map { pinkPeriod[$0 % pinkPeriod.count] } }

  private static let pinkPeriod: [Float] = {
    let period = 8192
    var generator = SeededRandom(state: 2)
    let table = (0..<period).map { cos(2 * Double.pi * Double($0) / Double(period)) }
    var one = [Double](repeating: 0, count: period)
    for k in 1..<period / 2 {
      let shift = Int.random(in: 0..<period, using: &generator)
      let amplitude = 0.02 / Double(k).squareRoot()
      for n in 0..<period { one[n] += amplitude * table[(k &* n &+ shift) & (period - 1)] }
    }
    return one.map { Float($0) }
  }()

  /// Channels of one length, interleaved.
  static func interleave(_ channels: [Float]...) -> [Float] {
    let frames = channels.first?.count ?? 0
    return (0..<frames).flatMap { n in channels.map { $0[n] } }
  }
}
