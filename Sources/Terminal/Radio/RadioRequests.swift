import Bytes
package import RadioModel
package import Stations
import Synchronization

/// Makes the changes, searches and moves of a view, and keeps titles, in tasks of its own; holds the outcomes for the view's
/// thread. All members are callable from any thread and return at once; each request has one outcome.
///
/// Changes and titles are done one after the other. A search cancels the one before, and begins when that one is over.
package final class RadioRequests: Sendable {
  /// The outcome of a request.
  package enum Outcome: Sendable, Equatable {
    /// What a change did, in a few words such as `added jazz-radio`, or in one sentence why it was not made.
    case change(String)
    /// The recording of a title, which `hasEnded` as far as the view knows.
    case keep(RecordingStatus, hasEnded: Bool)
    /// Why a title is not kept: one sentence.
    case keepFailed(String)
    /// The outcome of a search.
    case search(SearchOutcome)
    /// The status after a move in the sound that is kept.
    case moved(RadioStatus)
    /// Why there was no move: one sentence.
    case notMoved(String)
  }

  /// The outcome of a search.
  package enum SearchOutcome: Sendable, Equatable {
    /// The directory answered.
    case found(StationSearchResult)
    /// The search failed for this reason: one sentence.
    case failed(String)
    /// A later search replaced it, or the view ended.
    case cancelled
  }

  /// What is done one after the other.
  private enum Order {
    case change(StationChange)
    case keep(title: Int?, hasEnded: Bool)

    /// Returns the outcome of an order that is not carried out, for this reason.
    func refusal(_ reason: String) -> Outcome {
      switch self {
      case .change: .change(reason)
      case .keep: .keepFailed(reason)
      }
    }

    /// Why it is not carried out at the end.
    var endReason: String {
      switch self {
      case .change: "radiod is ending; nothing was changed"
      case .keep: "radiod is ending; the title is not kept"
      }
    }
  }

  private struct State {
    /// The orders that wait for the one that is being carried out.
    var orders: [Order] = []
    /// Carries the orders out; nil while there are none.
    var maker: Task<Void, Never>?
    /// The latest search.
    var search: Task<Void, Never>?
    /// The latest move.
    var move: Task<Void, Never>?
    var outcomes: [Outcome] = []
    var hasEnded = false
  }

  private let radio: any RadioService
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  /// The maximum number of orders that wait.
  private static let maximumOrders = 32
  /// The maximum number of outcomes that wait. Of more the oldest are dropped.
  private static let maximumOutcomes = 1000

  /// Creates the requests of a view of `radio`; `wake` is called after each outcome, on any thread.
  package init(of radio: any RadioService, wake: @escaping @Sendable () -> Void) {
    self.radio = radio
    self.wake = wake
  }

  /// Makes `change`, whatever the version of the list is, after the changes that wait.
  package func change(_ change: StationChange) { carryOut(.change(change)) }

  /// Keeps the title with the number `id` of the sound that is kept, or the one that is heard, in a file. `hasEnded` is
  /// true when it is known to have been received to its end.
  package func keep(title id: Int?, hasEnded: Bool) { carryOut(.keep(title: id, hasEnded: hasEnded)) }

  private func carryOut(_ order: Order) {
    let refusal = state.withLock { state -> String? in
      if state.hasEnded { return order.endReason }
      guard state.orders.count < Self.maximumOrders else { return "\(Self.maximumOrders) changes wait already" }
      state.orders.append(order)
      if state.maker == nil { state.maker = Task { await carryOutAll() } }
      return nil
    }
    if let refusal { add(order.refusal(refusal)) }
  }

  /// Searches the directory for `words`, a text for `SearchWords`.
  package func search(_ words: String) {
    let isTaken = state.withLock { state in
      guard !state.hasEnded else { return false }
      let earlier = state.search
      earlier?.cancel()
      state.search = Task {
        await earlier?.value
        add(.search(await outcome(ofSearch: words)))
      }
      return true
    }
    if !isTaken { add(.search(.cancelled)) }
  }

  /// Moves to `seek`, after the moves before.
  package func move(to seek: Seek) {
    state.withLock { state in
      let earlier = state.move
      state.move = Task {
        await earlier?.value
        do {
          add(.moved(try await radio.perform(.seek(seek))))
        } catch {
          add(.notMoved(CleanText.singleLine("\(error)")))
        }
      }
    }
  }

  /// Refuses and cancels what is not done yet, and all later requests.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      state.maker?.cancel()
      state.search?.cancel()
      state.move?.cancel()
    }
  }

  /// Returns the outcomes since the last call, in order.
  package func receive() -> [Outcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  private func add(_ outcome: Outcome) {
    state.withLock { state in
      state.outcomes.append(outcome)
      if state.outcomes.count > Self.maximumOutcomes { state.outcomes.removeFirst() }
    }
    wake()
  }

  private func carryOutAll() async {
    while let order = nextOrder() { add(await outcome(of: order)) }
  }

  private func nextOrder() -> Order? {
    state.withLock { state in
      if state.orders.isEmpty { state.maker = nil }
      return state.orders.isEmpty ? nil : state.orders.removeFirst()
    }
  }

  private func outcome(of order: Order) async -> Outcome {
    guard !Task.isCancelled else { return order.refusal(order.endReason) }
    do {
      switch order {
      case .change(let change):
        return .change(CleanText.singleLine(change.report(of: try await radio.change(change, ifVersion: nil))))
      case .keep(let title, let hasEnded): return .keep(try await radio.keep(title: title), hasEnded: hasEnded)
      }
    } catch {
      return order.refusal(Task.isCancelled ? order.endReason : CleanText.singleLine("\(error)"))
    }
  }

  private func outcome(ofSearch words: String) async -> SearchOutcome {
    guard !Task.isCancelled else { return .cancelled }
    do {
      let result = try await radio.search(words)
      return Task.isCancelled ? .cancelled : .found(result)
    } catch {
      return Task.isCancelled || error is CancellationError ? .cancelled : .failed(CleanText.singleLine("\(error)"))
    }
  }
}
