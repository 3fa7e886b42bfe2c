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

  /// Makes the changes with `make` on the thread for changes, until the task is cancelled; see
  /// ``run(asking:changed:)``.
  package func run(
    _ make: @escaping StationChangeMaker, changed: @Sendable () async -> Void
  ) async {
    await run(asking: { change in try await self.block { try make(change) } }, changed: changed)
  }

  /// Runs `work`, which may block, on the thread for changes. Throws its errors.
  package func block<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await pool.run(work)
  }

  /// Makes the changes with `make`, which returns what was done, until the task is cancelled. Changes that wait then are
  /// refused. `changed` is called after each change that was made.
  package func run(
    asking make: @Sendable (StationChange) async throws -> String, changed: @Sendable () async -> Void
  ) async {
    await withTaskCancellationHandler {
      for await job in jobs.stream {
        guard !Task.isCancelled else {
          job.done(.refused(Self.endReason))
          continue
        }
        let outcome: StationChangeOutcome
        do {
          outcome = .done(try await make(job.change))
        } catch {
          outcome = .refused(Task.isCancelled ? Self.endReason : CleanText.singleLine("\(error)"))
        }
        if case .done = outcome { await changed() }
        job.done(outcome)
      }
    } onCancel: {
      jobs.continuation.finish()
    }
  }
}
