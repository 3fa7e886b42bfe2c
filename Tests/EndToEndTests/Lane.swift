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

/// Runs the cases of one test at the same time, for a test that mostly waits in each of them. Each case has a thread of its
/// own; what it expects, it must say with its words.
func sideBySide<Case: Sendable>(
  _ cases: [Case], _ run: @escaping @Sendable (Case) throws -> Void
) async throws {
  let executor = ThreadExecutor(threads: cases.count)
  defer { executor.end() }
  try await withThrowingTaskGroup(of: Void.self) { group in
    for one in cases { group.addTask(executorPreference: executor) { try run(one) } }
    try await group.waitForAll()
  }
}

/// Runs jobs on a fixed number of threads, in order.
final class ThreadExecutor: TaskExecutor {
  private let condition = NSCondition()
  /// Only used with `condition` locked.
  nonisolated(unsafe) private var jobs: [UnownedJob] = []
  /// Only used with `condition` locked.
  nonisolated(unsafe) private var isOver = false

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

  /// Ends the threads. No job may come after.
  func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  private func work() {
    while true {
      condition.lock()
      while jobs.isEmpty && !isOver { condition.wait() }
      guard !jobs.isEmpty else { return condition.unlock() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
