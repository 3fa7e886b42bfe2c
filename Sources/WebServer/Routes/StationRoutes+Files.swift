import AudioCore
import Bytes
import Downloader
import HTTPServer
import JSON
import NIOCore
import NIOHTTP1
import Radio
import RadioModel
import Stations
import SystemSupport

/// The endpoints that exchange the station list with other programs as a file.
extension StationRoutes {
  /// The maximum number of entries in an answer that say why a station was not added, and of notes.
  private static let maximumRejected = 100
  /// The maximum length of a file's name, in Unicode scalars.
  private static let maximumFileNameLength = 256

  /// Returns the list as a file of the format that `request` names. Throws ``HTTPError``.
  func export(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let format = try query.word("format", StationExport.Format.self) ?? .m3u
    try query.finish()
    let list = StationList(stations: radio.stations.stations.map(\.withoutCredentials))
    return HTTPAnswer(
      headers: [
        "Content-Type": format.mediaType, "Content-Disposition": "attachment; filename=\"stations.\(format.rawValue)\"",
      ], body: .whole(ByteBuffer(bytes: StationExport.write(list, as: format))))
  }

  /// Adds the stations of the file in the body of `request`. Throws ``HTTPError``.
  func importList(_ request: HTTPRequest) async throws -> HTTPAnswer {
    var fields = try RequestFields(request.bodyBytes)
    let version = try fields.listVersion()
    let name = try fields.text("name", characters: Self.maximumFileNameLength) ?? "the file"
    let text = try fields.text("text", limit: StationImport.maximumBytes)
    try fields.finish()
    guard let text else { throw HTTPError(400, "\"text\" is missing") }
    let file: StationImport
    let (usable, leftOut): ([Station], [StationImport.Leftover])
    var notes: [String] = []
    do {
      // It may take a while: not on the threads that all answers share.
      file = try await BlockingPool.shared.run { try StationImport.read(Array(text.utf8), base: name) }
      (usable, leftOut) = file.usable(isFromPublicServer: false, isPublic: StreamURL.isPublic) { notes.append($0) }
    } catch TuneError.list(.badStationList(_, let reason)) {
      throw HTTPError(400, CleanText.singleLine("cannot import \(name): \(reason)"))
    } catch {
      throw HTTPError(ofChange: error)
    }
    let (list, additions) = try await radio.library.answer(ifVersion: version) { (list) throws(TuneError) in
      list.add(usable)
    }
    return .json(Self.json(list, additions, leftOut, surplus: file.surplus, notes: notes))
  }

  private static func json(
    _ list: StationListState, _ additions: [StationList.Addition], _ leftOut: [StationImport.Leftover],
    surplus: Int, notes: [String]
  ) -> JSONValue {
    var added: [String] = []
    var duplicates = 0
    var rejected = leftOut.map(\.withoutCredentials)
    for addition in additions {
      switch addition {
      case .added(let station): added.append(station.id)
      case .duplicate: duplicates += 1
      case .full(let station): rejected.append(.init(name: station.name, reason: "the list is full"))
      }
    }
    return .object([
      "version": list.version, "added": added, "duplicates": duplicates,
      "rejected": rejected.prefix(maximumRejected).map {
        .object(["name": $0.name, "reason": CleanText.singleLine($0.reason)])
      },
      "rejectedCount": rejected.count + surplus,
      "notes": notes.prefix(maximumRejected).map { CleanText.singleLine($0) },
    ])
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
