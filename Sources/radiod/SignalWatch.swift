import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a call, on a thread of its own; a second signal ends the program at once.
enum SignalWatch {
  private static let handler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Begins to watch. To be called on the main thread before there are others: they inherit that these signals are
  /// blocked for them. Until a handler is set, a signal ends the program with 0.
  static func start() {
    var set = endingSignals()
    pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    pthread_create(&thread, nil, waitForSignals, nil)
  }

  /// Calls `newHandler`, instead of ending the program, on the first ending signal from now on.
  static func onSignal(_ newHandler: @escaping @Sendable () -> Void) {
    handler.withLock { $0 = newHandler }
  }

  /// Signals that end the program in good order. A SIGHUP that was ignored at the start, by `nohup`, stays ignored.
  fileprivate static func endingSignals() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    var hangUp = sigaction()
    sigaction(SIGHUP, nil, &hangUp)
    let isIgnored = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
    if !isIgnored { sigaddset(&set, SIGHUP) }
    return set
  }

  /// Handles the signal `number`; the first goes to the handler, if there is one.
  fileprivate static func handle(_ number: Int32, isFirst: Bool) {
    guard isFirst, let handler = handler.withLock({ $0 }) else { exit(isFirst ? EXIT_SUCCESS : 128 + number) }
    handler()
  }
}

private func waitForSignals(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  var set = SignalWatch.endingSignals()
  var number: Int32 = 0
  var isFirst = true
  while sigwait(&set, &number) == 0 {
    SignalWatch.handle(number, isFirst: isFirst)
    isFirst = false
  }
  return nil
}
