import HTTPTypes
import Hummingbird
import NIOCore

/// The page for people, and the document for programs.
struct PageRoutes {
  /// Nothing from elsewhere, nothing within the page itself, and no other page around it.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  func add(to router: Router<WebContext>) {
    router.get("/") { _, _ in Self.file(WebAssets.page, "text/html; charset=utf-8") }
    router.get("/app.js") { _, _ in Self.file(WebAssets.script, "text/javascript; charset=utf-8") }
    router.get("/app.css") { _, _ in Self.file(WebAssets.style, "text/css; charset=utf-8") }
    router.get("/openapi.json") { _, _ in Response.json(WebAssets.document) }
  }

  private static func file(_ bytes: ByteBuffer, _ type: String) -> Response {
    var headers: HTTPFields = [.contentType: type, .cacheControl: "no-cache"]
    for (name, value) in [
      ("Content-Security-Policy", policy), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ] {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
  }
}
