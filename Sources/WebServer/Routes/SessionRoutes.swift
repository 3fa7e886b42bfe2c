import HTTPServer
import NIOCore
import NIOHTTP1
import RadioModel

/// Begins and ends the session of a browser. A page cannot store a token where no script can read it; a browser can
/// store a cookie that way.
struct SessionRoutes {
  let access: WebAccess

  /// Longest token, in Unicode scalars: a token file may have this size.
  private static let maximumTokenLength = 4096

  /// Begins a session for a client that sends the token. Sets no cookie where no token is needed. Throws ``HTTPError``.
  func begin(_ request: HTTPRequest) throws -> HTTPAnswer {
    var fields = try RequestFields(request.bodyBytes)
    let token = try fields.text("token", limit: Self.maximumTokenLength * 4)
    guard (token?.unicodeScalars.count ?? 0) <= Self.maximumTokenLength else {
      throw HTTPError(400, "\"token\" must be a text of 1 to \(Self.maximumTokenLength) characters")
    }
    try fields.finish()
    guard let client = request.client, !access.isOpen else { return Self.done(cookie: nil) }
    guard let token else { throw HTTPError(400, "\"token\" is missing") }
    let name = try access.beginSession(token, from: client)
    return Self.done(cookie: "\(access.cookieName)=\(name)", seconds: Int(SessionStore.lifetime / .seconds(1)))
  }

  /// Ends the session that the cookie names, if there is one. Throws ``HTTPError``.
  func end(_ request: HTTPRequest) throws -> HTTPAnswer {
    try request.refuseFields()
    access.endSessions(request.headers)
    return Self.done(cookie: "\(access.cookieName)=", seconds: 0)
  }

  private static func done(cookie: String?, seconds: Int = 0) -> HTTPAnswer {
    var headers = HTTPHeaders()
    if let cookie {
      headers.add(name: "Set-Cookie", value: "\(cookie); HttpOnly; SameSite=Strict; Path=/; Max-Age=\(seconds)")
    }
    return HTTPAnswer(.noContent, headers: headers, body: .whole(ByteBuffer()))
  }
}
