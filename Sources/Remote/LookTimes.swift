import Synchronization

/// Records when a view last read each part, so that unread parts are not refreshed.
final class LookTimes<Part: Hashable & Sendable>: Sendable {
  private let times = Mutex<[Part: ContinuousClock.Instant]>([:])
  private let life: Duration

  /// Creates the times of parts that no view has looked at. A view counts as looking for `life` after each look.
  init(life: Duration = .seconds(2)) { self.life = life }

  /// Records a look at `part`. Returns true when it is the first one for some time.
  @discardableResult func record(_ part: Part) -> Bool {
    times.withLock { times in
      let now = ContinuousClock.now
      let last = times.updateValue(now, forKey: part)
      return last.map { now - $0 >= life } ?? true
    }
  }

  /// True while a view looks at `part`.
  func isLookedAt(_ part: Part) -> Bool {
    times.withLock { times in times[part].map { ContinuousClock.now - $0 < life } ?? false }
  }
}
