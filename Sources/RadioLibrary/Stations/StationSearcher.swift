import AudioCore
import Synchronization
import Terminal

/// Searches the directory for a view: one search at a time, and the latest one counts.
public final class StationSearcher: Sendable {
  /// Performs a search for words, and throws `CancellationError` when its task is cancelled.
  public typealias Engine = @Sendable (_ words: String) async throws -> StationSearchOutcome

  private struct Search: Sendable {
    var words: String
    var done: @Sendable (StationSearchOutcome) -> Void
  }

  private struct State {
    /// The search that begins next.
    var next: Search?
    var hasEnded = false
  }

  private let engine: Engine
  private let state = Mutex(State())
  private let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Creates a searcher that uses `engine`.
  public init(engine: @escaping Engine) { self.engine = engine }

  /// Begins to search for `words`, and cancels the search before; calls `done` once.
  package func search(_ words: String, done: @escaping @Sendable (StationSearchOutcome) -> Void) {
    // Before the new search can end: a view takes the outcomes in their order.
    take()?.done(.cancelled)
    let (replaced, isTaken) = state.withLock { state -> (Search?, Bool) in
      guard !state.hasEnded else { return (nil, false) }
      defer { state.next = Search(words: words, done: done) }
      return (state.next, true)
    }
    replaced?.done(.cancelled)
    if isTaken { wakes.continuation.yield() } else { done(.cancelled) }
  }

  /// Searches until the task is cancelled. A search that is not done then is cancelled.
  package func run() async {
    var running: Task<Void, Never>?
    for await _ in wakes.stream {
      // A wake-up that came while the one before was handled may be for the search that runs by now.
      guard state.withLock({ $0.next != nil }) else { continue }
      running?.cancel()
      await running?.value
      running = nil
      guard !Task.isCancelled, let search = take() else { continue }
      running = Task { [engine] in search.done(await Self.outcome(of: search.words, engine)) }
    }
    running?.cancel()
    await running?.value
    let left = state.withLock { state -> Search? in
      state.hasEnded = true
      defer { state.next = nil }
      return state.next
    }
    left?.done(.cancelled)
  }

  private func take() -> Search? {
    state.withLock { state in
      defer { state.next = nil }
      return state.next
    }
  }

  private static func outcome(of words: String, _ engine: Engine) async -> StationSearchOutcome {
    do {
      let outcome = try await engine(words)
      return Task.isCancelled ? .cancelled : outcome
    } catch {
      if Task.isCancelled || error is CancellationError { return .cancelled }
      return .failed(CleanText.singleLine("\(error)"))
    }
  }
}
