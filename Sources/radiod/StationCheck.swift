import AudioCore
import Downloader
import Stations

/// Looks at stations before they come into the user's list.
enum StationCheck {
  /// Throws `.usage` for what can be no id, and for one that commands would take for an option.
  static func newID(_ id: String) throws(TuneError) {
    if let fault = Station.idFault(id) { throw .usage(message: "the id \(fault)") }
    if id.hasPrefix("-") { throw .usage(message: "the id begins with a hyphen, as options do") }
  }

  /// `station` as a list may have it. Throws `.usage` that names what cannot be, also for an id other than none.
  static func usable(_ station: Station) throws(TuneError) -> Station {
    var station = station
    if !station.id.isEmpty, let fault = Station.idFault(station.id) { throw .usage(message: "the id \(fault)") }
    if let fault = station.fault { throw .usage(message: "the \(fault)") }
    if let encoding = station.encoding, TextCharset(name: encoding) == nil {
      throw .usage(message: "the encoding '\(CleanText.singleLine(encoding))' is not known to this system")
    }
    _ = try StreamURL(station.url)
    station.url = StreamAddress.normalized(station.url)
    return station
  }
}
