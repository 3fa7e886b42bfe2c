import Bytes
public import JSON
import Stations

/// The queue as clients of a daemon see it: the answer of ``Endpoint/queue`` and of the changes of the queue.
public struct QueueState: Sendable, Equatable, JSONConvertible {
  /// One entry of the queue.
  public struct Entry: Sendable, Equatable {
    /// The position in the queue, from 1.
    public var position: Int
    /// The number of the entry, which it keeps at other positions; nil from a daemon of an older version.
    public var number: Int?
    /// The name of the station or address.
    public var name: String
    /// The station's id, if the station is in the list.
    public var station: String?
    /// The address without credentials; empty for a file and standard input.
    public var address: String
    /// True for the entry that is tuned in or was last.
    public var isCurrent: Bool
  }

  /// The maximum number of entries.
  private static let maximumEntries = 1000

  /// Differs from that of every other state of the queue; nil from a daemon of an older version.
  public var version: Int?
  /// True when the queue is the station list and nothing else.
  public var isStationList: Bool
  /// The number of the entry that the request added.
  public var added: Int?
  /// The entries in order; a daemon sends the first thousand.
  public var entries: [Entry]

  /// The queue of `snapshot`; `added` is the number of the entry that the request added.
  package init(_ snapshot: TunerSnapshot, added: Int? = nil) {
    let listed = Set(snapshot.stations.map(\.id))
    version = snapshot.queue.version
    isStationList = snapshot.queueIsStationList
    self.added = added
    entries = snapshot.queue.entries.prefix(Self.maximumEntries).enumerated().map { place, entry in
      Entry(
        position: place + 1, number: entry.id, name: entry.source.displayName,
        station: entry.source.station.map(\.id).flatMap { listed.contains($0) ? $0 : nil },
        address: entry.source.address ?? "", isCurrent: entry.id == snapshot.entryID)
    }
  }

  /// The answer.
  package var json: JSONValue {
    .object(["version": version, "isStationList": isStationList, "added": added, "entries": entries])
  }

  /// Reads an answer, with clean texts; nil when `json` is not a queue.
  package init?(json: JSONValue) {
    guard let entries = json["entries"]?.elements, let isStationList = json["isStationList"]?.flag else { return nil }
    version = json["version"]?.integer()
    self.isStationList = isStationList
    added = json["added"]?.integer()
    self.entries = entries.compactMap(Entry.init(json:))
  }
}

extension QueueState.Entry: JSONConvertible {
  package var json: JSONValue {
    .object([
      "position": position, "entry": number, "name": name, "id": station, "address": address, "isCurrent": isCurrent,
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let position = json["position"]?.integer(Int.self) else { return nil }
    self.init(
      position: position, number: json["entry"]?.integer(), name: CleanText.singleLine(json["name"]?.text ?? ""),
      station: json["id"]?.text.map { CleanText.singleLine($0) },
      address: CleanText.singleLine(json["address"]?.text ?? ""), isCurrent: json["isCurrent"]?.flag ?? false)
  }
}
