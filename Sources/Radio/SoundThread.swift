import Glibc
import Synchronization

/// One plain thread that runs a body once. Nobody joins it: a sound device may hang in a system call for ever.
final class SoundThread: Sendable {
  private let finished: AsyncStream<Void>
  private let finish: AsyncStream<Void>.Continuation

  /// Starts a thread that runs `body`.
  init(body: @escaping @Sendable () -> Void) {
    (finished, finish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let finish = finish
    let box = Unmanaged.passRetained(
      Box {
        body()
        finish.finish()
      })
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { runBox($0) }, box.toOpaque())
    pthread_attr_destroy(&attributes)
    if code != 0 {  // no thread to be had: run nothing, say it is over
      box.release()
      finish.finish()
    }
  }

  /// Decoders keep tables of some 100 KB on the stack; ALSA plugins some more.
  private static let stackBytes = 1 << 20

  /// Waits for the end of the body, at most `limit`. False when the thread is still busy then: it is left behind.
  func waitUntilFinished(limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in self.finished {}
        return !Task.isCancelled
      }
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

private final class Box {
  let body: @Sendable () -> Void
  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runBox(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
  return nil
}
