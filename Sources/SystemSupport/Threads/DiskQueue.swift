import Synchronization

/// Runs blocking calls on files one after the other, on a thread of its own. A disk that does not answer holds up
/// neither Swift's threads nor the caller, and a limited number of calls wait for it.
package final class DiskQueue: Sendable {
  /// Why a call has no result.
  package enum QueueError: Error, Sendable, Equatable {
    /// Too many calls wait, or the system has no thread left. The call is not made.
    case busy
    /// The call was not made in time. It may be made later, and its result is discarded.
    case late
  }

  private let maximumWaiting: Int
  private let pool = BlockingPool(threads: 1)
  private let waiting = Atomic<Int>(0)

  /// A queue in which at most `maximumWaiting` calls wait, with the one that is being made.
  package init(maximumWaiting: Int) { self.maximumWaiting = maximumWaiting }

  /// True while a call is being made or waits.
  package var isBusy: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Runs `work` after the calls that wait already, and waits for its result for at most `limit`.
  ///
  /// Throws the errors of `work`, ``QueueError`` and `CancellationError`. After a cancellation the call is still made.
  package func run<Value: Sendable>(
    limit: Duration, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    guard waiting.add(1, ordering: .relaxed).newValue <= maximumWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      throw QueueError.busy
    }
    let slot = OneShotValue<Result<Value, any Error>>()
    let isStarted = pool.start { [self] in
      let result = Result { try work() }
      waiting.subtract(1, ordering: .relaxed)
      slot.set(result)
    }
    guard isStarted else {
      waiting.subtract(1, ordering: .relaxed)
      throw QueueError.busy
    }
    guard let result = await slot.wait(limit: limit) else {
      if Task.isCancelled { throw CancellationError() }
      throw QueueError.late
    }
    return try result.get()
  }
}
