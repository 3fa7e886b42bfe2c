import Glibc
import Synchronization

/// What a dying process needs to put its terminal right, laid out so that a signal handler can use it.
private struct Rescue {
  var descriptor: Int32
  var attributes: termios
  var text: UnsafePointer<UInt8>
  var textCount: Int
  /// What each signal did before, by its number.
  var previous: UnsafeMutablePointer<sigaction>
}

/// Address of the `Rescue`; 0 unless the terminal is in the view's mode. Whoever takes it by exchange restores the terminal.
private let rescue = Atomic<UInt>(0)

/// Restores the terminal when the process ends without the view having had its turn: by a fatal signal, a Swift trap,
/// `abort()` or `exit()`.
///
/// The signal handlers do only what is async-signal-safe, then let the signal do what it did before, so that a core is
/// dumped and the parent sees the true cause. SIGINT, SIGTERM, SIGHUP and SIGQUIT are handled so only while nobody else
/// handles or ignores them.
package enum TerminalGuard {
  /// Signals that say the program is broken.
  private static let crashes = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]
  /// Signals that end a program that does not handle them.
  private static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
  ]
  private static let signalCount = 65
  /// Made once and never freed: a handler may hold it at any time.
  private static let storage: Mutex<RescueStorage> = Mutex(RescueStorage())

  private struct RescueStorage: ~Copyable {
    // Only reached through the mutex, and by handlers through `rescue`, which is empty whenever this is written.
    let record = UnsafeMutablePointer<Rescue>.allocate(capacity: 1)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: TerminalGuard.signalCount)
    var text: UnsafeMutablePointer<UInt8>?
    var watched: [Int32] = []
    var hasExitHandler = false
  }

  /// True while the terminal is in the view's mode and nobody has begun to restore it.
  package static var isArmed: Bool { rescue.load(ordering: .acquiring) != 0 }

  /// From now on the end of the process first writes `text` to `descriptor` and gives it back `attributes`.
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
      // Before the handlers: one that runs must find it.
      rescue.store(UInt(bitPattern: storage.record), ordering: .sequentiallyConsistent)
      storage.watched = []
      for number in crashes + endings {
        var old = sigaction()
        sigaction(number, nil, &old)
        if endings.contains(number), !SignalAction.isStandard(old) { continue }
        storage.previous[Int(number)] = old
        var action = SignalAction.calling(deadlyHandler)
        sigaction(number, &action, nil)
        storage.watched.append(number)
      }
    }
  }

  /// The terminal was restored in the normal way: signals do again what they did before.
  package static func disarm() {
    storage.withLock { storage in
      rescue.store(0, ordering: .sequentiallyConsistent)
      for number in storage.watched {
        // Somebody may have taken the signal since; then it stays theirs.
        var current = sigaction()
        sigaction(number, nil, &current)
        if SignalAction.calls(current, deadlyHandler) { sigaction(number, storage.previous + Int(number), nil) }
      }
      storage.watched = []
    }
  }

  private static let deadlyHandler: @convention(c) (Int32) -> Void = { number in TerminalGuard.die(of: number) }

  /// Async-signal-safe.
  private static func die(of number: Int32) {
    let record = UnsafeMutablePointer<Rescue>(bitPattern: rescue.load(ordering: .acquiring))
    restoreNow()
    if let record {
      sigaction(number, record.pointee.previous + Int(number), nil)
    } else {
      signal(number, SIG_DFL)
    }
    // Blocked until this handler returns, then it strikes.
    raise(number)
  }

  /// Async-signal-safe.
  private static func restoreNow() {
    let address = rescue.exchange(0, ordering: .acquiringAndReleasing)
    guard let record = UnsafeMutablePointer<Rescue>(bitPattern: address) else { return }
    let descriptor = record.pointee.descriptor
    // In the background the terminal is somebody else's, and touching it would stop the process instead of ending it.
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
