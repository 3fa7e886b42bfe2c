import AudioCore
import NIOHTTP1

/// One request to a daemon. It asks for the connection to be closed after the answer.
struct RemoteRequest: Sendable {
  /// The maximum length of a path, in bytes.
  private static let longestPath = 4096

  /// Method, path and header fields.
  private(set) var head: HTTPRequestHead
  /// The body of a POST; nil without one.
  let body: [UInt8]?

  /// Creates a request for `path` with the body `json`.
  ///
  /// Throws ``DaemonError/badRequest(reason:)`` when `path` is invalid: it must begin with a slash, be visible ASCII
  /// and have at most 4096 bytes.
  init(_ method: HTTPMethod, _ path: String, json: [UInt8]? = nil) throws(DaemonError) {
    guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
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

/// The time and size limits of a client.
public struct RemoteLimits: Sendable {
  /// The time limit of the head of an answer, and of each ``paceBytes`` of an answer that is no stream.
  public var answer = Duration.seconds(5)
  /// The same for an answer for which the daemon first asks other servers: a search takes at most 25 s, a check 15 s.
  /// Less than ``silence``, which counts, too.
  public var work = Duration.seconds(30)
  /// The size of a piece of an answer for which ``answer`` counts again, in bytes: over a slow line a long answer takes
  /// long.
  public static let paceBytes = 4 << 10
  /// The time limit for the next data of a stream; then the stream counts as lost. The daemon sends at least a comment
  /// every 15 s.
  public var silence = Duration.seconds(45)
  /// The maximum size of an answer, in bytes. Five thousand stations with long addresses need less.
  public var answerBytes = 32 << 20
  /// The maximum size of an answer's head, in bytes; also the maximum between two pieces of a body.
  public var headBytes = 64 << 10
  /// The longest pause before a client reconnects to a lost stream.
  public var longestPause = Duration.seconds(2)

  /// Creates the default limits.
  public init() {}
}

/// How long a client keeps trying to reach a daemon.
public enum ReconnectMode: Sendable, Equatable {
  /// The daemon must be reachable at the start. After a lost connection it may be away for ``restartLimit``.
  case restart
  /// The client retries without limit, also at the start.
  case forever

  /// The maximum duration of a daemon's restart.
  public static let restartLimit = Duration.seconds(10)
}
