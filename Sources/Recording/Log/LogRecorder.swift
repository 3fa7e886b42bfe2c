import Parser
import Synchronization
import SystemSupport

/// Writes the log of a station, on a thread of its own: a slow disk and decoding hold up nothing else.
///
/// It ends with its source and when it is stopped, and not when the disk is full: then it leaves out what it cannot write,
/// and goes on when there is space.
package final class LogRecorder: SoundRecorder {
  private struct State {
    /// Where it is to end, in nanoseconds; nil while it goes on.
    var end: Int?
    var error: RecordingError?
  }

  private let source: RecordedSource
  private let settings: LogSettings
  private let duration: Duration?
  private let report: @Sendable (StationLogEvent) -> Void
  private let state = Mutex(State())
  private let read = Atomic<Int>(0)
  private let wake = ThreadSignal()
  private let ended = OneShotEvent()
  /// Its only user is the thread, once that runs.
  private let index: Mutex<LogIndex?>

  /// A log of `source` that has not begun, for a `duration` of sound or until it is stopped. `index` is that of the folder
  /// of the settings. `report` gets events, on its thread.
  package init(
    of source: RecordedSource, settings: LogSettings, index: sending LogIndex, duration: Duration? = nil,
    report: @escaping @Sendable (StationLogEvent) -> Void
  ) {
    self.source = source
    self.settings = settings
    self.duration = duration
    self.report = report
    self.index = Mutex(index)
  }

  package func start() throws(RecordingError) {
    let place = source.buffer.beginReading(at: 0)
    guard PlainThread.start(body: { self.run(from: place) }) else {
      source.buffer.endReading()
      throw .noThread
    }
  }

  package func stop() {
    let place = source.buffer.livePlace
    state.withLock { $0.end = min($0.end ?? .max, place) }
    wake.nudge()
  }

  package var readPlace: Int { read.load(ordering: .relaxed) }

  package func wakeUp() { wake.nudge() }

  package var failure: (any Error)? { state.withLock { $0.error } }

  @discardableResult package func waitUntilEnded(limit: Duration) async -> Bool { await ended.wait(limit: limit) }

  private func run(from place: ReadingPlace) {
    if let index = index.withLock({ $0.take() }) {
      let writer = LogWriter(settings: settings, source: source, index: index, report: report)
      do throws(SystemError) {
        for name in try index.recover() { report(.keptCutOff(path: settings.folder.path([name]))) }
      } catch {
        report(.fault("\(error)"))
      }
      do throws(RecordingError) {
        try write(from: place, to: writer)
      } catch {
        state.withLock { $0.error = error }
      }
      writer.finish()
    }
    source.buffer.endReading()
    ended.set()
  }

  private func write(from place: ReadingPlace, to writer: LogWriter) throws(RecordingError) {
    var place = place
    var splitter = LogSplitter(settings.division, clock: settings.clock)
    let last = duration.map { Int($0 / .nanoseconds(1)) } ?? .max
    while true {
      let end = min(state.withLock { $0.end } ?? .max, last)
      let elements = source.buffer.read(&place, limit: RecorderBatch.count, before: end)
      for part in splitter.add(elements.elements, lost: elements.lost) { try writer.write(part) }
      if let element = elements.elements.last { read.store(element.start, ordering: .relaxed) }
      if elements.isOver || end < .max && elements.elements.isEmpty && source.buffer.livePlace >= end {
        for part in splitter.finish() { try writer.write(part) }
        return
      }
      if elements.elements.isEmpty { _ = wake.wait(timeout: RecorderBatch.interval) }
    }
  }
}
