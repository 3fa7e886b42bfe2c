import AudioCore
import JSON

/// A daemon's queue.
public struct RemoteQueue: Sendable, Equatable {
  /// One entry of the queue.
  public struct Entry: Sendable, Equatable {
    /// The position in the queue, from 1.
    public var position: Int
    /// The name of the station or address.
    public var name: String
    /// The station's id, if the station is in the list.
    public var station: String?
    /// The address without credentials.
    public var address: String
    /// True for the entry that is tuned in or was last.
    public var isCurrent: Bool
  }

  /// The entries in order; a daemon sends the first thousand.
  public var entries: [Entry]
  /// True when the queue is the station list and nothing else.
  public var isStationList: Bool

  /// Decodes an answer of `/api/queue`; nil when `json` is no queue.
  public init?(json: JSONValue) {
    guard let entries = json["entries"]?.elements, let isStationList = json["isStationList"]?.flag else { return nil }
    self.isStationList = isStationList
    self.entries = entries.compactMap { entry in
      guard let position = entry["position"]?.integer(Int.self) else { return nil }
      return Entry(
        position: position, name: CleanText.singleLine(entry["name"]?.text ?? ""),
        station: entry["id"]?.text.map { CleanText.singleLine($0) },
        address: CleanText.singleLine(entry["address"]?.text ?? ""), isCurrent: entry["isCurrent"]?.flag ?? false)
    }
  }
}

/// A change of a daemon's queue.
public enum RemoteQueueEdit: Sendable, Equatable {
  /// Append a station (id or words of its name) or an address.
  case add(String)
  /// Remove the entry at this position, from 1.
  case remove(position: Int)
  /// Remove all entries.
  case clear
  /// Reset the queue to the station list.
  case reset

  /// The path to post to.
  var path: String {
    switch self {
    case .add: "/api/queue/add"
    case .remove: "/api/queue/remove"
    case .clear: "/api/queue/clear"
    case .reset: "/api/queue/reset"
    }
  }

  /// The body to post.
  var body: JSONValue {
    switch self {
    case .add(let station): .object(["station": .text(station)])
    case .remove(let position): .object(["position": .number(position)])
    case .clear, .reset: .object([:])
    }
  }
}
