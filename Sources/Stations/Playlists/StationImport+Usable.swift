import AudioCore

extension StationImport {
  /// Returns the stations in the form that a list may contain, and the entries that were left out, with those that were
  /// left out before. For a list from a public server `isPublic` returns false for an address of this machine or of a
  /// private network, which is left out. `note` is called with a sentence for each value that was left out.
  public func usable(
    isPublic: ((String) -> Bool)? = nil, note: (String) -> Void = { _ in }
  ) -> (stations: [Station], leftOut: [Leftover]) {
    var usable: [Station] = []
    var leftOut = leftOut
    for var station in stations {
      if let encoding = station.encoding, TextCharset(name: encoding) == nil {
        let shown = CleanText.singleLine(encoding, limit: 40)
        note("\(station.name): the encoding '\(shown)' is not known to this system, and left out")
        station.encoding = nil
      }
      do throws(TuneError) {
        station = try station.usable()
        if let isPublic {
          guard isPublic(station.url) else {
            throw .invalidRequest(
              message: "its address is of this machine or network, and the list came from a public server")
          }
          station.alternates.removeAll { !isPublic($0) }
          if let image = station.image, !isPublic(image) { station.image = nil }
          if let homepage = station.homepage, !isPublic(homepage) { station.homepage = nil }
        }
        usable.append(station)
      } catch {
        leftOut.append(Leftover(name: station.name, reason: error.description))
      }
    }
    return (usable, leftOut)
  }
}
