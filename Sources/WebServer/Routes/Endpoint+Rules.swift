import HTTPServer
package import NIOHTTP1
package import RadioModel
import Stations

/// The rules that the server has for an endpoint.
extension Endpoint {
  /// True for an endpoint that needs no token.
  package var isOpen: Bool { kind == .file || kind == .session }

  /// True for an endpoint that a link on any page may open. The answer contains no state of the radio; the page
  /// requests that separately.
  package var isForLinks: Bool { kind == .file }

  /// True for an endpoint that the listeners' token opens.
  package var isForListeners: Bool { kind == .listenersRead }

  /// True for an endpoint of the Unix socket alone: what it sends is for programs of this machine.
  package var isLocal: Bool { self == .samples }

  /// The challenge for the header `WWW-Authenticate`. Players support only `Basic`; for the other endpoints `Bearer`
  /// keeps a browser from showing its own dialog.
  var challenge: String { self == .stream || self == .metrics ? #"Basic realm="SpringRadio""# : "Bearer" }

  /// True when the query parameters of a request are ignored: links and players add some.
  package var passesParametersOver: Bool { isForLinks || self == .stream }

  /// The maximum number of bytes of a request's body.
  package var bodyLimit: Int { self == .stationImport ? StationImport.maximumBytes : ConnectionLimits.bodyBytes }

  /// The allowed methods, in the order of the header `Allow`. What changes something takes POST.
  package var methods: [HTTPMethod] {
    switch kind {
    case .file, .read, .listenersRead: [.GET, .HEAD]
    case .change, .session: [.POST]
    case .collection: [.GET, .HEAD, .POST]
    }
  }

  /// The allowed methods, as in the header `Allow`.
  package var allowed: String { methods.map(\.rawValue).joined(separator: ", ") }
}
