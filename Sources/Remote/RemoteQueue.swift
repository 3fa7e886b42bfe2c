import AudioCore
import Stations

/// A daemon's queue.
public struct RemoteQueue: Sendable, Equatable {
  /// One place of it.
  public struct Entry: Sendable, Equatable {
    /// Its number.
    public var id: Int
    /// What the station or address is called.
    public var name: String
    /// The station's id, if it is one of the list.
    public var station: String?
    /// Its address.
    public var url: String
  }

  /// The entries, in order.
  public var entries: [Entry]
  /// The number of the entry that is tuned in, or was last.
  public var current: Int?

  /// What `/api/queue` answered; nil when that is none.
  public init?(json: JSONValue) {
    guard let entries = json["entries"]?.elements else { return nil }
    self.entries = entries.compactMap { entry in
      guard let id = entry["id"]?.integer(Int.self) else { return nil }
      return Entry(
        id: id, name: CleanText.singleLine(entry["name"]?.text ?? ""),
        station: entry["station"]?.text.map { CleanText.singleLine($0) },
        url: CleanText.singleLine(entry["url"]?.text ?? ""))
    }
    current = json["current"]?.integer()
  }
}
