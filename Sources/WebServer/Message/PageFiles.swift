import CAssets
import HTTPServer
import NIOCore
import NIOHTTP1

/// The web page, its files, and the OpenAPI document.
enum PageFiles {
  /// The content security policy: no content from other origins, no inline content, and no framing by other pages.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  static var page: HTTPAnswer { file(WebAssets.page, "text/html; charset=utf-8") }
  static var script: HTTPAnswer { file(WebAssets.script, "text/javascript; charset=utf-8") }
  static var style: HTTPAnswer { file(WebAssets.style, "text/css; charset=utf-8") }
  static var document: HTTPAnswer { .json(WebAssets.document) }

  private static func file(_ bytes: ByteBuffer, _ type: String) -> HTTPAnswer {
    HTTPAnswer(
      headers: [
        "Content-Type": type, "Cache-Control": "no-cache", "Content-Security-Policy": policy, "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      ], body: .whole(bytes))
  }
}

/// The files of the web server. They are embedded in the program.
package enum WebAssets {
  /// The page.
  static var page: ByteBuffer { buffer(cassets_page_bytes(), cassets_page_size()) }
  /// The page's script.
  static var script: ByteBuffer { buffer(cassets_script_bytes(), cassets_script_size()) }
  /// The page's style sheet.
  static var style: ByteBuffer { buffer(cassets_style_bytes(), cassets_style_size()) }
  /// The OpenAPI document.
  package static var document: ByteBuffer { buffer(cassets_openapi_bytes(), cassets_openapi_size()) }

  private static func buffer(_ start: UnsafePointer<UInt8>, _ count: Int) -> ByteBuffer {
    ByteBuffer(bytes: UnsafeBufferPointer(start: start, count: count))
  }
}
