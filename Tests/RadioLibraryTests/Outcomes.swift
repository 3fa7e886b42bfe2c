import Synchronization
import TestSupport

/// What the callbacks of a test were called with.
final class Outcomes<Outcome: Sendable>: Sendable {
  private let list = Mutex<[Outcome]>([])
  var all: [Outcome] { list.withLock { $0 } }
  func add(_ outcome: Outcome) { list.withLock { $0.append(outcome) } }
}

/// Waits until `condition` holds, without blocking a thread; false when it does not hold within 10 s.
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + TestTime.seconds(10)
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}

/// Runs `work` while `body` runs, and cancels it.
func during(_ work: @escaping @Sendable () async -> Void, _ body: () async throws -> Void) async throws {
  let task = Task { await work() }
  do {
    try await body()
  } catch {
    task.cancel()
    await task.value
    throw error
  }
  task.cancel()
  await task.value
}
