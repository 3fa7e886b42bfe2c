import AudioCore
import NIOCore
import NIOHTTP1

/// The whole answer of a server of a programming interface, whatever its status.
public struct PlainAnswer: Sendable {
  /// The status, 200 for success.
  public let status: Int
  /// The body.
  public let bytes: [UInt8]
  let headers: HTTPHeaders

  /// Returns the first value of the header field `name`.
  public func field(_ name: String) -> String? { headers.first(name: name) }
}

extension Downloader {
  /// Sends `request`, and returns the answer with a body of at most `maximumBytes`, within `limit` from now. It follows no
  /// redirect and keeps no cookies: the answer is of the host that the request names.
  ///
  /// Throws ``TuneError`` when there is no whole answer, `.badAnswer` for a longer body, and `CancellationError`.
  public func answer(to request: StreamRequest, maximumBytes: Int, within limit: Duration) async throws -> PlainAnswer {
    let start = ContinuousClock.now
    var request = request
    request.wantsTitles = false
    var clock = OpeningClock(limits: limits, timeLimit: limit)
    let url = request.url
    let proxy = request.allowsPublicHosts ? try ProxySettings(environment: connector.environment).proxy(for: url) : nil
    var failure = DownloadFailure(url: url, proxy: proxy, phase: .head, limits: clock.limits)
    do {
      if let scope = url.scope, !request.allows(scope) { throw ConnectionError.forbidden(scope) }
      let (connection, head) = try await exchange(
        request, proxy: proxy, session: DownloadSession(), cookies: nil, clock: &clock)
      defer { connection.close() }
      let timer = connection.endAfter(max(.zero, limit - (.now - start)))
      defer { timer.cancel() }
      failure = DownloadFailure(url: url, proxy: proxy, phase: .body, limits: clock.limits)
      var bytes: [UInt8] = []
      while let buffers = try await connection.next() {
        for buffer in buffers {
          guard buffer.readableBytes <= maximumBytes - bytes.count else {
            throw TuneError.badAnswer(host: url.host, reason: "it is longer than \(maximumBytes >> 10) KiB")
          }
          bytes += buffer.readableBytesView
        }
      }
      return PlainAnswer(status: head.status, bytes: bytes, headers: head.headers)
    } catch {
      throw await translate(error, by: failure)
    }
  }
}
