import Radio
import Synchronization

/// Calls on the bus that are answered when the radio has obeyed them. For the bus' thread alone, but for the radio's
/// answers.
///
/// Bounded by ``capacity``: one call more is answered at once.
struct PendingCalls {
  /// Most calls that wait.
  static let capacity = 64

  /// A call and its answer.
  struct Call {
    /// What came.
    let message: BusMessage
    /// What the caller gets.
    let reply: BusReply
  }

  /// What the radio has obeyed, by the numbers of the calls.
  private final class Obeyed: Sendable {
    private let numbers = Mutex<[Int]>([])
    private let wake: WakeUp

    init(wake: WakeUp) { self.wake = wake }

    /// Notes that the call `number` was obeyed; from any thread.
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

  /// No calls; the thread that `wake` wakes takes what was obeyed.
  init(wake: WakeUp) { obeyed = Obeyed(wake: wake) }

  /// Sends `commands` to `tuner`, and keeps `call` until the last of them was obeyed. False, and the commands are sent
  /// nevertheless, when too many calls wait.
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

  /// The calls that were obeyed since this was asked last, in the order in which they were.
  mutating func takeObeyed() -> [Call] { obeyed.take().compactMap { calls.removeValue(forKey: $0) } }
}
