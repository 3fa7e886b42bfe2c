import Bytes
import HTTPServer
import Logging
import NIOCore
import NIOHTTP1
import Radio
import RadioModel

/// Answers requests: routes each endpoint to its handler.
struct WebRoutes: Sendable {
  let radio: RadioRoutes
  let stations: StationRoutes
  let directory: DirectoryRoutes
  let events: EventRoutes
  let pictures: PictureRoutes
  let spectra: SpectrumFanouts
  let samples: SampleRoutes
  let recordings: RecordingRoutes
  let stream: StreamEndpoint
  let metrics: MetricsRoutes
  let session: SessionRoutes
  let addresses: AddressRoutes
  let tuner: Tuner
  let logger: Logger

  /// Returns the answer to `request`, which came on `connection`.
  func answer(_ request: HTTPRequest, on connection: HTTPConnection) async -> HTTPAnswer {
    do {
      return try await route(request, on: connection)
    } catch let fault as HTTPError {
      return .fault(fault)
    } catch let error as RequestError {
      return .fault(HTTPError(400, error.reason))
    } catch let error as ServiceError {
      return .fault(HTTPError(error))
    } catch {
      logger.error("an answer failed: \(error)")
      return .fault(HTTPError(500, "internal error"))
    }
  }

  /// The endpoints that read the parameters of a request themselves.
  private static let readsParameters: Set<Endpoint> = [
    .history, .log, .spectrum, .stationExport, .stationPicture, .directoryPicture, .pictureFile,
  ]

  /// Answers without a check of the method: ``RequestGuard`` has checked it by ``Endpoint/methods``.
  private func route(_ request: HTTPRequest, on connection: HTTPConnection) async throws -> HTTPAnswer {
    guard let path = EndpointPath(request.path) else { throw HTTPError(404, "not found") }
    let endpoint = path.endpoint
    if !endpoint.passesParametersOver, !Self.readsParameters.contains(endpoint) {
      try RequestQuery(request).finish()
    }
    switch endpoint {
    case .page: return try PageFiles.answer(request)
    case .document: return .json(WebAssets.document)
    case .status: return radio.status()
    case .stations: return try await request.method == .POST ? stations.add(request) : stations.list(request)
    case .station, .stationRemove, .stationOrder: return try await stations.change(endpoint, path.id, request)
    case .stationExport: return try stations.export(request)
    case .stationImport: return try await stations.importList(request)
    case .directorySearch: return try await directory.search(request, on: connection)
    case .directoryCheck: return try await directory.check(request, on: connection)
    case .directoryPicture: return try await pictures.picture(ofDirectoryStation: path.id, request)
    case .stationPicture: return try await pictures.picture(ofStation: path.id, request)
    case .picture: return await pictures.current()
    case .pictureFile: return try await pictures.currentFile(request)
    case .queue: return radio.queue()
    case .history: return try radio.titles(request)
    case .recent: return radio.recent()
    case .timeShift: return radio.timeShift()
    case .keep: return try recordings.keep(request)
    case .recordings: return try await request.method == .POST ? recordings.record(request) : recordings.list()
    case .recordingStop: return try recordings.stop(path.id, request)
    case .recordingFile: return try await recordings.file(path.number, of: path.id, request)
    case .log: return try radio.log(request)
    case .figures: return radio.figures()
    case .samples: return try samples.follow(request)
    case .events: return events.follow(request)
    case .spectrum: return try await spectra.answer(request)
    case .stream: return try stream.answer(request, name: CleanText.singleLine(tuner.snapshot.name, limit: 128))
    case .metrics: return metrics.numbers()
    case .health: return try await metrics.health()
    case .addresses: return addresses.addresses()
    case .play: return try await radio.play(request)
    case .stop: return try await radio.obey(.stop, request)
    case .pause: return try await radio.obey(.pause, request)
    case .toggle: return try await radio.obey(.toggle, request)
    case .next: return try await radio.obey(.next, request)
    case .previous: return try await radio.obey(.previous, request)
    case .seek: return try await radio.seek(request)
    case .volume: return try await radio.setVolume(request)
    case .queueAdd, .queueRemove, .queueClear, .queueReset: return try await radio.edit(endpoint, request)
    case .session: return try session.begin(request)
    case .sessionEnd: return try session.end(request)
    }
  }
}

extension HTTPError {
  /// The answer to a request that the radio refused with `error`.
  init(_ error: ServiceError) {
    let status =
      switch error.kind {
      case .invalid: 400
      case .forbidden: 403
      case .notFound: 404
      case .conflict: 409
      case .unavailable: 503
      }
    self.init(status, error.description)
  }
}

extension HTTPRequest {
  /// The bytes of the body.
  var bodyBytes: [UInt8] { Array(body.readableBytesView) }

  /// Throws ``RequestError`` when the body has fields.
  func refuseFields() throws(RequestError) { try RequestFields(bodyBytes).finish() }
}
