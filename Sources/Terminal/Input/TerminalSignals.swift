import Glibc
import Synchronization

/// The write end of the pipe that wakes the view; −1 while there is none. Read by signal handlers.
private let wakeEnd = Atomic<Int32>(-1)

/// The signals a view lives with, turned into bytes in a pipe: the handlers only write, the view's thread does the rest.
///
/// Handlers are the process's; so one view at a time.
package final class TerminalSignals: Sendable {
  /// What the pipe brings, one byte each.
  package enum Event: UInt8, Sendable {
    /// SIGWINCH: the terminal has another size.
    case resized = 1
    /// SIGTSTP: Ctrl-Z, or somebody else who wants the process stopped.
    case stopRequested
    /// SIGCONT: the process goes on after a stop, in the foreground or not.
    case continued
    /// `wake()`: somebody wants the view to look at its flags.
    case woken
  }

  /// The read end, non-blocking: to be polled.
  package let readEnd: Int32
  private let writeEnd: Int32

  /// A pipe; nil when the process has no descriptors left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the thread that polls `readEnd`; from any thread.
  package func wake() {
    var byte = Event.woken.rawValue
    _ = write(writeEnd, &byte, 1)
  }

  /// What came since the last call, in order.
  package func drain() -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(readEnd, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].compactMap(Event.init) : []
  }

  /// Runs `body` with the handlers in place and puts back the old ones after it.
  ///
  /// SIGTSTP that is ignored, as under a shell without job control, stays ignored.
  package func whileHandling<Result>(_ body: () -> Result) -> Result {
    let previousEnd = wakeEnd.exchange(writeEnd, ordering: .sequentiallyConsistent)
    let handlers: [(Int32, @convention(c) (Int32) -> Void)] = [
      (SIGWINCH, { _ in TerminalSignals.pass(.resized) }), (SIGCONT, { _ in TerminalSignals.pass(.continued) }),
      (SIGTSTP, { _ in TerminalSignals.pass(.stopRequested) }),
    ]
    var old: [(number: Int32, handler: @convention(c) (Int32) -> Void, action: sigaction)] = []
    for (number, handler) in handlers {
      var previous = sigaction()
      sigaction(number, nil, &previous)
      if number == SIGTSTP, SignalAction.isIgnored(previous) { continue }
      var action = SignalAction.calling(handler)
      sigaction(number, &action, nil)
      old.append((number, handler, previous))
    }
    defer {
      for entry in old {
        // Somebody may have taken the signal since; then it stays theirs.
        var current = sigaction()
        sigaction(entry.number, nil, &current)
        var action = entry.action
        if SignalAction.calls(current, entry.handler) { sigaction(entry.number, &action, nil) }
      }
      wakeEnd.store(previousEnd, ordering: .sequentiallyConsistent)
    }
    return body()
  }

  /// Stops the process as SIGTSTP would have without a handler, and returns when it is continued. In an orphaned process
  /// group the kernel does not stop anyone, and it returns at once.
  package func stopProcess() {
    var standard = SignalAction.standard
    var ours = sigaction()
    sigaction(SIGTSTP, &standard, &ours)
    var signals = sigset_t()
    var oldMask = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, &oldMask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &oldMask, nil)
    sigaction(SIGTSTP, &ours, nil)
  }

  /// Called by handlers: async-signal-safe.
  private static func pass(_ event: Event) {
    let savedError = errno
    var byte = event.rawValue
    _ = write(wakeEnd.load(ordering: .relaxed), &byte, 1)
    errno = savedError
  }
}
