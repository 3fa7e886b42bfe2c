import HTTPServer
import AudioCore
import JSON
import NIOCore
import Radio
import RadioModel

/// The endpoints that list and change the queue.
struct QueueRoutes {
  let tuner: Tuner
  let lookup: StationLookup
  /// Longest time an answer waits for the radio to obey.
  let limit: Duration

  /// Most entries in an answer.
  private static let maximumEntries = 1000

  /// Returns the queue.
  func list() -> HTTPAnswer { .json(Self.body(of: tuner.snapshot)) }

  /// Appends the station or stream that the body of `request` names. Throws ``HTTPFault``.
  func add(_ request: HTTPRequest) async throws -> HTTPAnswer {
    var fields = try RequestBodyFields(request)
    let words = try fields.text("station", limit: StreamURL.maximumLength)
    try fields.finish()
    guard let words else { throw HTTPFault(400, "\"station\" is missing") }
    let source = try await lookup.source(words, of: "station")
    do throws(QueueFault) {
      let added = try tuner.edit(.insert([source], at: nil))
      return .json(Self.body(of: tuner.snapshot, added: added.first))
    } catch {
      throw HTTPFault(409, "the queue is full: it takes \(StationQueue.maximumEntries) entries")
    }
  }

  /// Removes the entry that the body of `request` names by its number or its position, from 1. Throws ``HTTPFault``.
  func remove(_ request: HTTPRequest) async throws -> HTTPAnswer {
    var fields = try RequestBodyFields(request)
    let position = try fields.integer("position", in: 1...Int(Int32.max))
    let entry = try fields.integer("entry", in: 1...Int(Int32.max))
    let version = try fields.integer("ifVersion", in: 0...Int(Int32.max))
    try fields.finish()
    guard (position == nil) != (entry == nil) else {
      throw HTTPFault(400, "either \"entry\" or \"position\" must be given")
    }
    let queue = tuner.snapshot.queue
    guard version == nil || version == queue.version else {
      throw HTTPFault(409, "the queue was changed in the meantime: it has version \(queue.version)")
    }
    // The entry that was at the position, even if another client changes the queue now.
    let id = entry ?? position.flatMap { $0 <= queue.entries.count ? queue.entries[$0 - 1].id : nil }
    do throws(QueueFault) {
      guard let id else { throw .noSuchEntry }
      try tuner.edit(.removeEntry(id: id))
    } catch {
      throw HTTPFault(404, "the queue has no entry \(entry ?? position ?? 0)")
    }
    return await settled()
  }

  /// Removes all entries. Throws ``HTTPFault``.
  func clear(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try RequestBodyFields(request).finish()
    _ = try tuner.edit(.clear)
    return await settled()
  }

  /// Makes the queue the station list again. Throws ``HTTPFault``.
  func reset(_ request: HTTPRequest) throws -> HTTPAnswer {
    try RequestBodyFields(request).finish()
    tuner.resetQueue()
    return list()
  }

  /// Returns the queue, after the radio has left the removed entry if it was tuned in; waits at most ``limit`` for
  /// that.
  private func settled() async -> HTTPAnswer {
    await tuner.answers(within: limit)
    return list()
  }

  /// Returns the queue as JSON; `added` is the number of the entry that the request added.
  private static func body(of snapshot: TunerSnapshot, added: Int? = nil) -> ByteBuffer {
    let listed = Set(snapshot.stations.map(\.id))
    let entries = snapshot.queue.entries.prefix(maximumEntries).enumerated().map { place, entry -> JSONValue in
      let id = entry.source.station.map(\.id).flatMap { listed.contains($0) ? $0 : nil }
      return .object([
        "position": .number(place + 1), "entry": .number(entry.id), "name": .text(entry.source.displayName),
        "id": id.map(JSONValue.text), "address": .text(address(of: entry.source)),
        "isCurrent": .flag(entry.id == snapshot.entryID),
      ])
    }
    return ByteBuffer(
      json: .object([
        "version": .number(snapshot.queue.version), "isStationList": .flag(snapshot.queueIsStationList),
        "added": added.map { .number($0) }, "entries": .array(entries),
      ]))
  }

  /// Returns the address without credentials; empty for a file and standard input.
  private static func address(of source: Source) -> String {
    switch source {
    case .station(let station): Source.url(station.url).displayName
    case .url(let url): Source.url(url).displayName
    case .file, .standardInput: ""
    }
  }
}
