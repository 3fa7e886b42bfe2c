package import JSON
import RadioModel

/// The listens that are not submitted yet, the oldest first, and the last listen. A value type without access to files.
package struct ListenQueue: Sendable, Equatable {
  /// The maximum number of listens; then the oldest are dropped.
  package static let maximumListens = 5000
  /// The only version of the file that is understood.
  package static let schemaVersion = 1

  /// The listens; at most ``maximumListens``.
  package private(set) var listens: [Listen] = []
  /// The last listen that was counted, submitted or not.
  package var last: ListeningWatch.Last?

  /// Creates an empty queue.
  package init() {}

  /// Appends `listen` unless it is in the queue. Returns the number of listens that were dropped for it.
  @discardableResult package mutating func append(_ listen: Listen) -> Int {
    guard !listens.contains(listen) else { return 0 }
    listens.append(listen)
    let surplus = max(0, listens.count - Self.maximumListens)
    listens.removeFirst(surplus)
    return surplus
  }

  /// Removes `submitted` listens.
  package mutating func remove(_ submitted: [Listen]) {
    let gone = Set(submitted)
    listens.removeAll(where: gone.contains)
  }

  /// Adds the listens of `earlier`, a queue of the last run, before those of this one.
  package mutating func prepend(_ earlier: ListenQueue) {
    let later = listens
    listens = earlier.listens
    for listen in later { append(listen) }
    last = last ?? earlier.last
  }
}

extension ListenQueue {
  /// The queue as the content of its file.
  package var json: JSONValue {
    .object([
      "version": Self.schemaVersion,
      "last": last.map { .object(["artist": $0.song.artist, "title": $0.song.title, "ended": $0.ended]) },
      "listens": listens,
    ])
  }

  /// Reads such a content, of this version. Entries that are not valid are left out. Throws when it is not a queue.
  package init(json: JSONValue) throws(JSONError) {
    guard let elements = json["listens"]?.elements else {
      throw JSONError(line: json.line, reason: "\"listens\" is missing or wrong")
    }
    var known: Set<Listen> = []
    listens = elements.suffix(Self.maximumListens).compactMap { Listen(json: $0) }.filter { known.insert($0).inserted }
    if let value = json["last"], let song = Song(json: value), let ended = value["ended"]?.double, ended.isFinite {
      last = ListeningWatch.Last(song: song, ended: ended)
    }
  }
}
