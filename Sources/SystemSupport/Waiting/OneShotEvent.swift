import Synchronization

/// An event that happens once. Tasks and threads wait for it; all waiters resume when it happens; later waits return
/// immediately.
package final class OneShotEvent: Sendable {
  private struct State {
    var hasHappened = false
    var lastNumber = 0
    /// The tasks that wait, by number.
    var tasks: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())
  /// Raised with the event, for threads.
  private let signal = ThreadSignal()

  /// An event that has not happened yet.
  package init() {}

  /// True once the event has happened.
  package var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Makes the event happen. Callable from any thread, any number of times; only the first call has an effect.
  package func set() {
    let tasks = state.withLock { state in
      state.hasHappened = true
      defer { state.tasks = [:] }
      return state.tasks.values
    }
    signal.set(true)
    for task in tasks { task.resume(returning: true) }
  }

  /// Waits for the event. Returns false when the task is cancelled first.
  package func wait() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Bool? in
          if state.hasHappened { return true }
          // A cancellation before this point finds no continuation to resume; a later one waits for the lock.
          if Task.isCancelled { return false }
          state.tasks[number] = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      state.withLock { $0.tasks.removeValue(forKey: number) }?.resume(returning: false)
    }
  }

  /// Waits for the event, at most `limit`. Returns false when it has not happened by then, or when the task is
  /// cancelled first.
  package func wait(limit: Duration) async -> Bool { await withTimeout(limit) { await self.wait() } ?? hasHappened }

  /// Blocks the calling thread until the event happens, at most `limit`. Returns false when it has not happened by
  /// then.
  package func block(limit: Duration) -> Bool { signal.wait(timeout: limit) }
}
