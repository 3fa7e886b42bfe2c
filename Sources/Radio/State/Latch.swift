import Synchronization

/// A one-shot event: waiting tasks resume once it is set (open).
package final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  /// A latch that is not open.
  package init() {}

  /// Opens the latch. Does nothing when it is already open.
  package func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// True once the latch is open.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Waits until the latch is open, at most `limit`. Returns false when it is not open by then.
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

  /// Waits until the latch is open. Returns false when the task is cancelled first.
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
