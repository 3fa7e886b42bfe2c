import TestSupport

/// What a recording has of a ``ScaleStation``.
struct HeardScale: CustomStringConvertible {
  /// A tone that was heard.
  struct Tone: CustomStringConvertible {
    var number: Int
    /// Seconds.
    var length: Double
    var description: String { "\(number) × \(length) s" }
  }

  /// A recording is judged in pieces of so many seconds. Those in which a tone changes are part of none.
  static let piece = 0.05

  /// The tones, in order.
  let tones: [Tone]

  /// Analyses 16-bit stereo samples of the rate `rate`.
  init(_ recording: some Collection<UInt8>, rate: Int) {
    var tones: [Tone] = []
    for frequency in ToneMeter(Array(recording), rate: rate, channels: 2).tones(window: Self.piece) {
      guard let number = ScaleStation.tone(of: frequency) else { continue }
      if tones.last?.number == number {
        tones[tones.count - 1].length += Self.piece
      } else {
        tones.append(Tone(number: number, length: Self.piece))
      }
    }
    self.tones = tones
  }

  /// Where the listener moved.
  struct Jump {
    /// The index of the first tone after it.
    var index: Int
    /// How far it went, in seconds: from 0 up to the length of the scale, from where also steps back begin: 10 s back are
    /// 6 s.
    var step: Double
  }

  /// The moves of which the tones before and after were heard whole.
  var jumps: [Jump] {
    let count = ScaleStation.tones.count
    return tones.indices.dropFirst().dropLast(2).compactMap { index in
      let (before, after) = (tones[index - 1], tones[index])
      guard after.number != (before.number + 1) % count else { return nil }
      let end = Double(before.number) + min(before.length + Self.piece / 2, 1)
      let begin = Double(after.number + 1) - min(after.length + Self.piece / 2, 1)
      let step = (begin - end).truncatingRemainder(dividingBy: Double(count))
      return Jump(index: index, step: step < -1 ? step + Double(count) : step)
    }
  }

  var description: String { "\(tones)" }
}
