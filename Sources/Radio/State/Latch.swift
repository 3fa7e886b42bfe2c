import Synchronization

/// Opens once; whoever waits is let through then.
package final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  /// Closed as yet.
  package init() {}

  /// Opens it; nothing happens when it is open.
  package func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Whether it is open.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Waits until it is open, at most `limit`; false when it is not open then.
  package func wait(limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait() }
      group.addTask {
        try? await Task.sleep(for: limit, clock: .continuous)
        return false
      }
      let result = await group.next() ?? false
      group.cancelAll()
      return result
    }
  }

  /// Waits until it is open; false when the task is cancelled first.
  package func wait() async -> Bool {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiters.append(continuation) }
      return state.isOpen
    }
    if isOpen { return true }
    for await _ in stream {}
    return state.withLock { $0.isOpen }
  }
}
