import SystemSupport

/// One plain thread that runs a body once. It is never joined: a sound device may hang in a system call forever.
final class SoundThread: Sendable {
  private let finished = OneShotEvent()

  /// Starts a thread that runs `body`. When the system has no thread left, `otherwise` is called instead, on the
  /// calling thread, and the body counts as finished.
  init(body: @escaping @Sendable () -> Void, otherwise: () -> Void) {
    let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [finished] in
      body()
      finished.set()
    }
    if !isStarted {
      otherwise()
      finished.set()
    }
  }

  /// Decoders keep tables of about 100 KB on the stack; ALSA plugins need some more.
  private static let stackBytes = 1 << 20

  /// Waits for the end of the body, at most `limit`. Returns false when the thread is still busy then: it is left
  /// behind.
  func waitUntilFinished(limit: Duration) async -> Bool { await finished.wait(limit: limit) }
}
