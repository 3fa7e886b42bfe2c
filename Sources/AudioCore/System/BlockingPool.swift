import Glibc
import Synchronization

/// Runs calls that block, such as reading a file, away from the event loop and from Swift's own threads. However many processors there are, it
/// has no more threads than it was made with; they start when there is something to do, and end when there is no more.
public final class BlockingPool: Sendable {
  /// For short work on files: two threads, for the whole program. What may wait for ever, such as a pipe, belongs in a pool of its own.
  public static let shared = BlockingPool(threads: 2)

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// A pool of at most `threads` threads, at least one.
  public init(threads: Int) { limit = max(1, threads) }

  /// Runs `body` on one of the threads, after what waits already.
  ///
  /// Throws what `body` throws, or ``TuneError/cannotCreate(path:reason:)`` when the system has no thread left.
  public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = put { continuation.resume(with: Swift.Result { try body() }) }
      guard isTaken else {
        let reason = String(cString: strerror(EAGAIN))
        return continuation.resume(throwing: TuneError.cannotCreate(path: "a thread", reason: reason))
      }
    }
  }

  /// Puts a job behind the others; false, and it is not run, when no thread can be had for it.
  private func put(_ job: @escaping @Sendable () -> Void) -> Bool {
    // While the lock is held: the first thread that ends must not miss the job, and the job must not run if it is not taken.
    state.withLock { state in
      if state.threads < limit, PlainThread.start(body: { self.work() }) { state.threads += 1 }
      guard state.threads > 0 else { return false }
      state.jobs.append(job)
      return true
    }
  }

  private func work() {
    while let job = next() { job() }
  }

  /// The next job; nil when the thread is to end.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
