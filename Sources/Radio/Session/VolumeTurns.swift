import Player

/// How the gain went within the sound that was written: where it began to move, from what to what.
///
/// Each way has the slope of a ``GainRamp``. Frames are counted from the beginning of the format.
package struct VolumeTurns {
  /// A change of the gain.
  package struct Turn {
    /// The first frame that it changes.
    package var frame: Int
    /// The gain before.
    package var from: Float
    /// The gain at its end.
    package var target: Float

    /// A turn at `frame`.
    package init(frame: Int, from: Float, target: Float) {
      self.frame = frame
      self.from = from
      self.target = target
    }
  }

  /// Older turns are of sound that was heard long ago, unless a thousand came in a second.
  private static let most = 256
  private var turns: [Turn] = []

  /// No turn, nothing written.
  package init() {}

  /// Adds a turn behind those before; where it begins, theirs end.
  package mutating func append(_ turn: Turn) {
    cut(at: turn.frame)
    if turns.count >= Self.most { turns.removeFirst(Self.most / 2) }
    turns.append(turn)
  }

  /// The gain that the sound at `frame` has, of `rate` frames a second.
  package func gain(at frame: Int, rate: Int) -> Float {
    guard let turn = turns.last(where: { $0.frame <= frame }) else { return turns.first?.from ?? 0 }
    let way = Float(Double(frame - turn.frame) / Double(max(1, rate)) / (GainRamp.fullSweep / .seconds(1)))
    return turn.target > turn.from ? min(turn.target, turn.from + way) : max(turn.target, turn.from - way)
  }

  /// Forgets the turns from `frame` on.
  package mutating func cut(at frame: Int) {
    while let last = turns.last, last.frame >= frame { turns.removeLast() }
  }
}
