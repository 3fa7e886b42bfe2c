import Stations

/// What `next` and `previous` walk: sources in an order, each with a number of its own that stays with it. Music Player Daemon
/// calls it the queue. Everything that is tuned in is in it: what was not put there has a temporary entry.
public struct StationQueue: Sendable, Equatable {
  /// One place of the queue.
  public struct Entry: Sendable, Equatable {
    /// Its number, from 1 up; never given out twice in a run.
    public let id: Int
    /// What is tuned in there.
    public var source: Source
    /// The queue's version when this place came to hold what it does.
    public var version: Int
    /// True for what is in the queue only because it is tuned in, or was last: it is removed when something else is tuned in. An entry that
    /// a listener moves is temporary no more.
    public var isTemporary = false
  }

  /// Most entries.
  public static let maximumEntries = StationList.maximumStations

  /// The entries, in order; at most ``maximumEntries``.
  public private(set) var entries: [Entry] = []
  /// Counts the changes of the queue, from 1 up.
  public private(set) var version = 1
  private var nextID = 1

  /// A queue of `stations`.
  public init(stations: [Station] = []) { self.init(sources: stations.map { .station($0) }) }

  /// A queue of `sources`.
  public init(sources: [Source]) { entries = sources.prefix(Self.maximumEntries).map { makeEntry($0) } }

  /// Where the entry `id` is, from 0; nil when there is none.
  public func position(ofID id: Int) -> Int? { entries.firstIndex { $0.id == id } }

  /// The entry that holds `source`: for a station the one with its id, else the same source.
  public func entry(for source: Source) -> Entry? {
    entries.first { entry in
      if case .station(let station) = source, case .station(let other) = entry.source { return station.id == other.id }
      return entry.source == source
    }
  }

  /// The entries that are not temporary.
  public var lasting: [Entry] { entries.filter { !$0.isTemporary } }

  /// The lasting entry `step` places after the entry `id`, in a ring; from its ends when `id` is nil, gone or temporary. Nil when there is
  /// none.
  public func neighbour(of id: Int?, by step: Int) -> Entry? {
    let entries = lasting
    guard !entries.isEmpty else { return nil }
    let start = entries.firstIndex { $0.id == id } ?? (step > 0 ? -1 : entries.count)
    return entries[((start + step) % entries.count + entries.count) % entries.count]
  }

  /// The entry that took the place of the entry `id` of this queue as it was `before`: the first after it, in a ring, that is
  /// still here. Nil when none is, or there was no such entry.
  public func successor(of id: Int, in before: StationQueue) -> Int? {
    guard let position = before.position(ofID: id) else { return nil }
    let here = Set(entries.map(\.id))
    return (before.entries[position...] + before.entries[..<position]).first { here.contains($0.id) }?.id
  }

  /// Does what `edit` asks for, wholly or not at all; returns the ids of entries that came.
  ///
  /// Throws ``QueueFault`` when there is no such entry or place, or too many would be there.
  public mutating func apply(_ edit: QueueEdit) throws(QueueFault) -> [Int] {
    let before = entries
    let ids = try change(edit)
    noteChanges(since: before)
    return ids
  }

  /// Has `source`, for which there is no entry, be at the end while it is tuned in; returns the id, nil when the queue is full. What was
  /// there like this before is removed.
  mutating func addTemporary(_ source: Source) -> Int? {
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

  /// Removes what was tuned in without being put into the queue, but for the entry `id`.
  mutating func removeTemporary(except id: Int?) {
    let before = entries
    entries.removeAll { $0.isTemporary && $0.id != id }
    noteChanges(since: before)
  }

  /// Counts a change, if the entries are not as `before`, and gives the places that changed its number.
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

  private mutating func change(_ edit: QueueEdit) throws(QueueFault) -> [Int] {
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

  private mutating func insert(_ sources: [Source], at place: Int) throws(QueueFault) -> [Int] {
    guard (0...entries.count).contains(place) else { throw .noSuchPlace }
    guard entries.count + sources.count <= Self.maximumEntries else { throw .full }
    let new = sources.map { makeEntry($0) }
    entries.insert(contentsOf: new, at: place)
    return new.map(\.id)
  }

  /// Follows a list that was `old` and is `new`. A queue that begins with the old list begins with the new one afterwards; in one
  /// that was put together differently the stations get what the new list says of them.
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

  /// Makes the queue the list `stations` and nothing else.
  private mutating func reset(to stations: [Station], keeping id: Int?) {
    follow(stations, keeping: id) { _ in false }
  }

  /// Has the queue begin with `stations`, which keep the ids that they have. Behind them stay the entries that are `wanted`, and the entry
  /// `id`, which becomes temporary if nothing else keeps it.
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

/// One change of a ``StationQueue``. Places count from 0.
public enum QueueEdit: Sendable, Equatable {
  /// Put these at a place, or at the end.
  case insert([Source], at: Int?)
  /// Take away what is at these places.
  case remove(Range<Int>)
  /// Take away the entry with this id.
  case removeEntry(id: Int)
  /// Take the entries at these places out, and put them in again so that the first is at `to`.
  case move(Range<Int>, to: Int)
  /// Let two places change their entries.
  case swap(Int, Int)
  /// Put these places, or all, in an order by chance.
  case shuffle(Range<Int>?)
  /// Take everything away.
  case clear
  /// Follow the station list, which was `old` and is `new`.
  ///
  /// The entry `keeping` stays also when its station is not in the list any more, as a temporary one.
  case reload(old: [Station], new: [Station], keeping: Int? = nil)
  /// Make the queue this list and nothing else. The entry `keeping` stays also when its station is not in the list, as a temporary one.
  case reset(to: [Station], keeping: Int? = nil)
}

/// Why a ``QueueEdit`` was not done.
public enum QueueFault: Error, Sendable, Equatable {
  /// There is no entry with this id.
  case noSuchEntry
  /// There is no such place.
  case noSuchPlace
  /// More than ``StationQueue/maximumEntries`` would be there.
  case full
}
