import Glibc
import Synchronization

/// Runs blocking calls, such as reads from a file, outside the event loop and Swift's own threads. The number of
/// threads never exceeds the limit of the initializer, however many processors exist. Threads start when a job arrives
/// and end when no job is left.
public final class BlockingPool: Sendable {
  /// The pool of the whole program for short work on files: two threads. Calls that may block forever, such as reads
  /// from a pipe, need a separate pool.
  public static let shared = BlockingPool(threads: 2)

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Creates a pool of at most `threads` threads (at least one).
  public init(threads: Int) { limit = max(1, threads) }

  /// Runs `body` on one of the threads, after the jobs that already wait.
  ///
  /// Throws the error of `body`, or ``SystemError/cannotCreate(path:reason:)`` when the system cannot start a thread.
  public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = start { continuation.resume(with: Swift.Result { try body() }) }
      if !isTaken { continuation.resume(throwing: Self.noThread) }
    }
  }

  /// Runs `body` like ``run(_:)``, but waits for it for `limit` at most, and only until the task is cancelled. Returns
  /// nil when the wait is over first: a call that has begun then goes on without a caller, and one that has not begun is
  /// dropped.
  package func run<Result: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result? {
    let outcome = OneShotValue<Swift.Result<Result, any Error>>()
    let isGivenUp = OneShotEvent()
    let isTaken = start { if !isGivenUp.hasHappened { outcome.set(Swift.Result { try body() }) } }
    guard isTaken else { throw Self.noThread }
    defer { isGivenUp.set() }
    return try await outcome.wait(limit: limit)?.get()
  }

  /// The error when the system cannot start a thread.
  private static var noThread: SystemError { .cannotCreate(path: "a thread", reason: SystemReason.text(of: EAGAIN)) }

  /// Runs `job` on one of the threads, after the jobs that already wait, and returns at once. Returns false and discards
  /// the job when no thread runs and none can be started.
  package func start(_ job: @escaping @Sendable () -> Void) -> Bool {
    // Both steps happen under the lock: a thread that is about to end must not miss the job, and a rejected job must
    // not run.
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

  /// Returns the next job, or nil when the calling thread must end.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
