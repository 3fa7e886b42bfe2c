/// A row of the tree.
package enum StationRow: Equatable, Sendable {
  /// The heading of a group, with the number of its entries.
  case group(StationGroup, name: String, count: Int, depth: Int, isOpen: Bool)
  /// A station in a group.
  case station(StationPlace, in: StationGroup, depth: Int)
  /// A sentence in place of entries.
  case note(String, in: StationGroup)
}
