import Synchronization

/// What the callbacks of a test were called with.
public final class Outcomes<Outcome: Sendable>: Sendable {
  private let list = Mutex<[Outcome]>([])

  /// No values.
  public init() {}
  /// The values, in order.
  public var all: [Outcome] { list.withLock { $0 } }
  /// Adds a value.
  public func add(_ outcome: Outcome) { list.withLock { $0.append(outcome) } }
}

/// Runs `work` while `body` runs, and cancels it.
public func during(_ work: @escaping @Sendable () async -> Void, _ body: () async throws -> Void) async throws {
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
