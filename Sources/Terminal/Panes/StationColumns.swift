/// The widths of the columns of the station list, by what stands in them.
package struct StationColumns: Equatable, Sendable {
  /// The columns of the widest name, at most `maximumNames`.
  package private(set) var names = 0
  /// The columns of the widest remarks, at most `maximumRemarks`.
  package private(set) var remarks = 0

  /// The columns of the signs before a name, and the distance from the name to the remarks.
  static let (signs, distance) = (4, 2)
  /// The widths that wider names and remarks have: they are cut where space is short.
  private static let (maximumNames, maximumRemarks) = (40, 24)
  /// The columns that remarks keep beside long names, and those of a country alone.
  private static let (keptRemarks, country) = (14, 2)
  /// The minimum width of names for remarks beside them.
  private static let narrowestNames = 18

  /// Creates the columns of an empty list.
  package init() {}

  /// Takes the columns of one more row.
  package mutating func add(name: Int, remarks: Int) {
    names = max(names, min(name, Self.maximumNames))
    self.remarks = max(self.remarks, min(remarks, Self.maximumRemarks))
  }

  /// The width of a list in which nothing is cut but very long texts; one column is for the scroll bar.
  package var listColumns: Int { Self.signs + names + (remarks > 0 ? Self.distance + remarks : 0) + 1 }

  /// Returns the columns for a name of `name` columns in a list of `columns`, if there are remarks: usually those of all
  /// names. A longer name takes those of the remarks but for the country. Nil when there is no space for remarks.
  package func nameColumns(in columns: Int, name: Int) -> Int? {
    let space = columns - Self.signs - Self.distance
    let usual = min(names, space - min(remarks, Self.keptRemarks))
    guard usual >= min(names, Self.narrowestNames) else { return nil }
    return name <= usual ? usual : max(min(name, space - Self.country), usual)
  }
}
