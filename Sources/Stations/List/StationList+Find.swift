public import AudioCore

extension StationList {
  /// Returns the one station that `query` means, see ``StationNames/find(_:)``.
  public func find(_ query: String) throws(TuneError) -> Station { try StationNames(stations).find(query) }
}
