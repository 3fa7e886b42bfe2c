import AudioCore
import Bytes
import JSON
import Stations

/// The results for the entries of an imported list. Passwords in their addresses are not shown.
struct ImportReport {
  private let format: StationImport.Format
  private let leftOut: [StationImport.Leftover]
  private let surplus: Int
  private var additions: [StationList.Addition] = []

  /// Creates the report of a list in `format` from which no entry has been added yet. `leftOut` are the entries that
  /// cannot be added, and `surplus` is the number of those that were not examined.
  init(_ format: StationImport.Format, leftOut: [StationImport.Leftover], surplus: Int) {
    self.format = format
    self.leftOut = leftOut.map(\.withoutCredentials)
    self.surplus = surplus
  }

  mutating func add(_ additions: [StationList.Addition]) { self.additions += additions }

  /// One line per entry.
  var lines: [String] {
    additions.map { addition in
      switch addition {
      case .added(let station): "added     \(station.id): \(station.name)"
      case .duplicate(let station, let known): "duplicate \(known.id): \(station.name) is the same"
      case .full(let station): "left out  \(station.name): the list is full"
      }
    } + leftOut.map { "left out  \($0.name): \($0.reason)" }
  }

  /// One JSON object per entry.
  var jsonObjects: [JSONValue] {
    additions.map { addition in
      switch addition {
      case .added(let station): Self.object("added", station.name, id: station.id, url: station.url)
      case .duplicate(let station, let known): Self.object("duplicate", station.name, id: known.id, url: station.url)
      case .full(let station): Self.object("leftOut", station.name, reason: "the list is full")
      }
    } + leftOut.map { Self.object("leftOut", $0.name, reason: $0.reason) }
  }

  private static func object(
    _ result: String, _ name: String, id: String? = nil, url: String? = nil, reason: String? = nil
  ) -> JSONValue {
    .object([
      "result": result, "id": id, "name": name, "url": url.map(StreamURL.withoutCredentials), "reason": reason,
    ])
  }

  /// Returns the summary in one sentence.
  func summary(of source: String) -> String {
    let added = additions.count { if case .added = $0 { true } else { false } }
    let duplicates = additions.count { if case .duplicate = $0 { true } else { false } }
    let rest = additions.count - added - duplicates + leftOut.count + surplus
    var words = ["added \(added) of \(additions.count + leftOut.count + surplus) stations"]
    if duplicates > 0 { words.append("\(duplicates) in the list already") }
    if rest > 0 { words.append("\(rest) left out") }
    return "\(words.joined(separator: ", ")): \(CleanText.singleLine(source)) (\(format.rawValue))"
  }
}
