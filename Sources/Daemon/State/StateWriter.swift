import Logging
import Radio
import RadioModel
import Stations
import Synchronization
import SystemSupport

/// Saves the player's state: after a change, at most once per second, and at the end.
///
/// The writes run on separate threads: a disk that is full or blocked affects only the saved state.
final class StateWriter: Sendable {
  /// The time for which further changes are collected after a write.
  private static let interval: Duration = .seconds(1)

  /// The state at one moment.
  struct Snapshot: Sendable {
    fileprivate let state: DaemonState
    fileprivate let stations: [Station]
    /// The sequence number of the snapshot.
    fileprivate let number: Int
    /// The time until what plays cannot be an announcement any more; nil when it is not one.
    fileprivate let announcementLeft: Duration?
  }

  private struct Progress {
    var written: DaemonState?
    var writtenNumber = 0
    var hasFailed = false
  }

  private let tuner: Tuner
  private let file: StateFile
  private let changes = WakeSignal()
  private let progress = Mutex(Progress())
  private let snapshots = Atomic<Int>(0)
  /// Held while the file is written, on threads that may block.
  private let writing = Mutex(())

  /// Creates a writer of the state of `tuner`.
  init(tuner: Tuner, file: StateFile) {
    self.tuner = tuner
    self.file = file
  }

  /// Schedules a write when `event` may have changed the state.
  func receive(_ event: TunerEvent) {
    switch event {
    case .tuned, .listed, .playing, .paused, .moved, .stopped, .ended, .failed, .volume, .queue, .stations:
      changes.signal()
    default: break
    }
  }

  /// Saves changes until ``end()``.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await _ in changes {
        let snapshot = captureState()
        await save(snapshot)
        // What plays longer than any announcement is what is to play again: no event says so.
        if let left = snapshot.announcementLeft {
          group.addTask { [changes] in
            try? await Task.sleep(for: left + .seconds(1), clock: .continuous)
            changes.signal()
          }
        }
        try? await Task.sleep(for: Self.interval, clock: .continuous)
      }
      group.cancelAll()
    }
  }

  /// Stops waiting for changes.
  func end() { changes.finish() }

  /// Returns the present state.
  func captureState() -> Snapshot {
    let number = snapshots.add(1, ordering: .relaxed).newValue
    let snapshot = tuner.snapshot
    return Snapshot(
      state: DaemonState(snapshot, event: tuner.eventNumber), stations: snapshot.stations, number: number,
      announcementLeft: snapshot.announcementLeft)
  }

  /// Saves `captureState`, unless an equal or a newer state is saved.
  func save(_ snapshot: Snapshot) async {
    guard !snapshot.state.isLike(progress.withLock { $0.written }) else { return }
    let saved = OneShotEvent()
    let isStarted = PlainThread.start { [self] in
      writing.withLock { _ in write(snapshot) }
      saved.set()
    }
    if isStarted { _ = await saved.wait() }
  }

  private func write(_ snapshot: Snapshot) {
    guard progress.withLock({ snapshot.number > $0.writtenNumber }) else { return }
    do throws(SystemError) {
      try file.write(snapshot.state.json(stations: snapshot.stations))
      progress.withLock { $0 = Progress(written: snapshot.state, writtenNumber: snapshot.number) }
    } catch {
      let hasFailed = progress.withLock { exchange(&$0.hasFailed, with: true) }
      if !hasFailed { file.logger.warning("\(error.description); what plays is not remembered until that works again") }
    }
  }
}
