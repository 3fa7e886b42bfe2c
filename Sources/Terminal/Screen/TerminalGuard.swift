package import Glibc
import Synchronization

/// The data that a dying process needs to restore its terminal, in a form that a signal handler can use.
private struct Rescue {
  var descriptor: Int32
  var attributes: termios
  var text: UnsafePointer<UInt8>
  var textCount: Int
  /// The previous action of each signal, by its number.
  var previous: UnsafeMutablePointer<sigaction>
}

/// The address of the `Rescue`; 0 unless the terminal is in the view's mode. The code that takes it by exchange
/// restores the terminal.
private let rescue = Atomic<UInt>(0)

/// Restores the terminal when the process ends without the view's own cleanup: by a fatal signal, a Swift trap,
/// `abort()` or `exit()`.
///
/// The signal handlers perform only async-signal-safe operations. They then let the signal do what it did before, so
/// that a core is dumped and the parent sees the true cause. The signals in `endings`, such as SIGINT and SIGTERM, are
/// handled only while the program neither handles nor ignores them.
package enum TerminalGuard {
  /// Signals that report a fault of the program.
  private static let crashes = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]
  /// Signals that end a program that does not handle them.
  private static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
  ]
  private static let signalCount = 65
  /// Created once and never freed, because a handler may use it at any time.
  private static let storage: Mutex<RescueStorage> = Mutex(RescueStorage())

  private struct RescueStorage: ~Copyable {
    // Accessed only through the mutex, and by handlers through `rescue`, which is empty whenever this is written.
    let record = UnsafeMutablePointer<Rescue>.allocate(capacity: 1)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: TerminalGuard.signalCount)
    var text: UnsafeMutablePointer<UInt8>?
    var watched: [Int32] = []
    var hasExitHandler = false
  }

  /// True while the terminal is in the view's mode and no code has begun to restore it.
  package static var isArmed: Bool { rescue.load(ordering: .acquiring) != 0 }

  /// Makes the end of the process first write `text` to `descriptor` and restore its `attributes`.
  package static func arm(descriptor: Int32, attributes: termios, text: [UInt8]) {
    storage.withLock { storage in
      guard rescue.load(ordering: .acquiring) == 0 else { return }
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
      copy.initialize(from: text, count: text.count)
      storage.text?.deallocate()
      storage.text = copy
      storage.record.initialize(
        to: Rescue(
          descriptor: descriptor, attributes: attributes, text: UnsafePointer(copy), textCount: text.count,
          previous: storage.previous))
      if !storage.hasExitHandler {
        storage.hasExitHandler = true
        atexit { TerminalGuard.restoreNow() }
      }
      // Before the handlers are installed: a handler that runs must find it.
      rescue.store(UInt(bitPattern: storage.record), ordering: .sequentiallyConsistent)
      storage.watched = []
      for number in crashes + endings {
        var old = sigaction()
        sigaction(number, nil, &old)
        if endings.contains(number), !SignalAction.isDefault(old) { continue }
        storage.previous[Int(number)] = old
        var action = SignalAction.calling(deadlyHandler)
        sigaction(number, &action, nil)
        storage.watched.append(number)
      }
    }
  }

  /// Restores the previous actions of the signals, after the terminal was restored normally.
  package static func disarm() {
    storage.withLock { storage in
      rescue.store(0, ordering: .sequentiallyConsistent)
      for number in storage.watched {
        // Another handler may have been installed since: leave that one in place.
        var current = sigaction()
        sigaction(number, nil, &current)
        if SignalAction.calls(current, deadlyHandler) { sigaction(number, storage.previous + Int(number), nil) }
      }
      storage.watched = []
    }
  }

  private static let deadlyHandler: @convention(c) (Int32) -> Void = { number in TerminalGuard.die(of: number) }

  /// Restores the terminal and raises the signal again; async-signal-safe.
  private static func die(of number: Int32) {
    let record = UnsafeMutablePointer<Rescue>(bitPattern: rescue.load(ordering: .acquiring))
    restoreNow()
    if let record {
      sigaction(number, record.pointee.previous + Int(number), nil)
    } else {
      signal(number, SIG_DFL)
    }
    // The signal is blocked until this handler returns; then it is delivered.
    raise(number)
  }

  /// Restores the terminal; async-signal-safe.
  private static func restoreNow() {
    let address = rescue.exchange(0, ordering: .acquiringAndReleasing)
    guard let record = UnsafeMutablePointer<Rescue>(bitPattern: address) else { return }
    let descriptor = record.pointee.descriptor
    // In the background another process owns the terminal, and using it would suspend this process instead of ending
    // it.
    let group = tcgetpgrp(descriptor)
    if group != -1, group != getpgrp() { return }
    var text = record.pointee.text
    var rest = record.pointee.textCount
    var attempts = 20
    while rest > 0, attempts > 0 {
      let count = write(descriptor, text, rest)
      if count > 0 {
        text += count
        rest -= count
      } else {
        var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&slot, 1, 10)
        attempts -= 1
      }
    }
    tcsetattr(descriptor, TCSANOW, &record.pointee.attributes)
  }
}
