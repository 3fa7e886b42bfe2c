package import NIOCore

/// A timer for a deadline that moves: it checks the deadline when it fires, which may be too early.
package final class DeadlineWatch {
  private var next: (task: Scheduled<Void>, deadline: NIODeadline)?

  /// A timer that is not set.
  package init() {}

  /// Calls `expire` on `loop` when the time that `deadline` gives has passed. While `deadline` gives nil, nothing
  /// happens until this is called again.
  package func arm(
    on loop: any EventLoop, deadline: @escaping () -> NIODeadline?, expire: @escaping () -> Void
  ) {
    guard let time = deadline() else { return }
    if let next {
      guard time < next.deadline else { return }
      next.task.cancel()
    }
    let task = loop.assumeIsolated().scheduleTask(deadline: time) {
      self.next = nil
      guard let time = deadline() else { return }
      if time <= .now() { expire() } else { self.arm(on: loop, deadline: deadline, expire: expire) }
    }
    next = (task, time)
  }

  /// Stops the timer.
  package func cancel() {
    next?.task.cancel()
    next = nil
  }
}
