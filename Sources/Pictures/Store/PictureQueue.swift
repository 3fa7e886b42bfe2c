/// What a ``PictureStore`` knows: the pictures in memory, those that are missing, and those to be fetched. The newest
/// request comes first, because the listener looks at it.
package struct PictureQueue {
  /// An address, and whether it may lead to this machine and to private networks.
  package struct Request: Hashable, Sendable {
    package let address: String
    package let allowsLocalHosts: Bool

    /// Creates a request.
    package init(address: String, allowsLocalHosts: Bool) {
      self.address = address
      self.allowsLocalHosts = allowsLocalHosts
    }
  }

  private struct Entry {
    var state: PictureState
    /// Until when the state counts; nil for ever.
    var end: ContinuousClock.Instant?
    /// The number of the last use.
    var use: Int
  }

  /// The largest number of pictures in memory, of at most 300 KiB each.
  package static let maximumPictures = 12
  /// The largest number of addresses that are remembered.
  package static let maximumEntries = 256
  /// The largest number of requests that wait. Older ones are dropped: who still wants them asks again.
  package static let maximumWaiting = 4
  /// How long a missing picture is not asked for again.
  package static let missingTime: Duration = .seconds(600)

  private var entries: [Request: Entry] = [:]
  /// The requests that wait, the newest last.
  package private(set) var waiting: [Request] = []
  private var uses = 0

  /// Creates a queue that knows nothing.
  package init() {}

  /// The number of addresses that are remembered.
  package var count: Int { entries.count }

  /// Returns what is known about a request, and lets it wait when that is nothing.
  package mutating func state(of request: Request, now: ContinuousClock.Instant) -> PictureState {
    uses += 1
    if let entry = entries[request], entry.end.map({ now < $0 }) ?? true {
      entries[request]?.use = uses
      return entry.state
    }
    entries[request] = Entry(state: .loading, end: nil, use: uses)
    waiting.append(request)
    if waiting.count > Self.maximumWaiting { entries[waiting.removeFirst()] = nil }
    return .loading
  }

  /// Takes the request to be fetched next; nil when none waits.
  package mutating func next() -> Request? { waiting.popLast() }

  /// Stores the outcome of a request.
  package mutating func finish(_ request: Request, _ state: PictureState, now: ContinuousClock.Instant) {
    let end: ContinuousClock.Instant? = state.picture == nil ? now + Self.missingTime : nil
    entries[request] = Entry(state: state, end: end, use: entries[request]?.use ?? uses)
    prune()
  }

  /// Forgets what was not used for the longest time.
  private mutating func prune() {
    let oldest = entries.filter { $0.value.state != .loading }.sorted { $0.value.use < $1.value.use }
    let pictures = oldest.filter { $0.value.state.picture != nil }
    for entry in pictures.dropLast(Self.maximumPictures) { entries[entry.key] = nil }
    let rest = oldest.filter { entries[$0.key] != nil }
    for entry in rest.prefix(max(entries.count - Self.maximumEntries, 0)) { entries[entry.key] = nil }
  }
}
