import Synchronization
import SystemSupport

/// Runs a blocking call with a timeout, on a separate thread.
enum BlockingQuestion {
  /// Returns the result of `ask`. Returns nil when `ask` takes longer than `limit`, when the task is cancelled, or when
  /// the system has no thread left. After a timeout the thread runs until `ask` returns, and its result is discarded.
  static func answer<Answer: Sendable>(
    within limit: Duration, _ ask: @escaping @Sendable () -> Answer
  ) async -> Answer? {
    let slot = Slot<Answer>()
    guard PlainThread.start(body: { slot.end(with: ask()) }) else { return nil }
    return await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await slot.value }
      group.addTask {
        try? await Task.sleep(for: limit, clock: .continuous)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Passes the result from the thread to the waiting task.
  private final class Slot<Answer: Sendable>: Sendable {
    private enum State {
      case open
      case awaited(CheckedContinuation<Answer?, Never>)
      case ended(Answer?)
    }

    private let state = Mutex(State.open)

    /// The result, or nil when the task is cancelled first. Must be read only once.
    var value: Answer? {
      get async {
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> State? in
              if case .ended = state { return state }
              state = .awaited(continuation)
              return nil
            }
            if case .ended(let answer) = ended { continuation.resume(returning: answer) }
          }
        } onCancel: {
          end(with: nil)
        }
      }
    }

    /// Ends the wait with `answer`; only the first call has an effect.
    func end(with answer: Answer?) {
      let waiter = state.withLock { state -> CheckedContinuation<Answer?, Never>? in
        switch state {
        case .open:
          state = .ended(answer)
          return nil
        case .awaited(let continuation):
          state = .ended(answer)
          return continuation
        case .ended: return nil
        }
      }
      waiter?.resume(returning: answer)
    }
  }
}
