package import RadioModel
import Synchronization

/// A radio whose state and events the test sets. It records the commands that it gets, and carries none of them out.
package final class ScriptedRadio: RadioPlayer {
  private struct State {
    var snapshot: TunerSnapshot
    var timeShift: TimeShift?
    var commands: [Command] = []
    var number: UInt64 = 0
    var listeners: [AsyncStream<NumberedEvent>.Continuation] = []
  }

  /// The most events that wait for a listener.
  private static let maximumEvents = 256

  private let state: Mutex<State>

  /// A radio in the state of `snapshot`.
  package init(_ snapshot: TunerSnapshot = TunerSnapshot()) { state = Mutex(State(snapshot: snapshot)) }

  /// The commands so far.
  package var commands: [Command] { state.withLock { $0.commands } }

  /// Changes the state, and then sends `event`.
  package func send(_ event: TunerEvent, after change: (inout TunerSnapshot) -> Void = { _ in }) {
    state.withLock { state in
      change(&state.snapshot)
      state.number += 1
      for listener in state.listeners { listener.yield(NumberedEvent(number: state.number, event: event)) }
    }
  }

  /// Sets the sound that is kept.
  package func keep(_ timeShift: TimeShift?) { state.withLock { $0.timeShift = timeShift } }

  /// Ends all streams of events.
  package func end() { for listener in state.withLock({ $0.listeners }) { listener.finish() } }

  // MARK: - RadioPlayer

  package var snapshot: TunerSnapshot { state.withLock { $0.snapshot } }

  package var status: RadioStatus { state.withLock { RadioStatus($0.snapshot, event: $0.number) } }

  package var timeShift: TimeShift? { state.withLock { $0.timeShift } }

  package func numberedEvents(after number: UInt64?) -> AsyncStream<NumberedEvent> {
    let (events, listener) = AsyncStream.makeStream(
      of: NumberedEvent.self, bufferingPolicy: .bufferingNewest(Self.maximumEvents))
    state.withLock { state in
      listener.yield(NumberedEvent(number: state.number, event: .snapshot(state.snapshot)))
      state.listeners.append(listener)
    }
    return events
  }

  package func send(_ command: Command) { state.withLock { $0.commands.append(command) } }

  package func send(_ command: Command, done: @escaping @Sendable () -> Void) {
    send(command)
    done()
  }

  package func perform(_ command: Command) async { send(command) }

  package func answer() async {}

  @discardableResult package func edit(_ edit: QueueEdit) throws(QueueError) -> [Int] { [] }

  package func resetQueue() {}
}
