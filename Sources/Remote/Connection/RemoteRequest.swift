import AudioCore
import NIOHTTP1

/// One request to a daemon, as it is sent: with it the connection is at its end.
struct RemoteRequest: Sendable {
  /// The longest path that is asked for, in bytes.
  private static let longestPath = 4096

  /// Method, path and header fields.
  private(set) var head: HTTPRequestHead
  /// What is posted; nil when nothing is.
  let body: [UInt8]?

  /// A request for `path` with what is posted as `json`.
  ///
  /// Throws `TuneError.usage` when `path` is none that can be sent: it begins with a slash and is visible ASCII.
  init(_ method: HTTPMethod, _ path: String, json: [UInt8]? = nil) throws(TuneError) {
    guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw .usage(message: "radiod serve cannot be asked for '\(CleanText.singleLine(path, limit: 80))'")
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

  /// Adds a header field, unless `value` has characters that no field may have.
  mutating func add(_ name: String, _ value: String) {
    if value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { head.headers.add(name: name, value: value) }
  }
}
