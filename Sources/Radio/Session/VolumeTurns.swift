import Player

/// The course of the gain within the sound that was written: where it began to change, from which value to which.
///
/// Each change has the slope of a ``GainRamp``. Frames count from the beginning of the format.
package struct VolumeTurns {
  /// A change of the gain.
  package struct Turn {
    /// The first frame that the change affects.
    package var frame: Int
    /// The gain before the change.
    package var from: Float
    /// The gain at the end of the change.
    package var target: Float

    /// Makes a turn at `frame`.
    package init(frame: Int, from: Float, target: Float) {
      self.frame = frame
      self.from = from
      self.target = target
    }
  }

  /// The maximum number of turns that are kept. Older turns belong to sound that was heard long ago, unless a thousand
  /// came within a second.
  private static let maximum = 256
  private var turns: [Turn] = []

  /// The course of the gain without turns.
  package init() {}

  /// Adds a turn after the others. Turns that begin at its frame or later are removed.
  package mutating func append(_ turn: Turn) {
    cut(at: turn.frame)
    if turns.count >= Self.maximum { turns.removeFirst(Self.maximum / 2) }
    turns.append(turn)
  }

  /// Returns the gain of the sound at `frame`, at `rate` frames a second.
  package func gain(at frame: Int, rate: Int) -> Float {
    guard let turn = turns.last(where: { $0.frame <= frame }) else { return turns.first?.from ?? 0 }
    let seconds = Double(frame - turn.frame) / Double(max(1, rate))
    let sweepSeconds: Double = GainRamp.fullSweep / .seconds(1)
    let way = Float(seconds / sweepSeconds)
    return turn.target > turn.from ? min(turn.target, turn.from + way) : max(turn.target, turn.from - way)
  }

  /// Removes the turns from `frame` on.
  package mutating func cut(at frame: Int) {
    while let last = turns.last, last.frame >= frame { turns.removeLast() }
  }
}
