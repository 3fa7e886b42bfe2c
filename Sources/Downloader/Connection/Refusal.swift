import AudioCore
import Bytes
import NIOCore
import NIOHTTP1

/// Turns a response that is not a stream into a sentence for the user.
enum Refusal {
  /// The time limit for reading the text of a refusal.
  private static let textLimit: Duration = .seconds(2)
  /// The maximum number of bytes of that text.
  private static let maximumTextBytes = 4096
  /// Phrases that servers send when they have no capacity left.
  private static let fullTexts = [
    "server full", "is full", "too many", "limit reached", "listeners reached", "maximum",
  ]
  /// Status codes of such responses.
  private static let fullStatuses = [400, 403, 503]
  /// Status codes with which servers send `Retry-After`.
  private static let retryStatuses = [403, 429, 503]
  /// The content codings that compress (RFC 9110, 8.4.1; RFC 7932, RFC 8878). Other values, such as `none` and `utf-8`,
  /// are mistakes of the server, and the body is not encoded.
  private static let compressions = [
    "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd",
  ]

  /// Throws a ``TuneError`` when the response with `head`, from `host`, has no body that can be played.
  static func check(
    _ head: ClientExchangeHandler.Head, on connection: ClientConnection, host: String, url: StreamURL
  ) async throws {
    let code = head.status
    guard code == 200 || code == 206 else {
      let retryAfter = head.headers.first(name: "retry-after").flatMap {
        RetryAfter.seconds($0, date: head.headers.first(name: "date"))
      }
      if fullStatuses.contains(code), await saysFull(head, connection) {
        throw TuneError.serverFull(host: host, retryAfter: retryAfter)
      }
      try Task.checkCancellation()
      throw TuneError.status(
        code, host: host, reason: CleanText.singleLine(head.reason),
        retryAfter: retryStatuses.contains(code) ? retryAfter : nil)
    }
    let codings = head.headers["content-encoding"].flatMap { line in
      line.lowercased().split { ", \t".contains($0) }.map(String.init)
    }
    if let coding = codings.first(where: compressions.contains) {
      throw TuneError.unsupported(source: url.text, kind: "compressed with \(coding)")
    }
  }

  /// True when the server reports that it is full. SHOUTcast sends "Server Full" in the status line, Icecast in the
  /// text of its 403.
  private static func saysFull(_ head: ClientExchangeHandler.Head, _ connection: ClientConnection) async -> Bool {
    if fullTexts.contains(where: head.reason.lowercased().contains) { return true }
    guard head.headers.first(name: "content-type")?.lowercased().hasPrefix("text/plain") ?? true else { return false }
    let text = await text(on: connection)
    return fullTexts.contains(where: text.contains)
  }

  /// Returns the beginning of the body, in lower case. When the body breaks off or takes too long, returns what
  /// arrived.
  private static func text(on connection: ClientConnection) async -> String {
    let timer = connection.endAfter(textLimit)
    defer { timer.cancel() }
    var bytes: [UInt8] = []
    while bytes.count < maximumTextBytes, let buffers = try? await connection.next() {
      for buffer in buffers { bytes.append(contentsOf: buffer.readableBytesView) }
    }
    return String(decoding: bytes.prefix(maximumTextBytes), as: UTF8.self).lowercased()
  }
}
