/// What a store knows: the pictures in memory, those that are missing, and those that wait. The newest request comes
/// first, because the listener looks at it.
package struct PictureQueue<Content: PictureContent> {
  private struct Entry {
    var state: PictureLookup<Content>
    /// When the state is to be found out again; nil while it waits for that.
    var end: ContinuousClock.Instant?
    /// The number of the last use.
    var use: Int
  }

  private let limits: PictureLimits
  private var entries: [PictureRequest: Entry] = [:]
  /// The requests that wait, the newest last.
  package private(set) var waiting: [PictureRequest] = []
  private var uses = 0

  /// Creates a queue that knows nothing.
  package init(limits: PictureLimits) { self.limits = limits }

  /// The number of addresses that are remembered.
  package var count: Int { entries.count }

  /// Returns what is known about a request, and lets it wait when that is nothing, or is old.
  package mutating func state(of request: PictureRequest, now: ContinuousClock.Instant) -> PictureLookup<Content> {
    uses += 1
    if let entry = entries[request], entry.end.map({ now < $0 }) ?? true {
      entries[request]?.use = uses
      return entry.state
    }
    // An old picture is shown until there is a newer one.
    let old = entries[request].flatMap { $0.state.content == nil ? nil : $0.state }
    entries[request] = Entry(state: old ?? .loading, end: nil, use: uses)
    waiting.append(request)
    if waiting.count > limits.waiting {
      let dropped = waiting.removeFirst()
      if known(dropped)?.content == nil { forget(dropped) } else { entries[dropped]?.end = now }
    }
    return old ?? .loading
  }

  /// Returns what is known about a request; nil when that is nothing.
  package func known(_ request: PictureRequest) -> PictureLookup<Content>? { entries[request]?.state }

  /// Takes the request that comes next; nil when none waits.
  package mutating func next() -> PictureRequest? { waiting.popLast() }

  /// Forgets a request.
  package mutating func forget(_ request: PictureRequest) { entries[request] = nil }

  /// Stores the outcome of a request. A picture that is known stays when it cannot be had again.
  package mutating func finish(
    _ request: PictureRequest, _ state: PictureLookup<Content>, now: ContinuousClock.Instant
  ) {
    let hasContent = state.content != nil
    let old = entries[request].flatMap { $0.state.content == nil ? nil : $0.state }
    entries[request] = Entry(
      state: hasContent ? state : old ?? state,
      end: now + (hasContent ? PictureLimits.renewalTime : PictureLimits.missingTime),
      use: entries[request]?.use ?? uses)
    prune()
  }

  /// Forgets what was not used for the longest time.
  private mutating func prune() {
    let latest = entries.filter { $0.value.state != .loading }.sorted { $0.value.use > $1.value.use }
    var (pictures, bytes) = (0, 0)
    for (request, entry) in latest {
      guard let content = entry.state.content else { continue }
      pictures += 1
      bytes += content.memoryBytes
      // The latest picture stays, whatever its size.
      if pictures > limits.pictures || bytes > limits.bytes, pictures > 1 { forget(request) }
    }
    let rest = latest.map(\.key).filter { entries[$0] != nil }
    for request in rest.reversed().prefix(max(entries.count - limits.entries, 0)) { forget(request) }
  }
}
