import Parser
import Synchronization
import SystemSupport

/// Writes the log of a station, on a thread of its own: a slow disk and decoding hold up nothing else.
///
/// It ends with its source and when it is stopped, and not when the disk is full: then it leaves out what it cannot write,
/// and goes on when there is space.
package final class LogRecorder: SoundRecorder {
  private let source: RecordedSource
  private let settings: LogSettings
  private let duration: Duration?
  private let report: @Sendable (StationLogEvent) -> Void
  private let error = Mutex<RecordingError?>(nil)
  private let thread: RecorderThread
  private let parts: Mutex<Parts?>

  /// What only the thread uses, once it runs.
  private struct Parts {
    var index: LogIndex
    var calls: RecordingFile.Calls
  }

  /// A log of `source` that has not begun, for a `duration` of sound or until it is stopped. `index` is that of the folder
  /// of the settings. `report` gets events, on its thread, which makes the `calls` that write files.
  package init(
    of source: RecordedSource, settings: LogSettings, index: sending LogIndex, duration: Duration? = nil,
    calls: sending RecordingFile.Calls = RecordingFile.Calls(),
    report: @escaping @Sendable (StationLogEvent) -> Void
  ) {
    self.source = source
    thread = RecorderThread(reading: source.buffer)
    self.settings = settings
    self.duration = duration
    self.report = report
    parts = Mutex(Parts(index: index, calls: calls))
  }

  package func start() throws(RecordingError) {
    try thread.start(at: 0) { [self] place in run(from: place) }
  }

  package func stop() { thread.stop() }

  package var readPlace: Int { thread.readPlace }

  package func wakeUp() { thread.wakeUp() }

  package var failure: (any Error)? { error.withLock { $0 } }

  @discardableResult package func waitUntilEnded(limit: Duration) async -> Bool {
    await thread.waitUntilEnded(limit: limit)
  }

  private func run(from place: ReadingPlace) {
    if let parts = parts.withLock({ $0.take() }) {
      let writer = LogWriter(
        settings: settings, source: source, index: parts.index, calls: parts.calls, report: report)
      do throws(SystemError) {
        for name in try parts.index.recover() { report(.keptCutOff(path: settings.folder.path([name]))) }
      } catch {
        report(.fault("\(error)"))
      }
      do throws(RecordingError) {
        try write(from: place, to: writer)
      } catch {
        self.error.withLock { $0 = error }
      }
      writer.finish()
    }
  }

  private func write(from place: ReadingPlace, to writer: LogWriter) throws(RecordingError) {
    var place = place
    var splitter = LogSplitter(settings.division, clock: settings.clock)
    let last = duration.map { Int($0 / .nanoseconds(1)) } ?? .max
    while true {
      let end = min(thread.end, last)
      let elements = thread.read(&place, before: end)
      for part in splitter.add(elements.elements, lost: elements.lost) { try writer.write(part) }
      if elements.isOver || end < .max && elements.elements.isEmpty && source.buffer.livePlace >= end {
        for part in splitter.finish() { try writer.write(part) }
        return
      }
      if elements.elements.isEmpty { thread.rest() }
    }
  }
}
