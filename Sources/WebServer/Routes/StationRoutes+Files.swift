import HTTPServer
import NIOCore
import NIOHTTP1
import Radio
import Stations

/// The endpoints that give the station list to other programs as a file.
extension StationRoutes {
  /// Returns the list as a file of the format that `request` names. Throws ``HTTPFault``.
  func export(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let format = try query.word("format", StationExport.Format.self) ?? .m3u
    try query.finish()
    let list = StationList(stations: library.snapshot.stations.map(\.withoutCredentials))
    return HTTPAnswer(
      headers: [
        "Content-Type": format.mediaType, "Content-Disposition": "attachment; filename=\"stations.\(format.rawValue)\"",
      ], body: .whole(ByteBuffer(bytes: StationExport.write(list, as: format))))
  }
}

extension StationExport.Format {
  /// The type of such a file.
  fileprivate var mediaType: String {
    switch self {
    case .m3u: "audio/x-mpegurl"
    case .pls: "audio/x-scpls"
    case .xspf: "application/xspf+xml"
    case .json: "application/json"
    }
  }
}
