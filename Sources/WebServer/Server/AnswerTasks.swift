/// Runs answers as child tasks of one task, so that the server's end waits for them.
final class AnswerTasks: Sendable {
  private let (jobs, source):
    (AsyncStream<@Sendable () async -> Void>, AsyncStream<@Sendable () async -> Void>.Continuation)

  /// No answer is under way; at most `limit` may wait to begin, one for each connection.
  init(limit: Int) {
    (jobs, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limit))
  }

  /// Begins `job`; false when too many wait, or after ``finish()``.
  func begin(_ job: @escaping @Sendable () async -> Void) -> Bool {
    if case .enqueued = source.yield(job) { true } else { false }
  }

  /// Runs what is begun until ``finish()``; returns when all of it is done.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await job in jobs { group.addTask { await job() } }
    }
  }

  /// Nothing more begins.
  func finish() { source.finish() }
}
