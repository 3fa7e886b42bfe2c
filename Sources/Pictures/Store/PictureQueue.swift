/// The limits of a ``PictureQueue``.
package struct PictureLimits: Sendable {
  /// The largest number of pictures in memory.
  package var pictures: Int
  /// The largest size of all pictures in memory, in bytes.
  package var bytes: Int
  /// The largest number of addresses that are remembered.
  package var entries: Int
  /// The largest number of requests that wait. Older ones are dropped: who still wants them asks again.
  package var waiting: Int

  /// Creates limits.
  package init(pictures: Int, bytes: Int, entries: Int, waiting: Int) {
    self.pictures = pictures
    self.bytes = bytes
    self.entries = entries
    self.waiting = waiting
  }

  /// The limits for views, which show one picture at a time and ask again with each of their own.
  package static let views = PictureLimits(pictures: 12, bytes: 12 * 300 << 10, entries: 256, waiting: 4)
  /// The limits for the files of all stations that a page shows.
  package static let files = PictureLimits(pictures: 512, bytes: 8 << 20, entries: 2048, waiting: 256)

  /// How long a missing picture is not asked for again.
  package static let missingTime: Duration = .seconds(600)
  /// The time after which the cache is asked again for a picture in memory, which is shown meanwhile.
  package static let renewalTime: Duration = .seconds(86_400)
}

/// What a ``PictureQueue`` keeps in memory.
package protocol PictureContent: Sendable, Equatable {
  /// The memory that it takes, in bytes.
  var memoryBytes: Int { get }
}

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
