import Bytes
import CAssets
import HTTPServer
import NIOCore
import NIOHTTP1

/// The files of the web page, which are embedded in the program. `Sources/CAssets/Embedded.S` lists them.
package enum PageFiles {
  /// The content security policy: no content from other origins, no inline content but the script of `page.html`, whose
  /// text as it is sent has this SHA-256, and no framing by other pages.
  private static let policy = """
    default-src 'none'; script-src 'self' 'sha256-oLFLmf9NVjVSLpSP6qd8xpAtoq6ap74bLM/0CiMYKJA='; \
    style-src 'self'; img-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  /// A file: its place among those that are embedded, its media type, and the tag of its content.
  private struct File {
    var index: Int
    var type: String
    var tag: EntityTag

    /// The content as it is sent.
    var bytes: [UInt8] {
      let file = cassets_page_file(index)
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
      return type.hasSuffix("charset=utf-8") ? PageText.compact(bytes) : Array(bytes)
    }
  }

  /// The files by their paths at the server.
  private static let files: [String: File] = {
    let files = (0..<cassets_page_file_count()).map { index -> (String, File) in
      let path = String(cString: cassets_page_file(index).name)
      var file = File(index: index, type: mediaType(of: path), tag: EntityTag(""))
      let bytes = file.bytes
      file.tag = EntityTag("\(String(CRC32.add(bytes[...], to: 0), radix: 16))-\(bytes.count)")
      return (path == "/page.html" ? "/" : path, file)
    }
    return Dictionary(files) { first, _ in first }
  }()

  /// The paths of all files at the server.
  package static var paths: Set<String> { Set(files.keys) }

  /// True when a file of the page has this path.
  static func contains(_ path: String) -> Bool { files[path] != nil }

  /// Returns the file that `request` names: without its content (304) when the client has it. Throws ``HTTPError``.
  static func answer(_ request: HTTPRequest) throws -> HTTPAnswer {
    guard let file = files[request.path] else { throw HTTPError(404, "not found") }
    let headers: HTTPHeaders = [
      "Content-Type": file.type, "Cache-Control": "no-cache", "Content-Security-Policy": policy,
      "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
    ]
    return file.tag.answer(request, headers: headers, body: ByteBuffer(bytes: file.bytes))
  }

  private static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    default: "application/octet-stream"
    }
  }
}
