import AudioCore

/// Calls into libraries that may hang for ever, with a limit: the sound server's client waits for a server that is stopped.
enum BoundedCall {
  /// Runs `body` on a thread of its own and waits for its end, at most for `limit`, and not when `interruption` is
  /// requested. False when it did not end: the thread is left to itself then, with all that `body` holds.
  static func run(
    within limit: Duration, orUntil interruption: OutputInterruption? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let done = OutputInterruption()
    let isStarted = PlainThread.start {
      body()
      done.request()
    }
    guard isStarted else {
      body()
      return true
    }
    _ = done.wait(for: limit, orUntil: interruption)
    return done.isRequested
  }
}
