import HTTPServer
import NIOCore
import NIOHTTP1
import Pictures
import Radio
import RadioModel
import Stations

/// The endpoints with the pictures of stations: the file as it was fetched, else a placeholder, at once.
struct PictureRoutes: Sendable {
  let radio: RadioHost
  let files: any StationPictureFiles
  /// The stations whose pictures clients have asked for.
  let asked: AskedPictures

  /// The longest time for which an answer waits for the cache. It never waits for a server.
  private static let cacheTime: Duration = .milliseconds(250)
  /// A picture runs no script and loads nothing, also when a browser opens it as a page.
  private static let policy = "sandbox; default-src 'none'"

  /// Returns the picture of the station with this id: one of the list, or one that was played last. Throws
  /// ``HTTPError``.
  func picture(ofStation id: String, _ request: HTTPRequest) async throws -> HTTPAnswer {
    try Self.checkQuery(of: request)
    let snapshot = radio.tuner.snapshot
    let station =
      snapshot.stations.first { $0.id == id } ?? snapshot.source?.station.flatMap { $0.id == id ? $0 : nil }
      ?? radio.recent.first { $0.id == id }
    guard let station else { throw HTTPError(404, "no station has this id") }
    return await picture(of: station, as: id, request)
  }

  /// Returns the picture of a station that a search in the directory has found lately, by its id there. Throws
  /// ``HTTPError``.
  func picture(ofDirectoryStation id: String, _ request: HTTPRequest) async throws -> HTTPAnswer {
    try Self.checkQuery(of: request)
    let station = try radio.finder.station(id)
    return await picture(of: station, as: station.directoryID ?? id, request)
  }

  /// Returns the picture of what is tuned in. Throws ``HTTPError``.
  func currentFile(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try Self.checkQuery(of: request)
    let station = radio.tuner.snapshot.picturedStation.station
    return await picture(of: station, as: station.id, request)
  }

  /// Returns what is known about the picture of what is tuned in.
  func current() async -> HTTPAnswer {
    let (station, isListed) = radio.tuner.snapshot.picturedStation
    let file = await files.file(of: station, waitingFor: Self.cacheTime).content
    return .json(CurrentPicture(station, isListed: isListed, file: file))
  }

  /// Returns the file of a station's picture, or its placeholder, which clients ask for by `id`.
  private func picture(of station: Station, as id: String, _ request: HTTPRequest) async -> HTTPAnswer {
    // Before the picture is looked for, so that its arrival is not missed.
    if let address = station.image, !id.isEmpty { asked.add(id, at: address) }
    if let file = await files.file(of: station, waitingFor: Self.cacheTime).content {
      return Self.answer(
        file.bytes, type: file.mediaType, tag: EntityTag(file.tag), cacheControl: "private, max-age=86400", request)
    }
    let picture = Array(StationPlaceholder(name: station.name).svg.utf8)
    let tag = EntityTag("placeholder-" + StableHash.digits(ofBytes: picture))
    return Self.answer(picture, type: "image/svg+xml", tag: tag, cacheControl: "no-cache", request)
  }

  /// Throws ``HTTPError`` when a request has parameters other than the tag of a ``PicturePath``.
  private static func checkQuery(of request: HTTPRequest) throws {
    var query = try RequestQuery(request)
    query.ignore("v")
    try query.finish()
  }

  private static func answer(
    _ bytes: [UInt8], type: String, tag: EntityTag, cacheControl: String, _ request: HTTPRequest
  ) -> HTTPAnswer {
    let headers: HTTPHeaders = [
      "Content-Type": type, "Cache-Control": cacheControl, "Content-Security-Policy": policy,
    ]
    return tag.answer(request, headers: headers, body: ByteBuffer(bytes: bytes))
  }
}
