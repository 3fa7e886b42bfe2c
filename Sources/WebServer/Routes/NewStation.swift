import AudioCore
import HTTPServer
import RadioModel
import Stations

/// A station as a request describes it, for `POST /api/stations`.
struct NewStation {
  /// The id that it asks for.
  let id: String?
  /// The members that an edit may have, too.
  let edit: StationEdit
  private let alternates: [String]?
  private let directoryID: String?

  /// Reads the members of `fields`, which may have no others. Throws `RequestError`.
  init(_ fields: inout RequestFields) throws {
    id = try fields.text("id", limit: Station.maximumTextBytes)
    edit = try StationEdit(&fields)
    alternates = try fields.texts("alternates", limit: StreamURL.maximumLength)
    directoryID = try fields.removableText("directoryId", limit: Station.maximumTextBytes)
    try fields.finish()
  }

  /// Returns the station, with an empty id where the list makes one. Throws ``HTTPError``.
  func station() throws -> Station {
    guard let name = edit.name, let url = edit.url else { throw HTTPError(400, "\"name\" or \"url\" is missing") }
    // The demo's id counts as taken.
    let id = id == Station.demoID ? "" : id ?? ""
    if !id.isEmpty, let fault = Station.idFault(id) { throw HTTPError(400, "\"id\" \(fault)") }
    var station = try applied(to: Station(id: id, name: name, url: url))
    station.alternates = alternates ?? []
    if let directoryID, !directoryID.isEmpty {
      guard let id = Station.directoryID(directoryID) else { throw HTTPError(400, "\"directoryId\" is not a UUID") }
      station.directoryID = id
    }
    return station
  }

  /// Returns `station` with the members of the edit in the place of its own. Throws ``HTTPError``.
  func applied(to station: Station) throws -> Station {
    do throws(TuneError) {
      return try edit.applied(to: station)
    } catch {
      throw HTTPError(ofChange: error)
    }
  }
}
