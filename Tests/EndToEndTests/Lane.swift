import Foundation
import Synchronization
import Testing

/// Runs tests that block, because they wait for other processes, on separate threads instead of those that all tests
/// share. At most as many run at a time as there are threads in the lane.
struct Lane: SuiteTrait, TestTrait, TestScoping {
  /// The threads of all end-to-end tests: two, so that the machine keeps pace with the programs that they start.
  private static let executor = ThreadExecutor(threads: 2)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor) { try await function() }
  }
}

extension Trait where Self == Lane {
  /// The tests start other programs and wait for them.
  static var ownThreads: Self { Lane() }
}

/// Runs jobs on a fixed number of threads, in order.
final class ThreadExecutor: TaskExecutor {
  private let condition = NSCondition()
  /// Only used with `condition` locked.
  nonisolated(unsafe) private var jobs: [UnownedJob] = []

  init(threads: Int) {
    for _ in 0..<threads { Thread.detachNewThread { self.work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func work() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
