import DBus
import RadioModel
import Synchronization

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
    func record(_ number: Int) {
      numbers.withLock { $0.append(number) }
      wake.ring()
    }

    func removeAll() -> [Int] {
      numbers.withLock { exchange(&$0, with: []) }
    }
  }

  private let obeyed: Obeyed
  private var calls: [Int: Call] = [:]
  private var lastNumber = 0

  /// No calls. `wake` wakes the thread that takes the executed ones.
  init(wake: WakeUp) { obeyed = Obeyed(wake: wake) }

  /// Sends `commands` to `tuner`, and keeps `call` until the last of them was executed. Returns false when there are no
  /// commands or too many calls wait: then the commands are sent too, but the caller has to answer the call.
  mutating func perform(_ commands: [Command], of call: Call, by tuner: any RadioPlayer) -> Bool {
    guard let last = commands.last, calls.count < Self.capacity else {
      for command in commands { tuner.send(command) }
      return false
    }
    lastNumber += 1
    calls[lastNumber] = call
    for command in commands.dropLast() { tuner.send(command) }
    tuner.send(last, done: { [obeyed, lastNumber] in obeyed.record(lastNumber) })
    return true
  }

  /// Removes and returns the calls that were executed since the last time, in the order of their execution.
  mutating func takeObeyed() -> [Call] { obeyed.removeAll().compactMap { calls.removeValue(forKey: $0) } }
}
