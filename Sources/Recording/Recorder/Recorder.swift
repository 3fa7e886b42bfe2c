import AudioCore
import Parser
package import RadioModel
import Synchronization

/// Writes the sound of a source into files, on a thread of its own: a slow disk holds up nothing else. A recorder that the
/// buffer has overtaken notes a gap and goes on.
package final class Recorder: SoundRecorder {
  private struct State {
    var status: RecordingStatus
    var error: (any Error)?
    /// Why the source is given up; nil while it is not.
    var givenUp: String?
  }

  private let source: RecordedSource
  private let order: RecordingOrder
  private let settings: RecordingSettings
  private let state: Mutex<State>
  private let onFile: @Sendable (String) -> Void
  private let onEnd: @Sendable (RecordingStatus) -> Void
  private let thread: RecorderThread

  /// A recorder that has not begun. `onFile` gets the name of each file that is finished, below the folder, and `onEnd` the
  /// last status, both on its thread.
  package init(
    id: Int, source: RecordedSource, order: RecordingOrder, settings: RecordingSettings,
    onFile: @escaping @Sendable (String) -> Void = { _ in },
    onEnd: @escaping @Sendable (RecordingStatus) -> Void = { _ in }
  ) {
    self.onFile = onFile
    self.onEnd = onEnd
    self.source = source
    thread = RecorderThread(reading: source.buffer)
    self.order = order
    self.settings = settings
    var title = order.title?.metadata.title ?? ""
    if case .title(let entry) = order.rule { title = entry.metadata.title }
    state = Mutex(State(status: RecordingStatus(id: id, kind: order.kind, title: title, station: source.name)))
  }

  /// What it does, and what it has written.
  package var status: RecordingStatus { state.withLock { $0.status } }

  package var failure: (any Error)? { state.withLock { $0.error } }

  package var readPlace: Int { thread.readPlace }

  package func wakeUp() { thread.wakeUp() }

  /// Begins. Throws ``RecordingError/noThread``.
  package func start() throws(RecordingError) {
    try thread.start(at: max(0, order.beginning - SpanSplitter.before)) { [self] place in
      run(from: place)
    } onEnd: { [self] in
      onEnd(status)
    }
  }

  /// Ends the recording with what is heard now; a title that is kept, with what was received of it.
  package func stop() { thread.stop() }

  /// Names the station, whose server has said its name. Files that are begun from now on bear it.
  package func setStation(_ name: String) { state.withLock { $0.status.station = name } }

  /// Notes that the source is given up because of `reason`, a sentence: call it before its buffer is finished. A
  /// recording that does not end before that is incomplete, and has failed when nothing was written.
  package func giveUp(because reason: String) { state.withLock { $0.givenUp = reason } }

  /// Waits until the files are finished, at most `limit`. Returns false when they are not: the disk hangs.
  @discardableResult package func waitUntilEnded(limit: Duration) async -> Bool {
    await thread.waitUntilEnded(limit: limit)
  }

  // MARK: - The thread

  private func run(from place: ReadingPlace) {
    let writer = SpanWriter(settings: settings, source: source, order: order)
    do {
      let reason = try record(from: place, to: writer)
      publish(writer) { status in
        status.state = reason != nil && status.begin == nil ? .failed : .done
        status.reason = reason
        if reason != nil { status.isComplete = false }
      }
    } catch {
      writer.abandon()
      state.withLock { $0.error = error }
      publish(writer) { status in
        status.state = .failed
        status.reason = "\(error)"
      }
    }
  }

  /// Writes until the end. Returns why that came early; nil when it did not.
  private func record(from place: ReadingPlace, to writer: SpanWriter) throws -> String? {
    var place = place
    var reason: String?
    var splitter = SpanSplitter(
      rule: order.rule, from: order.beginning, title: order.title, cut: CutSearch.firstPacket(ofTitleAt:in:))
    let last = order.duration.map { order.beginning + Int($0 / .nanoseconds(1)) }
    while !splitter.isOver {
      let end = min(thread.end, last ?? .max)
      // One who records hears the end, and sound is received before it is heard.
      let limit = order.kind == .record ? min(end, source.buffer.livePlace) : end
      let read = thread.read(&place, before: limit)
      writer.station = status.station
      try pass(splitter.add(read.elements, lost: read.lost), to: writer)
      if read.isOver || limit >= end && read.elements.isEmpty && end < .max {
        reason = limit < end ? state.withLock { $0.givenUp } : nil
        try pass(splitter.finish(at: end, isCutOff: reason != nil), to: writer)
      }
      publish(writer)
      if read.elements.isEmpty, !splitter.isOver { thread.rest() }
    }
    return reason
  }

  private func pass(_ parts: [SpanSplitter.Output], to writer: SpanWriter) throws {
    for part in parts { try writer.write(part) }
  }

  private func publish(
    _ writer: SpanWriter, _ change: (inout RecordingStatus) -> Void = { _ in }
  ) {
    let progress = writer.progress
    let known = state.withLock { state in
      let known = state.status.files.count
      if !progress.title.isEmpty { state.status.title = progress.title }
      state.status.begin = progress.begin
      state.status.seconds = Double(progress.nanoseconds) / 1e9
      state.status.bytes = progress.finishedBytes + progress.bytes
      state.status.files = progress.files
      state.status.isComplete = progress.isComplete
      if progress.begin != nil { state.status.state = .writing }
      change(&state.status)
      return known
    }
    for name in progress.files[known...] { onFile(name) }
  }
}
