import AudioCore

/// Tells sound from what a decoder makes of damaged bits: one flipped bit of a gain is enough for a burst 90 dB above the
/// programme.
///
/// It judges blocks by their peaks. On a sound stream it believes everything up to eight times full scale, which the output
/// clips: there are streams that are so hot, ISO's own test streams among them. For a while after a sign of damage it
/// believes no more than twice the programme's level of the last seconds, unless what is louder goes on as music does.
package struct NoiseGuard {
  /// How far above the programme a peak may be, as a factor: 6 dB.
  private static let margin: Float = 2
  /// Sound for which a sign of damage is remembered.
  private static let memory: Duration = .seconds(30)
  /// Sound after certain damage for which the level stands, and music must go on for longer to be believed.
  private static let storm: Duration = .seconds(1)
  /// Sound after which a level counts half.
  private static let halfLife: Duration = .seconds(3)
  /// The level of the softest programme, as a peak.
  private static let floor: Float = 0.01
  /// Most that one block raises the level, as a factor: what is damaged must not make more of it believed. 1.5 dB where
  /// damage is expected, else 6 dB.
  private static let attack = (alert: Float(1.19), peace: Float(2))
  /// Blocks in a row that are too loud where damage is expected, and are music after all: 0.1 s of MP3.
  private static let onset = 4
  /// The same in a storm.
  private static let onsetInStorm = 12
  /// What no sound stream's peak is above.
  static let hottest: Float = 8
  /// From such a sample to exact zeros no decoder comes by itself: its filters ring.
  private static let breakOff: Float = 0.001
  /// Frames of zeros that count.
  private static let zeros = 32

  /// The programme's level, as a peak; nil before the first block.
  private var level: Float?
  private var sound: Duration = .zero
  private var alertEnd: Duration = .zero
  /// The end of the storm that certain damage began.
  private var stormEnd: Duration = .zero
  private var tooLoud = 0
  /// The loudest sample of the newest frame.
  private var last: Float = 0

  /// A guard at the start of a stream.
  package init() {}

  /// True for 30 s of sound after a sign of damage.
  package var expectsDamage: Bool { sound < alertEnd }

  /// Something showed that the stream is damaged: bytes were lost, or, what leaves no doubt, a packet could not be
  /// decoded (`isCertain`).
  package mutating func expectDamage(isCertain: Bool = false) {
    alertEnd = sound + Self.memory
    if isCertain { stormEnd = sound + Self.storm }
  }

  /// The next block is of a decoder that begins: silence at its start, while it waits for the first frame whose data
  /// are all there, is no sign of damage.
  package mutating func streamBreaks() { last = 0 }

  /// True when `block` can be sound. To be asked of all blocks in their order.
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

  /// True when `block` can be sound at all: finite, and no louder than any sound stream is.
  package static func isPossible(_ block: PCMBlock) -> Bool { peak(of: block.samples) <= hottest }

  /// The largest magnitude; infinite when a sample is no finite number. By the samples' bits, which compare like what they
  /// stand for, and faster.
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

  /// True when the sound stops at once, with exact zeros: the decoder gave up within the block or before it.
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
