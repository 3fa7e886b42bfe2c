import Glibc
import Synchronization
import SystemSupport

/// Converts SIGINT, SIGTERM and SIGHUP to a call on a separate thread; a second signal ends the program at once.
///
/// After its cleanup, a program that SIGINT ended dies of SIGINT. A shell that waits for it sees that and also ends its
/// loop or script; with an exit code, even 130, it would continue (bash(1), "Signals";
/// https://www.cons.org/cracauer/sigint.html).
///
/// The handler only writes the signal's number to a pipe, because a signal handler may do little else. Blocking the
/// signals and waiting for them would not work: the main thread waits in `sigsuspend` with none of them blocked.
enum SignalWatch {
  private static let handler = Mutex<(@Sendable () -> Void)?>(nil)
  private static let reloadHandler = Mutex<(@Sendable () -> Void)?>(nil)
  /// The timeout of an orderly shutdown, in milliseconds. A longer one waits for something that may never come, such as
  /// the reader of a full pipe.
  fileprivate static let graceMilliseconds: Int32 = 4000
  fileprivate static let writeEnd = Atomic<Int32>(-1)
  /// True from the first SIGINT on.
  fileprivate static let isInterrupted = Atomic<Bool>(false)

  /// Starts the watch. Until a handler is set, SIGTERM and SIGHUP end the program with exit code 0, and SIGINT ends it
  /// as a death by that signal. A SIGHUP that was ignored at the start, as under `nohup`, stays ignored.
  static func start() {
    guard let pipe = WakePipe() else { return }
    // The handlers write to the pipe until the process ends, whatever becomes of the thread.
    _ = Unmanaged.passRetained(pipe)
    writeEnd.store(pipe.writeEnd, ordering: .releasing)
    isInterrupted.store(false, ordering: .releasing)  // initialized here: the handler must not initialize a global
    guard PlainThread.start(body: { waitForSignals(pipe) }) else { return }
    // Exit handlers run in the reverse order of their registration: this one runs last, when the terminal is already
    // restored.
    atexit { SignalWatch.dieIfInterrupted() }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var current = sigaction()
      sigaction(number, nil, &current)
      let isIgnored = unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
      if isIgnored && number == SIGHUP { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { noteSignal($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  /// Makes the first ending signal from now on call `newHandler` instead of ending the program.
  static func onSignal(_ newHandler: @escaping @Sendable () -> Void) {
    handler.withLock { $0 = newHandler }
  }

  /// Makes every SIGHUP from now on call `newHandler`; SIGHUP no longer counts as an ending signal.
  static func onReload(_ newHandler: @escaping @Sendable () -> Void) {
    reloadHandler.withLock { $0 = newHandler }
  }

  /// Ends the program as SIGINT does by default, if there was a SIGINT. `exit` calls it, whatever the exit code.
  private static func dieIfInterrupted() {
    guard isInterrupted.load(ordering: .relaxed) else { return }
    fflush(nil)
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t([SIGINT])
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
  }

  /// Calls the reload handler if the signal `number` is SIGHUP and there is one. Returns true when it did.
  fileprivate static func isReload(_ number: Int32) -> Bool {
    guard number == SIGHUP, let handler = reloadHandler.withLock({ $0 }) else { return false }
    handler()
    return true
  }

  /// Handles the signal `number`. The first one goes to the handler, if there is one; any other ends the program.
  fileprivate static func handle(_ number: Int32, isFirst: Bool) {
    guard isFirst, let handler = handler.withLock({ $0 }) else { exit(isFirst ? EXIT_SUCCESS : 128 + number) }
    handler()
  }
}

/// The signal handler: async-signal-safe.
private func noteSignal(_ number: Int32) {
  if number == SIGINT { SignalWatch.isInterrupted.store(true, ordering: .relaxed) }
  WakePipe.signal(UInt8(truncatingIfNeeded: number), to: SignalWatch.writeEnd.load(ordering: .relaxed))
}

/// The loop of the watching thread.
private func waitForSignals(_ pipe: WakePipe) {
  var isFirst = true
  while true {
    var end = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
    if poll(&end, 1, isFirst ? -1 : SignalWatch.graceMilliseconds) == 0 { exit(EXIT_SUCCESS) }
    for number in pipe.receive().map(Int32.init) where !SignalWatch.isReload(number) {
      SignalWatch.handle(number, isFirst: isFirst)
      isFirst = false
    }
  }
}
