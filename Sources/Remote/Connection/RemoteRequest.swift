import AudioCore
import Bytes
import NIOHTTP1

/// One request to a daemon. It asks for the connection to be closed after the answer.
struct RemoteRequest: Sendable {
  /// The maximum length of a path, in bytes.
  private static let maximumPathLength = 4096

  /// Method, path and header fields.
  private(set) var head: HTTPRequestHead
  /// The body of a POST; nil without one.
  let body: [UInt8]?

  /// Creates a request for `path` with the body `json`.
  ///
  /// Throws ``DaemonError/badRequest(reason:)`` when `path` is invalid: it must begin with a slash, be visible ASCII
  /// and have at most 4096 bytes.
  init(_ method: HTTPMethod, _ path: String, json: [UInt8]? = nil) throws(DaemonError) {
    guard path.hasPrefix("/"), path.utf8.count <= Self.maximumPathLength,
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw .badRequest(reason: "radiod serve cannot be asked for '\(CleanText.singleLine(path, limit: 80))'")
    }
    head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
    body = json
    head.headers.add(name: "User-Agent", value: "radiod/\(ProductVersion.text)")
    head.headers.add(name: "Connection", value: "close")
    if let json {
      head.headers.add(name: "Content-Type", value: "application/json")
      head.headers.add(name: "Content-Length", value: "\(json.count)")
    }
  }

  /// Adds a header field, unless `value` contains a character outside printable ASCII.
  mutating func add(_ name: String, _ value: String) {
    if value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { head.headers.add(name: name, value: value) }
  }
}
