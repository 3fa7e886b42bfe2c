import NIOCore

/// Runs answers as child tasks of one task, so that stopping the server waits for them.
final class AnswerTasks: Sendable {
  private let (jobs, source):
    (AsyncStream<@Sendable () async -> Void>, AsyncStream<@Sendable () async -> Void>.Continuation)

  /// Creates an empty queue. At most `limit` answers, one for each connection, may wait to begin.
  init(limit: Int) {
    (jobs, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limit))
  }

  /// Queues `job`. Returns false when too many jobs wait, and after ``finish()``.
  func begin(_ job: @escaping @Sendable () async -> Void) -> Bool {
    if case .enqueued = source.yield(job) { true } else { false }
  }

  /// Runs the queued jobs until ``finish()``. Returns when all of them are done.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await job in jobs { group.addTask { await job() } }
    }
  }

  /// Accepts no more jobs.
  func finish() { source.finish() }
}
