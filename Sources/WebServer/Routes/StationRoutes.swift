import HTTPServer
import Radio

/// The endpoint that returns the station list.
struct StationRoutes: Sendable {
  let library: StationLibrary
  private let body = StationListBody()

  /// The endpoint of the list of `library`.
  init(library: StationLibrary) { self.library = library }

  /// Returns the list. A client at the Unix socket also gets the path of its file.
  func list(_ request: HTTPRequest) -> HTTPAnswer {
    .json(body.bytes(library.snapshot, path: request.client == nil ? library.path : nil))
  }
}
