import ArgumentParser
import AudioCore
import Stations

/// Validates stations before they are added to the user's list.
enum StationCheck {
  /// Checks a new id. Throws `.usage` for an invalid id, and for one that commands would take for an option.
  static func newID(_ id: String) throws(TuneError) {
    if let fault = Station.idFault(id) { throw .usage(message: "the id \(fault)") }
    if id.hasPrefix("-") { throw .usage(message: "the id begins with a hyphen, as options do") }
  }

  /// Returns `station` in the form that a list may contain. Throws `.usage` that names the invalid value; an empty id
  /// is valid.
  static func usable(_ station: Station) throws(TuneError) -> Station {
    var station = station
    if !station.id.isEmpty, let fault = Station.idFault(station.id) { throw .usage(message: "the id \(fault)") }
    if let fault = station.fault { throw .usage(message: "the \(fault)") }
    if let encoding = station.encoding { try Self.encoding(encoding) }
    _ = try StreamURL(station.url)
    station.url = StreamURL.normalized(station.url)
    return station
  }

  /// Checks an encoding. Throws `.usage` for a charset that this system does not have.
  static func encoding(_ name: String) throws(TuneError) {
    guard TextCharset(name: name) == nil else { return }
    throw .usage(message: "the encoding '\(CleanText.singleLine(name))' is not known to this system")
  }

  /// Checks option values of a station; an empty text removes a value and is valid. Throws a usage error.
  static func validate(country: String?, homepage: String?) throws {
    if let country, !country.isEmpty, !isCountry(country) {
      throw ValidationError("--country takes two letters, such as FR, not '\(country)'")
    }
    if let homepage, !homepage.isEmpty, let fault = StreamURL.fault(homepage) {
      throw ValidationError("the address of --homepage \(fault)")
    }
  }

  private static func isCountry(_ code: String) -> Bool {
    code.utf8.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter }
  }
}
