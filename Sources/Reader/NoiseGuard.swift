package import AudioCore

/// Distinguishes sound from the noise that a decoder makes of damaged bits: a single flipped bit of a gain can cause a
/// burst 90 dB above the programme.
///
/// It judges blocks by their peaks. On an undamaged stream it accepts everything up to eight times full scale, which
/// the output clips; such loud streams exist, ISO's own test streams among them. For a while after a sign of damage it
/// accepts no more than twice the programme's level of the last seconds, unless the louder sound continues as music
/// does.
package struct NoiseGuard {
  /// How far a peak may exceed the programme's level, as a factor: 6 dB.
  private static let margin: Float = 2
  /// How long a sign of damage counts, as a duration of sound.
  private static let memory: Duration = .seconds(30)
  /// The duration of sound after certain damage during which the level does not change, and during which louder music
  /// must continue for longer (``onsetInStorm``) to be accepted.
  private static let storm: Duration = .seconds(1)
  /// The half-life of the level, as a duration of sound.
  private static let halfLife: Duration = .seconds(3)
  /// The lowest level of a programme, as a peak.
  private static let floor: Float = 0.01
  /// The maximum rise of the level through one block, as a factor, so that damaged blocks do not make louder damage
  /// acceptable: 1.5 dB while damage is expected, otherwise 6 dB.
  private static let attack = (alert: Float(1.19), peace: Float(2))
  /// Number of consecutive blocks that are too loud for a stream with expected damage after which the guard accepts
  /// them as music: 0.1 s of MP3.
  private static let onset = 4
  /// The same number during the time of ``storm``.
  private static let onsetInStorm = 12
  /// The highest peak of an undamaged stream.
  static let hottest: Float = 8
  /// A jump from a sample above this magnitude to exact zeros is a sign of damage: a working decoder never produces it,
  /// because its filters ring.
  private static let breakOff: Float = 0.001
  /// More zero frames than this count as such a jump.
  private static let zeros = 32

  /// The programme's level, as a peak; nil before the first block.
  private var level: Float?
  private var sound: Duration = .zero
  private var alertEnd: Duration = .zero
  /// The end of the time after certain damage (``storm``), as a duration of sound.
  private var stormEnd: Duration = .zero
  private var tooLoud = 0
  /// The greatest magnitude in the last frame.
  private var last: Float = 0

  /// Creates a guard for the start of a stream.
  package init() {}

  /// True for 30 s of sound after a sign of damage.
  package var expectsDamage: Bool { sound < alertEnd }

  /// Notes a sign that the stream is damaged: bytes were lost, or, as certain damage (`isCertain`), a packet could not
  /// be decoded.
  package mutating func expectDamage(isCertain: Bool = false) {
    alertEnd = sound + Self.memory
    if isCertain { stormEnd = sound + Self.storm }
  }

  /// Notes that the next block comes from a new decoder. Silence at its start is not a sign of damage, because the
  /// decoder waits for the first frame with complete data.
  package mutating func streamBreaks() { last = 0 }

  /// True when `block` can be sound. Call it for all blocks in their order.
  package mutating func believes(_ block: PCMBlock) -> Bool {
    if breaksOff(block) { expectDamage() }
    sound += block.duration
    let peak = Self.peak(of: block.samples)
    let level = max(level ?? peak, Self.floor)
    let isAlert = sound <= alertEnd
    let isPossible = peak <= Self.hottest
    if isPossible && (!isAlert || peak <= Self.margin * level) {
      tooLoud = 0
      let decay = 1 - 0.69 * Float(min(1, block.duration / Self.halfLife))
      let attack = isAlert ? Self.attack.alert : Self.attack.peace
      if sound > stormEnd { self.level = peak > level ? min(peak, level * attack) : max(peak, level * decay) }
      return true
    }
    if !isPossible { expectDamage(isCertain: true) }
    tooLoud = isPossible ? tooLoud + 1 : 0
    guard tooLoud >= (sound > stormEnd ? Self.onset : Self.onsetInStorm) else { return false }
    self.level = peak
    return true
  }

  /// True when `block` can be sound at all: all samples are finite, and its peak is not above ``hottest``.
  package static func isPossible(_ block: PCMBlock) -> Bool { peak(of: block.samples) <= hottest }

  /// Returns the largest magnitude; infinity when a sample is not finite. It compares the bit patterns, which have the
  /// same order as the magnitudes and are faster to compare.
  private static func peak(of samples: [Float]) -> Float {
    var top: Int32 = 0
    for sample in samples {
      let magnitude = Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF)
      top = magnitude > top ? magnitude : top
    }
    let peak = Float(bitPattern: UInt32(bitPattern: top))
    return peak.isFinite ? peak : .infinity
  }

  private static func loudest(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

  /// True when the sound changes at once to exact zeros: the decoder failed within the block or before it.
  private mutating func breaksOff(_ block: PCMBlock) -> Bool {
    let channels = block.format.channels
    guard channels > 0, !block.samples.isEmpty else { return false }
    let before = last
    let end = block.samples.lastIndex { $0 != 0 }
    last = Self.loudest(block.samples.suffix(channels))
    let start = end.map { $0 / channels * channels } ?? -channels
    guard (block.samples.count - start) / channels > Self.zeros else { return false }
    let loudest = end == nil ? before : Self.loudest(block.samples[start..<(start + channels)])
    return loudest > Self.breakOff
  }
}
