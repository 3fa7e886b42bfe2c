import Radio
import RadioModel

/// Follows the tuner's events and passes them on: to the log, the saved state and the supervisor.
final class EventRecorder: Sendable {
  private let tuner: Tuner
  private let stateWriter: StateWriter
  private let supervisor: Supervisor
  private let log: EventLog

  /// Creates a recorder for `tuner`.
  init(tuner: Tuner, stateWriter: StateWriter, supervisor: Supervisor, log: EventLog) {
    self.tuner = tuner
    self.stateWriter = stateWriter
    self.supervisor = supervisor
    self.log = log
  }

  /// Passes `events` on until the sequence ends.
  func follow(_ events: Tuner.Events) async {
    for await event in events {
      log.record(event)
      stateWriter.receive(event)
      switch event {
      case .snapshot, .tuned, .listed, .connecting, .playing, .rebuffering, .title, .titleAgain, .paused, .moved,
        .retrying, .ended, .failed, .stopped:
        supervisor.notifyStatus(tuner.status)
      default: break
      }
    }
  }
}
