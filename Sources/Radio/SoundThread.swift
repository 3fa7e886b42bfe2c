import Glibc
import Synchronization

/// One plain thread that runs a body once. Nobody joins it: a sound device may hang in a system call for ever.
final class SoundThread: Sendable {
  private let latch = Latch()

  /// Starts a thread that runs `body`.
  init(body: @escaping @Sendable () -> Void) {
    let latch = latch
    let box = Unmanaged.passRetained(
      Box {
        body()
        latch.open()
      })
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { runBox($0) }, box.toOpaque())
    pthread_attr_destroy(&attributes)
    if code != 0 {  // no thread to be had: nothing runs, and nobody need wait for it
      box.release()
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

private final class Box {
  let body: @Sendable () -> Void
  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runBox(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
  return nil
}
