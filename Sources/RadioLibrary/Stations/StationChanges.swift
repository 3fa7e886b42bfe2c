import AudioCore
import Stations
import SystemSupport
import Terminal

/// Makes a change of a station list: it may block, and returns what was done in a few words.
public typealias StationChangeMaker = @Sendable (StationChange) throws(TuneError) -> String

/// Makes the changes of a station list that a view wants, one after the other, on a thread of their own: another
/// program may write the file, and a disk may be slow.
package final class StationChanges: Sendable {
  /// A change, and what is called with its outcome.
  private struct Job: Sendable {
    var change: StationChange
    var done: @Sendable (StationChangeOutcome) -> Void
  }

  /// The maximum number of changes that wait.
  private static let mostJobs = 32
  private static let endReason = "radiod is ending; nothing was changed"

  private let jobs = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(mostJobs))
  private let pool = BlockingPool(threads: 1)

  /// Creates a queue without changes.
  package init() {}

  /// Queues `change`; calls `done` once.
  package func make(_ change: StationChange, done: @escaping @Sendable (StationChangeOutcome) -> Void) {
    switch jobs.continuation.yield(Job(change: change, done: done)) {
    case .enqueued: break
    case .dropped: done(.refused("\(Self.mostJobs) changes wait already"))
    case .terminated: done(.refused(Self.endReason))
    @unknown default: done(.refused(Self.endReason))
    }
  }

  /// Makes the changes with `make`, which may block and returns what was done, until the task is cancelled. Changes
  /// that wait then are refused. `changed` is called after each change that was made.
  package func run(
    _ make: @escaping StationChangeMaker, changed: @Sendable () async -> Void
  ) async {
    await withTaskCancellationHandler {
      for await job in jobs.stream {
        guard !Task.isCancelled else {
          job.done(.refused(Self.endReason))
          continue
        }
        let outcome = await attempt { () throws(TuneError) in try make(job.change) }
        if case .done = outcome { await changed() }
        job.done(outcome)
      }
    } onCancel: {
      jobs.continuation.finish()
    }
  }

  private func attempt(
    _ work: @escaping @Sendable () throws(TuneError) -> String
  ) async -> StationChangeOutcome {
    do {
      return .done(try await pool.run { try work() })
    } catch {
      return .refused(CleanText.singleLine((error as? TuneError)?.description ?? "\(error)"))
    }
  }
}
