import AudioCore

extension StationList {
  /// Replaces the station with the id `id` with `station`. An address that the old entry shares with another station is
  /// not checked again, so that an entry that was written by hand stays editable.
  ///
  /// Throws `.unknownStation` with similar ids, `.usage` with the reason why `station` cannot be in a list, and
  /// `.conflict` when another station has its id or its new address.
  public mutating func replace(_ id: String, with station: Station) throws(TuneError) {
    let place = try index(ofID: id)
    if let fault = station.fault { throw .usage(message: "the \(fault)") }
    let before = stations[place]
    let identity = StreamURL.identity(station.url)
    let hasNewAddress = identity != StreamURL.identity(before.url)
    for (index, other) in stations.enumerated() where index != place {
      if other.id == station.id { throw .conflict(message: "the id '\(other.id)' is taken by \(other.name)") }
      if hasNewAddress, StreamURL.identity(other.url) == identity {
        throw .conflict(message: "'\(other.id)' (\(other.name)) has this address already")
      }
    }
    stations[place] = station
  }
}
