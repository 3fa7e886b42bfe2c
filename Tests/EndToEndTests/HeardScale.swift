import TestSupport

/// What a recording has of a ``ScaleStation``.
struct HeardScale: CustomStringConvertible {
  /// A tone that was heard.
  struct Tone: CustomStringConvertible {
    var number: Int
    /// How many pieces of the recording have it.
    var pieces: Int
    /// Seconds.
    var length: Double { Double(pieces) * HeardScale.piece }
    var description: String { "\(number) × \(pieces)" }
  }

  /// A recording is judged in pieces of this length, in seconds. Those in which a tone changes are part of none.
  static let piece = 0.05

  /// The tones, in order.
  let tones: [Tone]

  /// Analyses 16-bit stereo samples of the rate `rate`.
  init(_ recording: some Collection<UInt8>, rate: Int) {
    var all: [Tone] = []
    for frequency in ToneMeter(Array(recording), rate: rate, channels: 2).tones(window: Self.piece) {
      guard let number = ScaleStation.tone(of: frequency) else { continue }
      if all.last?.number == number {
        all[all.count - 1].pieces += 1
      } else {
        all.append(Tone(number: number, pieces: 1))
      }
    }
    // A piece with parts of two tones may have the frequency of a third.
    tones = all.filter { $0.pieces > 1 }.reduce(into: []) { tones, tone in
      if tones.last?.number == tone.number {
        tones[tones.count - 1].pieces += tone.pieces
      } else {
        tones.append(tone)
      }
    }
  }

  /// How far the listener moved each time, in seconds, as far as the tones before and after were heard. It is known but
  /// for a multiple of the scale, so that all of them are positive: 10 s back are 6 s.
  var steps: [Double] {
    let count = Double(ScaleStation.tones.count)
    // The tone before must have begun within the recording, and the one after must have ended.
    return tones.indices.dropFirst(2).dropLast().compactMap { index in
      let (before, after) = (tones[index - 1], tones[index])
      guard after.number != (before.number + 1) % ScaleStation.tones.count else { return nil }
      let end = Double(before.number) + min(before.length + Self.piece / 2, 1)
      let begin = Double(after.number + 1) - min(after.length + Self.piece / 2, 1)
      let step = (begin - end).truncatingRemainder(dividingBy: count)
      return step < -1 ? step + count : step
    }
  }

  var description: String { "\(tones)" }
}
