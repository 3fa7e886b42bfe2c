import AudioCore
import Reader
import TestSupport
import Testing

@Suite struct NoiseGuardTests {
  private static let format = AudioFormat(sampleRate: 44100, channels: 2)

  /// A block of noise with this peak.
  private static func block(_ peak: Float, seed: UInt64 = 1) -> PCMBlock {
    var random = SeededRandom(seed: seed)
    var samples = (0..<2304).map { _ in Float(random.unit() * 2 - 1) * peak }
    samples[1000] = peak
    return PCMBlock(format: format, samples: samples)
  }

  /// Whether the guard accepts blocks with these peaks, one after the other.
  private func believed(_ noise: inout NoiseGuard, _ peaks: [Float]) -> [Bool] {
    peaks.map { noise.believes(Self.block($0)) }
  }

  private func believed(_ noise: inout NoiseGuard, _ block: PCMBlock) -> Bool { noise.believes(block) }

  /// A guard that heard 3 s of a programme with this peak, with or without a sign of damage before it.
  private func guarding(_ peak: Float, afterDamage: Bool) -> NoiseGuard {
    var noise = NoiseGuard()
    if afterDamage { noise.expectDamage() }
    for number in 0..<120 { _ = noise.believes(Self.block(peak, seed: UInt64(number))) }
    return noise
  }

  @Test("on an undamaged stream, music of any level and any step passes", arguments: [0.001, 0.1, 1, 1.5] as [Float])
  func music(peak: Float) {
    var noise = guarding(peak, afterDamage: false)
    let all = believed(&noise, [1.4, 0.01, 0.0001, 1, 2, peak, 7.9])
    #expect(!all.contains(false))
    #expect(!noise.expectsDamage)
  }

  @Test(
    "a block that cannot be sound is rejected, and is a sign of damage",
    arguments: [8.1, 100, 1e9, .infinity, .nan, -.infinity] as [Float])
  func impossible(peak: Float) {
    var noise = guarding(0.5, afterDamage: false)
    let all = believed(&noise, [peak, 0.5])
    #expect(all == [false, true])
    #expect(noise.expectsDamage)
  }

  @Test("after damage, a block more than 6 dB above the programme is rejected, even below full scale")
  func burst() {
    var noise = guarding(0.1, afterDamage: true)
    let all = believed(&noise, [0.19, 0.9, 0.1, 0.9, 0.9, 0.9, 0.1, 0.9, 0.25, 0.1])
    #expect(all == [true, false, true, false, false, false, true, false, false, true])
  }

  @Test("louder sound that continues is accepted after 0.1 s, and within 1 s of certain damage after 0.3 s")
  func onset() {
    var noise = guarding(0.05, afterDamage: true)
    let all = believed(&noise, [Float](repeating: 0.8, count: 6))
    #expect(all == [false, false, false, true, true, true])
    var stormy = guarding(0.05, afterDamage: true)
    stormy.expectDamage(isCertain: true)
    let late = believed(&stormy, [Float](repeating: 0.8, count: 20))
    #expect(late.prefix { !$0 }.count == 11)
  }

  @Test("damage is expected for 30 s, then louder sound passes again")
  func forgetting() {
    var noise = guarding(0.05, afterDamage: true)
    let all = believed(&noise, [Float](repeating: 0.05, count: 1100))
    #expect(!all.contains(false))
    #expect(!noise.expectsDamage)
    #expect(believed(&noise, [0.8]) == [true])
  }

  @Test("a station that is far too loud passes, and continuous noise beyond all sound does not")
  func hot() {
    var noise = NoiseGuard()
    let all = believed(&noise, [Float](repeating: 3, count: 30))
    #expect(!all.contains(false))
    var stormy = NoiseGuard()
    let none = believed(&stormy, [Float](repeating: 50, count: 100))
    #expect(!none.contains(true))
  }

  @Test("sound that breaks off with exact zeros is a sign of damage, and sound that fades out is not")
  func breakingOff() {
    var noise = guarding(0.5, afterDamage: false)
    var cut = Self.block(0.5)
    for index in 1200..<2304 { cut.samples[index] = 0 }
    #expect(believed(&noise, cut))
    #expect(noise.expectsDamage)
    var quiet = guarding(0.5, afterDamage: false)
    var end = Self.block(0.5)
    for index in 0..<2304 { end.samples[index] *= index < 1200 ? 1 - Float(index) / 1200 : 0 }
    #expect(believed(&quiet, end))
    #expect(believed(&quiet, .silence(1152, format: Self.format)))
    #expect(!quiet.expectsDamage)
  }

  @Test("a block without frames or channels is accepted")
  func empty() {
    var noise = NoiseGuard()
    #expect(believed(&noise, PCMBlock(format: Self.format, samples: [])))
    #expect(believed(&noise, PCMBlock(format: AudioFormat(sampleRate: 0, channels: 0), samples: [])))
  }
}
