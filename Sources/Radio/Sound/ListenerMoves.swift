import Synchronization

/// Where a listener wants to be: the commands of the radio set it, and the sound thread follows.
package final class ListenerMoves: Sendable {
  /// What the listener wants.
  package struct Wanted: Sendable, Equatable {
    /// True while the place is to be held.
    package var isHeld = false
    /// Where to move to; nil to stay.
    package var target: Duration?
    /// True when the target is the newest place: live, or the end of what was received. It is a later one when it is reached.
    package var isToNewest = false
    /// Grows with each target.
    fileprivate var number = 0
  }

  private let state = Mutex(Wanted())

  /// A listener who stays where the sound is.
  package init() {}

  /// What the listener wants now.
  package var wanted: Wanted { state.withLock { $0 } }

  /// Asks that the place is held, or that the sound goes on.
  package func setHeld(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

  /// Asks to move to `target`, a time since tuning in, or to the newest place, which it is now, when `isToNewest`. It takes
  /// the place of a target that was not reached yet.
  package func move(to target: Duration, isToNewest: Bool = false) {
    state.withLock { state in
      state.target = target
      state.isToNewest = isToNewest
      state.number += 1
    }
  }

  /// Notes that the target of `wanted` was reached. A later one stays.
  package func noteReached(_ wanted: Wanted) {
    state.withLock { state in if state.number == wanted.number { state.target = nil } }
  }
}
