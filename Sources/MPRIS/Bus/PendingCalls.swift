import Radio
import RadioModel
import Synchronization
import SystemSupport

/// Calls on the bus that are answered when the radio has executed them. Used on the bus thread only, except for the
/// radio's notifications.
///
/// Holds at most ``capacity`` calls; a further one is answered at once.
struct PendingCalls {
  /// The maximum number of waiting calls.
  static let capacity = 64

  /// A call and its reply.
  struct Call {
    /// The message with the call.
    let message: BusMessage
    /// The reply for the caller.
    let reply: BusReply
  }

  /// The numbers of the calls that the radio has executed.
  private final class Obeyed: Sendable {
    private let numbers = Mutex<[Int]>([])
    private let wake: WakeUp

    init(wake: WakeUp) { self.wake = wake }

    /// Records that the call `number` was executed; from any thread.
    func note(_ number: Int) {
      numbers.withLock { $0.append(number) }
      wake.ring()
    }

    func take() -> [Int] {
      numbers.withLock { numbers in
        defer { numbers = [] }
        return numbers
      }
    }
  }

  private let obeyed: Obeyed
  private var calls: [Int: Call] = [:]
  private var lastNumber = 0

  /// No calls. `wake` wakes the thread that takes the executed ones.
  init(wake: WakeUp) { obeyed = Obeyed(wake: wake) }

  /// Sends `commands` to `tuner`, and keeps `call` until the last of them was executed. Returns false when there are no
  /// commands or too many calls wait: then the commands are sent too, but the caller has to answer the call.
  mutating func perform(_ commands: [Command], of call: Call, by tuner: Tuner) -> Bool {
    guard let last = commands.last, calls.count < Self.capacity else {
      for command in commands { tuner.send(command) }
      return false
    }
    lastNumber += 1
    calls[lastNumber] = call
    for command in commands.dropLast() { tuner.send(command) }
    tuner.send(last, done: { [obeyed, lastNumber] in obeyed.note(lastNumber) })
    return true
  }

  /// Removes and returns the calls that were executed since the last time, in the order of their execution.
  mutating func takeObeyed() -> [Call] { obeyed.take().compactMap { calls.removeValue(forKey: $0) } }
}

/// Wakes the bus thread. However often it is raised before the thread looks, it costs one byte in a pipe.
final class WakeUp: Sendable {
  private let pipe: WakePipe
  private let raised = Atomic<Bool>(false)
  private let over = Atomic<Bool>(false)

  /// Creates a pipe; returns nil when the process has no descriptors left.
  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// The descriptor to poll for input.
  var descriptor: Int32 { pipe.readEnd }

  /// Signals that there is something to look at; from any thread.
  func raise() {
    if !raised.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// Signals that the thread must end; from any thread.
  func end() {
    if !over.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// True once the thread must end.
  var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

  /// True when there is something to look at.
  var isRaised: Bool { raised.load(ordering: .sequentiallyConsistent) }

  /// Clears the signal. Call this before looking, so that a later `raise()` wakes the thread again.
  func lower() { raised.store(false, ordering: .sequentiallyConsistent) }

  /// Empties the pipe. Call this when the descriptor is readable.
  func drain() { pipe.drain() }

  /// Wakes the thread even if it was woken already. Each call writes a byte, so callers must bound the number of calls.
  func ring() { pipe.wake() }
}
