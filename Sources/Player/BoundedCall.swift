import Glibc

/// Calls into libraries that may hang for ever, with a limit: the sound server's client waits for a server that is stopped.
enum BoundedCall {
  /// What a thread carries out.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    let done = OutputInterruption()

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
      body()
      done.request()
    }
  }

  /// Runs `body` on a thread of its own and waits for its end, at most for `limit`, and not when `interruption` is
  /// requested. False when it did not end: the thread is left to itself then, with all that `body` holds.
  static func run(
    within limit: Duration, orUntil interruption: OutputInterruption? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let work = Work(body)
    guard start(work) else {
      work.run()
      return true
    }
    guard let interruption else { return work.done.wait(for: limit) }
    let deadline = ContinuousClock.now.advanced(by: limit)
    while !work.done.isRequested && !interruption.isRequested {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      var descriptors = [pollfd(fd: work.done.descriptor, events: Int16(POLLIN), revents: 0)]
      _ = interruption.poll(&descriptors, for: left)
    }
    return work.done.isRequested
  }

  /// A detached thread for `work`; false when the system has none left.
  private static func start(_ work: Work) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let handle = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, handle.toOpaque())
    if result != 0 { handle.release() }
    return result == 0
  }
}
