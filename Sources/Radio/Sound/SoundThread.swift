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
  func waitUntilFinished(limit: Duration) async -> Bool { await latch.wait(limit: limit) }
}
