/// The place of a station: its number among those of the list, of the results, or of the recent ones; or the built-in
/// station.
package enum StationPlace: Hashable, Sendable {
  case listed(Int), found(Int), recent(Int)
  case demo
}
