import Glibc
import Synchronization
import SystemSupport

/// The write end of the pipe that wakes the view; −1 while there is none. Signal handlers read it.
private let wakeEnd = Atomic<Int32>(-1)

/// Converts the signals that concern a view into bytes in a pipe. The handlers only write; the view's thread does the
/// rest.
///
/// Handlers are global to the process, so only one view may use them at a time.
package final class TerminalSignals: Sendable {
  /// The events in the pipe, one byte each.
  package enum Event: UInt8, Sendable {
    /// SIGWINCH: the size of the terminal changed.
    case resized = 1
    /// SIGTSTP: Ctrl-Z, or another process requests that this one be suspended.
    case stopRequested
    /// SIGCONT: the process continues after a suspension, in the foreground or not.
    case continued
    /// `wake()`: the view must check its flags.
    case woken
  }

  private let pipe: WakePipe

  /// Creates the pipe; nil when the process has no descriptors left.
  package init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// The read end, non-blocking, for `poll`.
  package var readEnd: Int32 { pipe.readEnd }

  /// Wakes the thread that polls `readEnd`. Callable from any thread.
  package func wake() { pipe.wake(Event.woken.rawValue) }

  /// Returns the events since the last call, in order; at most 64.
  package func drain() -> [Event] { pipe.receive().compactMap(Event.init) }

  /// Runs `body` with the handlers installed and restores the previous ones after it.
  ///
  /// A SIGTSTP that is ignored, as under a shell without job control, stays ignored.
  package func whileHandling<Result>(_ body: () -> Result) -> Result {
    let previousEnd = wakeEnd.exchange(pipe.writeEnd, ordering: .sequentiallyConsistent)
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
        // Another handler may have been installed since: leave that one in place.
        var current = sigaction()
        sigaction(entry.number, nil, &current)
        var action = entry.action
        if SignalAction.calls(current, entry.handler) { sigaction(entry.number, &action, nil) }
      }
      wakeEnd.store(previousEnd, ordering: .sequentiallyConsistent)
    }
    return body()
  }

  /// Suspends the process as SIGTSTP does by default, and returns when it continues. In an orphaned process group the
  /// kernel does not suspend a process, and the function returns at once.
  package func stopProcess() {
    var standard = SignalAction.default
    var ours = sigaction()
    sigaction(SIGTSTP, &standard, &ours)
    var signals = sigset_t([SIGTSTP])
    var oldMask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &signals, &oldMask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &oldMask, nil)
    sigaction(SIGTSTP, &ours, nil)
  }

  /// Writes the event; called by handlers, async-signal-safe.
  private static func pass(_ event: Event) {
    WakePipe.signal(event.rawValue, to: wakeEnd.load(ordering: .relaxed))
  }
}
