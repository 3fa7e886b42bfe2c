import HTTPServer
import Synchronization
import SystemSupport

/// Work that takes seconds and that clients wait for: bounded in number and time, and cancelled when its client leaves
/// or asks for something newer.
final class ClientWork: Sendable {
  private struct Job {
    var client: String?
    var cancel: @Sendable () -> Void
    var isReplaced = false
  }

  private struct State {
    var jobs: [Int: Job] = [:]
    var lastNumber = 0
  }

  private let what: String
  private let limit: Int
  private let time: Duration
  private let state = Mutex(State())

  /// At most `limit` pieces of work at once, each for at most `time`. `what` is what they are called in errors.
  init(_ what: String, limit: Int, time: Duration) {
    self.what = what
    self.limit = limit
    self.time = time
  }

  /// Runs `work` for the request on `connection`, and cancels the earlier work of the same `client`; nil stands for a
  /// client that is not known. `work` must end soon when it is cancelled. Returns nil when it takes too long.
  ///
  /// Throws the errors of `work`, and ``HTTPError`` when too much runs already (503), when newer work replaced this one
  /// (409), and when the client left.
  func run<Value: Sendable>(
    for client: String?, on connection: HTTPConnection, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let task = Task { [time] in try await withTimeout(time) { try await work() } }
    guard let number = enter(client, cancel: { task.cancel() }) else {
      task.cancel()
      _ = await task.result
      throw HTTPError(503, "\(limit) \(what) run already", header: ("retry-after", "2"))
    }
    connection.whenClientLeaves { task.cancel() }
    let result = await task.result
    let isReplaced = state.withLock { $0.jobs.removeValue(forKey: number)?.isReplaced } ?? false
    if task.isCancelled {
      throw isReplaced ? HTTPError(409, "a newer request replaced this one") : HTTPError(503, "the client left")
    }
    return try result.get()
  }

  /// Counts work of `client`, and cancels its earlier work. Returns the number of the work; nil when too much runs.
  private func enter(_ client: String?, cancel: @escaping @Sendable () -> Void) -> Int? {
    let (number, replaced) = state.withLock { state -> (Int?, [Job]) in
      guard state.jobs.count < limit else { return (nil, []) }
      let earlier = state.jobs.keys.filter { client != nil && state.jobs[$0]?.client == client }
      for number in earlier { state.jobs[number]?.isReplaced = true }
      state.lastNumber += 1
      let replaced = earlier.compactMap { state.jobs[$0] }
      state.jobs[state.lastNumber] = Job(client: client, cancel: cancel)
      return (state.lastNumber, replaced)
    }
    for job in replaced { job.cancel() }
    return number
  }
}
