import Synchronization

/// Answers of a library that come on other threads, for the thread of a plain view.
final class PlainMailbox: Sendable {
  /// An answer.
  enum Answer: Sendable {
    case change(StationChangeOutcome)
    case search(StationSearchOutcome)
  }

  private let answers = Mutex<[Answer]>([])
  /// Called on any thread after an answer was put in.
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Puts an answer in. Callable from any thread.
  func put(_ answer: Answer) {
    answers.withLock { $0.append(answer) }
    wake()
  }

  /// Takes all answers out, in order.
  func take() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
