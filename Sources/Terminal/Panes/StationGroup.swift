/// A group of stations in the list.
package enum StationGroup: Hashable, Sendable {
  /// The marked stations.
  case favourites
  /// The stations that the last search in the directory found.
  case results
  /// The stations that were played last.
  case recent
  /// All tags; the stations with one of them.
  case tags, tag(String)
  /// All countries; the stations of one of them.
  case countries, country(String)
  /// The built-in station, which has no heading.
  case demo
  /// The whole list.
  case all
}
