import AudioCore
import Synchronization

/// Asks something that may block for as long as it likes, on a thread of its own; nobody waits longer for the answer than he
/// wants to.
enum BlockingQuestion {
  /// What `ask` returns; nil when that takes longer than `limit`, when the task is cancelled, or when there is no thread left.
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

  /// Where the thread leaves the answer.
  private final class Slot<Answer: Sendable>: Sendable {
    private enum State {
      case open
      case awaited(CheckedContinuation<Answer?, Never>)
      case ended(Answer?)
    }

    private let state = Mutex(State.open)

    /// The answer, or nil when the waiting is cancelled first. To be asked for once.
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

    /// Ends the waiting; only the first end counts.
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
