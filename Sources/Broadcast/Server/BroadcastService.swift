import AudioCore
import HTTPServer
import NIOCore
import NIOHTTP1

/// The answers of a ``Broadcaster``: the stream, a playlist that names it, or an error, in plain text.
struct BroadcastService: Sendable {
  /// The stream.
  let stream: StreamEndpoint
  /// The station's name.
  let name: String
  /// The bit rate in bit/s that the stream announces.
  let bitRate: Int

  /// The service that an ``HTTPServer`` runs.
  var service: HTTPService {
    HTTPService(
      headers: ["Server": "SpringRadio", "Cache-Control": "no-cache, no-store"], refuse: Self.refusal,
      answer: { request, connection in
        do throws(HTTPError) {
          return try answer(request, connection)
        } catch {
          return Self.refusal(error)
        }
      })
  }

  /// Accepts the methods that the service knows.
  static let admit: HTTPService.Admission = { head, _ throws(HTTPError) in
    guard head.method == .GET || head.method == .HEAD else {
      throw HTTPError(405, "only GET and HEAD are understood", header: ("Allow", "GET, HEAD"))
    }
    return HTTPService.Admitted(bodyLimit: ConnectionLimits.bodyBytes)
  }

  private func answer(_ request: HTTPRequest, _ connection: HTTPConnection) throws(HTTPError) -> HTTPAnswer {
    switch request.path {
    case "/", "/stream", "/;":
      return try stream.answer(
        request, name: name, headers: ["icy-br": String(bitRate / 1000), "icy-pub": "0"])
    case "/listen.pls", "/stream.pls": return playlist(request, connection)
    default: throw HTTPError(404, "there is no such stream; it is at /stream")
    }
  }

  private static func refusal(_ fault: HTTPError) -> HTTPAnswer {
    var answer = HTTPAnswer(fault, ByteBuffer(string: fault.message + "\n"), type: "text/plain; charset=utf-8")
    answer.isHTTP10 = true
    return answer
  }

  /// Returns a PLS with the stream's address as the listener sees it: with the host of the request, else the local
  /// address.
  private func playlist(_ request: HTTPRequest, _ connection: HTTPConnection) -> HTTPAnswer {
    let address = connection.channel.localAddress
    let host = address.map {
      "\($0.protocol == .inet6 ? "[\($0.ipAddress ?? "")]" : $0.ipAddress ?? ""):\($0.port ?? 0)"
    }
    let asked = request.headers.first(name: "Host").flatMap { $0.utf8.allSatisfy(Self.isHostByte) ? $0 : nil }
    let text = """
      [playlist]
      NumberOfEntries=1
      File1=http://\(asked ?? host ?? "localhost")/stream
      Title1=\(name)
      Length1=-1
      Version=2

      """
    var answer = HTTPAnswer(ByteBuffer(string: text), type: "audio/x-scpls")
    answer.isHTTP10 = true
    return answer
  }

  private static func isHostByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit(or: ".-:[]") }
}
