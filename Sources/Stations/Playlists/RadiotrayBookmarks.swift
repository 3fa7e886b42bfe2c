import AudioCore
import JSON

/// Reads the bookmarks of radiotray-ng: an array of groups,
/// `{"group": …, "stations": [{"name": …, "url": …, "image": …}]}`.
enum RadiotrayBookmarks {
  /// The group of the stations that are in no submenu.
  private static let rootGroup = "root"

  /// Returns the entries in their order; nil when `value` holds no such bookmarks.
  static func entries(of value: JSONValue) -> [ImportedEntry]? {
    guard let groups = value.elements, groups.allSatisfy({ $0["stations"]?.elements != nil }) else { return nil }
    return groups.flatMap { group in
      let name = group["group"]?.text
      return (group["stations"]?.elements ?? []).map { entry($0, group: name == rootGroup ? nil : name) }
    }
  }

  private static func entry(_ value: JSONValue, group: String?) -> ImportedEntry {
    let url = value["url"]?.text
    return ImportedEntry(
      name: value["name"]?.text, address: url.map { String($0[...].trimmed) } ?? "", image: value["image"]?.text,
      tags: group.map { [$0] } ?? [], objection: url == nil ? "has no url (line \(value.line))" : nil)
  }
}
