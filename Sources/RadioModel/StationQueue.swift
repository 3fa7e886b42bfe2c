public import Stations

/// The queue that `next` and `previous` step through, as in Music Player Daemon: sources in order, each with an id that
/// never changes. Every source that is tuned in has an entry; one that was not put into the queue has a temporary
/// entry.
public struct StationQueue: Sendable, Equatable {
  /// An entry of the queue.
  public struct Entry: Sendable, Equatable {
    /// The id of the entry, from 1 up; never used twice in a run.
    public let id: Int
    /// The source of the entry.
    public var source: Source
    /// The version of the queue when the content of this position last changed.
    public var version: Int
    /// True for an entry that is in the queue only because it is tuned in, or was last. It is removed when something
    /// else is tuned in. When a listener moves the entry, it stops being temporary.
    public var isTemporary = false
  }

  /// The maximum number of entries.
  public static let maximumEntries = StationList.maximumStations

  /// The entries, in order; at most ``maximumEntries``.
  public private(set) var entries: [Entry] = []
  /// The version of the queue: counts its changes, from 1 up.
  public private(set) var version = 1
  private var nextID = 1

  /// A queue of `stations`.
  public init(stations: [Station] = []) { self.init(sources: stations.map { .station($0) }) }

  /// A queue of `sources`.
  public init(sources: [Source]) { entries = sources.prefix(Self.maximumEntries).map { makeEntry($0) } }

  /// Returns the position of the entry `id`, from 0; nil when there is no such entry.
  public func position(ofID id: Int) -> Int? { entries.firstIndex { $0.id == id } }

  /// Returns the entry for `source`: for a station the entry with its id, else the entry with the same source.
  public func entry(for source: Source) -> Entry? {
    entries.first { entry in
      if case .station(let station) = source, case .station(let other) = entry.source { return station.id == other.id }
      return entry.source == source
    }
  }

  /// The entries that are not temporary.
  public var lasting: [Entry] { entries.filter { !$0.isTemporary } }

  /// Returns the lasting entry `step` positions after the entry `id`, in a ring. Counts from the ends of the queue when
  /// `id` is nil, removed or temporary. Nil when there are no lasting entries.
  public func neighbour(of id: Int?, by step: Int) -> Entry? {
    let entries = lasting
    guard !entries.isEmpty else { return nil }
    let start = entries.firstIndex { $0.id == id } ?? (step > 0 ? -1 : entries.count)
    return entries[((start + step) % entries.count + entries.count) % entries.count]
  }

  /// Returns the entry that took the place of the entry `id`, which was in this queue as it was `before`: the first
  /// entry after it, in a ring, that still exists. Nil when there is none, or `id` was not in the queue.
  public func successor(of id: Int, in before: StationQueue) -> Int? {
    guard let position = before.position(ofID: id) else { return nil }
    let here = Set(entries.map(\.id))
    return (before.entries[position...] + before.entries[..<position]).first { here.contains($0.id) }?.id
  }

  /// Applies `edit` completely or not at all. Returns the ids of added entries.
  ///
  /// Throws ``QueueError`` when an entry or a position does not exist, or the queue would be too long.
  public mutating func apply(_ edit: QueueEdit) throws(QueueError) -> [Int] {
    let before = entries
    let ids = try change(edit)
    noteChanges(since: before)
    return ids
  }

  /// Adds a temporary entry for `source`, which has no entry, at the end of the queue. Removes earlier temporary
  /// entries. Returns the id; nil when the queue is full.
  package mutating func addTemporary(_ source: Source) -> Int? {
    let before = entries
    entries.removeAll(where: \.isTemporary)
    var id: Int?
    if entries.count < Self.maximumEntries {
      var entry = makeEntry(source)
      entry.isTemporary = true
      entries.append(entry)
      id = entry.id
    }
    noteChanges(since: before)
    return id
  }

  /// Removes temporary entries, except for the entry `id`.
  package mutating func removeTemporary(except id: Int?) {
    let before = entries
    entries.removeAll { $0.isTemporary && $0.id != id }
    noteChanges(since: before)
  }

  /// Gives the entry `id` another source; its place and its number stay.
  package mutating func replaceSource(of id: Int, with source: Source) {
    let before = entries
    for index in entries.indices where entries[index].id == id { entries[index].source = source }
    noteChanges(since: before)
  }

