import AudioCore
import Parser
package import RadioModel
import Synchronization

/// The recordings of a radio: those that are written, and the last that were.
package final class Recordings: Sendable {
  /// The most recordings that are written at the same time.
  package static let maximumActive = 4
  /// The most recordings that are listed.
  package static let maximumListed = 100

  private struct State {
    var recorders: [Recorder] = []
    /// What each recorder that keeps a title keeps, by its id.
    var kept: [Int: (title: Int, buffer: ObjectIdentifier)] = [:]
    var lastID = 0
    /// The number of recordings that failed, of which the list has the last alone.
    var failures = 0
  }

  private let settings: RecordingSettings
  private let onChange: @Sendable (_ activeCount: Int) -> Void
  private let state = Mutex(State())
  /// Held while the number of recordings is passed on, so that the last one is the present one.
  private let passing = Mutex(())

  /// An empty list. It leaves files of recorders that were killed as they are. `onChange` gets the number of recordings
  /// that are being written, on any thread, when one has begun or ended.
  package init(
    settings: RecordingSettings, onChange: @escaping @Sendable (_ activeCount: Int) -> Void = { _ in }
  ) {
    self.settings = settings
    self.onChange = onChange
  }

  /// All recordings that are listed, the newest first.
  package var list: [RecordingStatus] { state.withLock { $0.recorders }.reversed().map(\.status) }

  /// The number of recordings that are being written.
  package var activeCount: Int { state.withLock { $0.recorders }.count { $0.status.isActive } }

  /// The number of recordings that failed since the start.
  package var failureCount: Int { state.withLock { $0.failures } }

  /// Keeps the title with the number `id` of the sound that is kept, or, with nil, the one at `place`, in nanoseconds. Two
  /// requests for the same title are one recording. Throws ``RecordingError``.
  package func keep(
    _ id: Int?, at place: Int, of source: RecordedSource
  ) throws(RecordingError) -> RecordingStatus {
    let titles = source.buffer.titles.filter { !$0.metadata.title.isEmpty }
    let title = id.map { id in titles.last { $0.id == id } } ?? titles.last { $0.start <= place }
    guard let title else { throw id == nil ? .nothingToRecord : .notKept }
    let buffer = ObjectIdentifier(source.buffer)
    let same = state.withLock { state in
      state.recorders.last { recorder in
        guard let kept = state.kept[recorder.status.id] else { return false }
        return kept.title == title.id && kept.buffer == buffer && recorder.status.state != .failed
      }
    }
    if let same { return same.status }
    return try begin(RecordingOrder(keeping: title), of: source) { $0.kept[$1] = (title.id, buffer) }.status
  }

  /// Begins to record by `order`. Throws ``RecordingError``.
  package func record(_ order: RecordingOrder, of source: RecordedSource) throws(RecordingError) -> RecordingStatus {
    try recorder(order, of: source).status
  }

  /// Begins to record by `order` what a reception of its own puts into the buffer of `source`; returns the recorder, for
  /// the reception. Throws ``RecordingError``.
  package func recorder(_ order: RecordingOrder, of source: RecordedSource) throws(RecordingError) -> Recorder {
    try begin(order, of: source) { _, _ in }
  }

  private func begin(
    _ order: RecordingOrder, of source: RecordedSource, note: (inout State, Int) -> Void
  ) throws(RecordingError) -> Recorder {
    let recorder = try state.withLock { (state) throws(RecordingError) in
      guard state.recorders.count(where: { $0.status.isActive }) < Self.maximumActive else {
        throw .tooMany(Self.maximumActive)
      }
      let recorder = Recorder(
        id: state.lastID + 1, source: source, order: order, settings: settings,
        onEnd: { [weak self] status in self?.noteEnd(of: status) })
      try recorder.start()
      state.lastID += 1
      state.recorders.append(recorder)
      note(&state, state.lastID)
      while state.recorders.count > Self.maximumListed,
        let index = state.recorders.firstIndex(where: { !$0.status.isActive })
      {
        state.kept[state.recorders.remove(at: index).status.id] = nil
      }
      return recorder
    }
    passCount()
    return recorder
  }

  private func noteEnd(of status: RecordingStatus) {
    if status.state == .failed { state.withLock { $0.failures += 1 } }
    passCount()
  }

  private func passCount() { passing.withLock { _ in onChange(activeCount) } }

  /// Ends the recording `id`. Throws ``RecordingError/unknown(_:)``.
  package func stop(_ id: Int) throws(RecordingError) { try recorder(id).stop() }

  /// Returns the recording `id`. Throws ``RecordingError/unknown(_:)``.
  package func status(_ id: Int) throws(RecordingError) -> RecordingStatus { try recorder(id).status }

  private func recorder(_ id: Int) throws(RecordingError) -> Recorder {
    let found = state.withLock { $0.recorders.last { $0.status.id == id } }
    guard let found else { throw .unknown(id) }
    return found
  }

  /// Ends all recordings, and waits until their files are finished, at most `limit` in all.
  package func stopAll(limit: Duration) async {
    let recorders = state.withLock { $0.recorders }.filter(\.status.isActive)
    for recorder in recorders { recorder.stop() }
    let deadline = ContinuousClock.now.advanced(by: limit)
    for recorder in recorders { await recorder.waitUntilEnded(limit: ContinuousClock.now.duration(to: deadline)) }
  }
}
