import AudioCore
import Synchronization

/// One plain thread that runs a body once. Nobody joins it: a sound device may hang in a system call for ever.
final class SoundThread: Sendable {
  private let latch = Latch()

  /// Starts a thread that runs `body`; when the system has none left, `otherwise` is called instead, here and now, and there
  /// is nothing to wait for.
  init(body: @escaping @Sendable () -> Void, otherwise: () -> Void) {
    let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [latch] in
      body()
      latch.open()
    }
    if !isStarted {
      otherwise()
      latch.open()
    }
  }

  /// Decoders keep tables of some 100 KB on the stack; ALSA plugins some more.
  private static let stackBytes = 1 << 20

  /// Waits for the end of the body, at most `limit`. False when the thread is still busy then: it is left behind.
  func waitUntilFinished(limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.latch.wait() }
      group.addTask {
        try? await Task.sleep(for: limit, clock: .continuous)
        return false
      }
      let result = await group.next() ?? false
      group.cancelAll()
      return result
    }
  }
}

/// Opens once; whoever waits is let through then.
private final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Waits until it is open; false when the task is cancelled first.
  func wait() async -> Bool {
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
