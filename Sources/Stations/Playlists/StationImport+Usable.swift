import AudioCore
import Bytes

extension StationImport {
  /// Returns the stations in the form that a list may contain, and the entries that were left out, with those that were
  /// left out before. `isPublic` returns false for an address of this machine or of a private network. Pictures and
  /// homepages at such addresses are left out: they would let the list's author send requests into the user's network.
  /// Of a list from a public server, stations at such addresses are left out, too. `note` is called with a sentence for
  /// each value that was left out.
  public func usable(
    isFromPublicServer: Bool, isPublic: (String) -> Bool, note: (String) -> Void
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
        if isFromPublicServer {
          guard isPublic(station.url) else {
            throw .invalidRequest(
              message: "its address is of this machine or network, and the list came from a public server")
          }
          station.alternates.removeAll { !isPublic($0) }
        }
        let (name, reason) = (station.name, "is at an address of this machine or network, and left out")
        if let image = station.image, !isPublic(image) {
          station.image = nil
          note("\(name): its picture \(reason)")
        }
        if let homepage = station.homepage, !isPublic(homepage) {
          station.homepage = nil
          note("\(name): its homepage \(reason)")
        }
        usable.append(station)
      } catch {
        leftOut.append(Leftover(name: station.name, reason: error.description))
      }
    }
    return (usable, leftOut)
  }
}
