import AudioCore
import Logging
import Radio
import Stations
import Synchronization

/// Writes down what the radio is to remember: after a change, once a second at most, and at the end.
///
/// The disk is waited for on a thread of its own; nothing but the memory suffers from one that is full or stuck.
final class StateWriter: Sendable {
  /// How long further changes are gathered after one was written.
  private static let interval: Duration = .seconds(1)

  /// How things were at a moment.
  struct Snapshot: Sendable {
    fileprivate let state: DaemonState
    fileprivate let stations: [Station]
    /// Counts the looks.
    fileprivate let number: Int
  }

  private struct Progress {
    var written: DaemonState?
    var writtenNumber = 0
    var hasFailed = false
  }

  private let tuner: Tuner
  private let file: StateFile
  private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let progress = Mutex(Progress())
  private let looks = Atomic<Int>(0)
  /// Held while the file is written, on threads that may wait.
  private let writing = Mutex(())

  /// A keeper of what `tuner` does.
  init(tuner: Tuner, file: StateFile) {
    self.tuner = tuner
    self.file = file
  }

  /// Tells that something may have changed.
  func note(_ event: TunerEvent) {
    switch event {
    case .tuned, .playing, .stopped, .ended, .failed, .volume, .queue, .stations: changes.continuation.yield()
    case .snapshot, .connecting, .connected, .rebuffering, .title, .retrying, .notice, .detail, .deviceFaults: break
    }
  }

  /// Writes down changes until ``end()``.
  func run() async {
    for await _ in changes.stream {
      await save(look())
      try? await Task.sleep(for: Self.interval, clock: .continuous)
    }
  }

  /// No more changes are waited for.
  func end() { changes.continuation.finish() }

  /// How things are now.
  func look() -> Snapshot {
    let number = looks.add(1, ordering: .relaxed).newValue
    let snapshot = tuner.snapshot
    return Snapshot(
      state: DaemonState(snapshot, event: tuner.eventNumber), stations: snapshot.stations, number: number)
  }

  /// Writes down how things were, unless that is written, or something newer.
  func save(_ look: Snapshot) async {
    guard !look.state.isLike(progress.withLock { $0.written }) else { return }
    let latch = Latch()
    let isStarted = PlainThread.start { [self] in
      writing.withLock { _ in write(look) }
      latch.open()
    }
    if isStarted { _ = await latch.wait() }
  }

  private func write(_ look: Snapshot) {
    guard progress.withLock({ look.number > $0.writtenNumber }) else { return }
    do throws(TuneError) {
      try file.write(look.state.json(stations: look.stations))
      progress.withLock { $0 = Progress(written: look.state, writtenNumber: look.number) }
    } catch {
      let isFirst = progress.withLock { progress in
        defer { progress.hasFailed = true }
        return !progress.hasFailed
      }
      if isFirst { file.logger.warning("\(error.description); what plays is not remembered until that works again") }
    }
  }
}
