import AsyncHTTPClient
import AudioCore

/// Makes a sentence of an answer that is no stream.
enum Refusal {
  /// How long the text of a refusal is waited for.
  private static let textLimit: Duration = .seconds(2)
  /// Bytes of it that are read.
  private static let maximumTextBytes = 4096
  /// What servers write that have no room.
  private static let fullTexts = [
    "server full", "is full", "too many", "limit reached", "listeners reached", "maximum",
  ]
  /// Statuses with which servers say so.
  private static let fullStatuses = [400, 403, 503]
  /// Statuses with which servers say when to come back.
  private static let retryStatuses = [403, 429, 503]

  /// Throws a ``TuneError`` when `response`, from `host`, is no body that can be played.
  static func check(_ response: HTTPClientResponse, host: String, url: StreamURL) async throws {
    let code = Int(response.status.code)
    guard code == 200 || code == 206 else {
      let reason = response.headers.first(name: ResponseHead.reasonField) ?? ""
      let retryAfter = response.headers.first(name: "retry-after").flatMap {
        RetryAfter.seconds($0, date: response.headers.first(name: "date"))
      }
      if fullStatuses.contains(code), await saysFull(response, reason: reason) {
        throw TuneError.serverFull(host: host, retryAfter: retryAfter)
      }
      throw TuneError.status(
        code, host: host, reason: CleanText.singleLine(reason),
        retryAfter: retryStatuses.contains(code) ? retryAfter : nil)
    }
    if let coding = response.headers.first(name: "content-encoding")?.lowercased(), coding != "identity",
      !coding.isEmpty
    {
      throw TuneError.unsupported(source: url.text, kind: "compressed with \(CleanText.singleLine(coding))")
    }
  }

  /// SHOUTcast says "Server Full" in the status line, Icecast in the text of its 403.
  private static func saysFull(_ response: HTTPClientResponse, reason: String) async -> Bool {
    if fullTexts.contains(where: reason.lowercased().contains) { return true }
    guard response.headers.first(name: "content-type")?.lowercased().hasPrefix("text/plain") ?? true else {
      return false
    }
    let text = await withTaskGroup(of: String.self) { group in
      group.addTask { await Self.text(of: response.body) }
      group.addTask {
        try? await Task.sleep(for: textLimit, clock: .continuous)
        return ""
      }
      defer { group.cancelAll() }
      return await group.next() ?? ""
    }
    return fullTexts.contains(where: text.contains)
  }

  /// The beginning of `body`, in lower case; what came of it when it breaks off.
  private static func text(of body: HTTPClientResponse.Body) async -> String {
    var bytes: [UInt8] = []
    var iterator = body.makeAsyncIterator()
    while bytes.count < maximumTextBytes, let buffer = try? await iterator.next() {
      bytes.append(contentsOf: buffer.readableBytesView)
    }
    return String(decoding: bytes.prefix(maximumTextBytes), as: UTF8.self).lowercased()
  }
}
