package import Stations

extension TunerSnapshot {
  /// What is tuned in, as a station with the address of its picture: as the list has it now, else as it was tuned in.
  /// An address is a station without an id.
  package var picturedStation: (station: Station, isListed: Bool) {
    guard let station = source?.station else { return (Station(id: "", name: name, url: ""), false) }
    if let listed = stations.first(where: { $0.id == station.id }) { return (listed, true) }
    return (station, false)
  }
}
