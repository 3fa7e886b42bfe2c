import Parser
import Synchronization
import SystemSupport

/// The thread of a recorder, which reads a buffer whatever the listener does, until it is to end.
final class RecorderThread: Sendable {
  private let buffer: TimeShiftBuffer
  private let endPlace = Atomic<Int>(.max)
  private let newestPlace = Atomic<Int>(0)
  private let wake = ThreadSignal()
  private let ended = OneShotEvent()

  /// A thread that has not begun.
  init(reading buffer: TimeShiftBuffer) { self.buffer = buffer }

  /// Where the recording is to end, in nanoseconds; `Int.max` while it goes on.
  var end: Int { endPlace.load(ordering: .acquiring) }

  /// Where the newest element begins that was read, in nanoseconds.
  var readPlace: Int { newestPlace.load(ordering: .relaxed) }

  /// Runs `body`, which reads from `beginning` on, in nanoseconds, and then `onEnd`. Throws ``RecordingError/noThread``.
  func start(
    at beginning: Int, body: @escaping @Sendable (ReadingPlace) -> Void, onEnd: @escaping @Sendable () -> Void = {}
  ) throws(RecordingError) {
    // What is read first is noted before the buffer can drop it.
    let place = buffer.beginReading(at: beginning)
    let isStarted = PlainThread.start { [self] in
      body(place)
      buffer.endReading()
      onEnd()
      ended.set()
    }
    guard isStarted else {
      buffer.endReading()
      throw .noThread
    }
  }

  /// Ends the recording with what is heard now.
  func stop() {
    _ = endPlace.min(buffer.livePlace, ordering: .acquiringAndReleasing)
    wakeUp()
  }

  /// Ends a rest, or the next one.
  func wakeUp() { wake.nudge() }

  /// Waits until the thread has ended, at most `limit`. Returns false when it has not.
  func waitUntilEnded(limit: Duration) async -> Bool { await ended.wait(limit: limit) }

  // MARK: - On the thread

  /// Reads what begins before `end`, in nanoseconds. Never waits.
  func read(_ place: inout ReadingPlace, before end: Int) -> ReadElements {
    let elements = buffer.read(&place, limit: RecorderBatch.count, before: end)
    if let newest = elements.elements.last { newestPlace.store(newest.start, ordering: .relaxed) }
    return elements
  }

  /// Sleeps until it is time to read again.
  func rest() { _ = wake.wait(timeout: RecorderBatch.interval) }
}
