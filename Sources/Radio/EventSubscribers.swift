import Synchronization

/// Hands each event to every subscriber; one that does not keep up loses its oldest events and slows nobody down.
final class EventSubscribers: Sendable {
  private static let capacity = 64

  private struct State {
    var continuations: [Int: AsyncStream<TunerEvent>.Continuation] = [:]
    var nextKey = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// A new subscription that begins with what `first` gives.
  func add(first: () -> TunerEvent) -> AsyncStream<TunerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TunerEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    let key = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      defer { state.nextKey += 1 }
      continuation.yield(first())  // no event can come between it and the subscription
      state.continuations[state.nextKey] = continuation
      return state.nextKey
    }
    if let key {
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.continuations.removeValue(forKey: key) }
      }
    } else {
      continuation.yield(first())
      continuation.finish()
    }
    return stream
  }

  func send(_ event: TunerEvent) {
    state.withLock { for continuation in $0.continuations.values { continuation.yield(event) } }
  }

  /// Ends every subscription.
  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
