public import AudioCore
import Bytes

extension Station {
  /// Returns the station in the form that a list may contain. Throws `.invalidRequest` that names the invalid value; an
  /// empty id is valid.
  public func usable() throws(TuneError) -> Station {
    if !id.isEmpty, let fault = Self.idFault(id) { throw .invalidRequest(message: "the id \(fault)") }
    if let faultClause { throw .invalidRequest(message: faultClause) }
    if let encoding { try Self.check(encoding: encoding) }
    _ = try StreamURL(url)
    var station = self
    station.url = StreamURL.normalized(url)
    return station
  }

  /// Checks an id that a station is to have. Throws `.invalidRequest` for an invalid id, and for one that commands would
  /// take for an option.
  public static func check(newID id: String) throws(TuneError) {
    if let fault = idFault(id) { throw .invalidRequest(message: "the id \(fault)") }
    if id.hasPrefix("-") { throw .invalidRequest(message: "the id begins with a hyphen, as options do") }
  }

  /// Checks the name of a charset for titles. Throws `.invalidRequest` for one that this system does not have.
  public static func check(encoding name: String) throws(TuneError) {
    guard TextCharset(name: name) == nil else { return }
    throw .invalidRequest(message: "the encoding '\(CleanText.singleLine(name))' is not known to this system")
  }
}