  /// Counts a change if the entries differ from `before`, and sets the new version at the positions that changed.
  private mutating func noteChanges(since before: [Entry]) {
    guard !entries.elementsEqual(before, by: { $0.id == $1.id && $0.source == $1.source }) else { return }
    version += 1
    for index in entries.indices
    where index >= before.count || before[index].id != entries[index].id
      || before[index].source != entries[index].source
    {
      entries[index].version = version
    }
  }

  private mutating func change(_ edit: QueueEdit) throws(QueueError) -> [Int] {
    switch edit {
    case .insert(let sources, let place): return try insert(sources, at: place ?? entries.count)
    case .remove(let range):
      guard range.lowerBound >= 0, range.upperBound <= entries.count else { throw .noSuchPlace }
      entries.removeSubrange(range)
    case .removeEntry(let id):
      guard let position = position(ofID: id) else { throw .noSuchEntry }
      entries.remove(at: position)
    case .move(let range, let place):
      guard range.lowerBound >= 0, range.upperBound <= entries.count, place >= 0,
        place <= entries.count - range.count
      else { throw .noSuchPlace }
      for index in range { entries[index].isTemporary = false }
      let moved = Array(entries[range])
      entries.removeSubrange(range)
      entries.insert(contentsOf: moved, at: place)
    case .swap(let first, let second):
      guard entries.indices.contains(first), entries.indices.contains(second) else { throw .noSuchPlace }
      for index in [first, second] { entries[index].isTemporary = false }
      entries.swapAt(first, second)
    case .shuffle(let range):
      let range = range ?? entries.indices
      guard range.lowerBound >= 0, range.upperBound <= entries.count else { throw .noSuchPlace }
      entries[range].shuffle()
    case .clear: entries = []
    case .reload(let old, let new, let id): reload(from: old, to: new, keeping: id)
    case .reset(let stations, let id): reset(to: stations, keeping: id)
    }
    return []
  }

  private mutating func insert(_ sources: [Source], at place: Int) throws(QueueError) -> [Int] {
    guard (0...entries.count).contains(place) else { throw .noSuchPlace }
    guard entries.count + sources.count <= Self.maximumEntries else { throw .full }
    let new = sources.map { makeEntry($0) }
    entries.insert(contentsOf: new, at: place)
    return new.map(\.id)
  }

  /// Follows a station list that changed from `old` to `new`. A queue that begins with the old list begins with the new
  /// one afterwards. In any other queue, stations get their new data from the list.
  private mutating func reload(from old: [Station], to new: [Station], keeping id: Int?) {
    let lasting = lasting
    if lasting.prefix(old.count).map(\.source.station?.id) == old.map(\.id) {
      let appended = Set(lasting.dropFirst(old.count).map(\.id))
      follow(new, keeping: id) { $0.isTemporary || appended.contains($0.id) }
    } else {
      let stations = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
      for index in entries.indices {
        if let id = entries[index].source.station?.id, let station = stations[id] {
          entries[index].source = .station(station)
        }
      }
    }
  }

  /// Replaces the queue by `stations`.
  private mutating func reset(to stations: [Station], keeping id: Int?) {
    follow(stations, keeping: id) { _ in false }
  }

  /// Makes the queue begin with `stations`, which keep the ids of their entries. After them stay the `wanted` entries,
  /// and the entry `id`, which becomes temporary if nothing else keeps it.
  private mutating func follow(_ stations: [Station], keeping id: Int?, wanted: (Entry) -> Bool) {
    let before = entries
    var known: [String: Int] = [:]
    for entry in before {
      guard let station = entry.source.station?.id else { continue }
      if known[station] == nil || entry.id == id && !wanted(entry) { known[station] = entry.id }
    }
    entries = stations.prefix(Self.maximumEntries).map { station in
      known[station.id].map { Entry(id: $0, source: .station(station), version: 0) } ?? makeEntry(.station(station))
    }
    let ids = Set(entries.map(\.id))
    for var entry in before where !ids.contains(entry.id) {
      let isWanted = wanted(entry)
      guard isWanted || entry.id == id else { continue }
      if !isWanted { entry.isTemporary = true }
      entries.append(entry)
    }
    var last = entries.count - 1
    while entries.count > Self.maximumEntries {
      if entries[last].id != id { entries.remove(at: last) }
      last -= 1
    }
  }

  private mutating func makeEntry(_ source: Source) -> Entry {
    defer { nextID += 1 }
    return Entry(id: nextID, source: source, version: version)
  }
}
