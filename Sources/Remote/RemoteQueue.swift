import AudioCore
import Stations

/// A daemon's queue.
public struct RemoteQueue: Sendable, Equatable {
  /// One place of it.
  public struct Entry: Sendable, Equatable {
    /// Its place, from 1.
    public var position: Int
    /// What the station or address is called.
    public var name: String
    /// The station's id, if it is one of the list.
    public var station: String?
    /// Its address without credentials.
    public var address: String
    /// True for what is tuned in, or was last.
    public var isCurrent: Bool
  }

  /// The entries, in order; a daemon sends the first thousand.
  public var entries: [Entry]
  /// True when it is the station list and nothing else.
  public var isStationList: Bool

  /// What `/api/queue` answered; nil when that is none.
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
  /// Put a station (id or words of its name) or an address at the end.
  case add(String)
  /// Take away the entry at this place, from 1.
  case remove(position: Int)
  /// Take everything away.
  case clear
  /// Make it the station list again.
  case reset

  /// Where it is posted to.
  var path: String {
    switch self {
    case .add: "/api/queue/add"
    case .remove: "/api/queue/remove"
    case .clear: "/api/queue/clear"
    case .reset: "/api/queue/reset"
    }
  }

  /// What is posted.
  var body: JSONValue {
    switch self {
    case .add(let station): .object(["station": .text(station)])
    case .remove(let position): .object(["position": .number(position)])
    case .clear, .reset: .object([:])
    }
  }
}
