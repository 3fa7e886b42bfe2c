import AudioCore

/// A small document that was fetched whole: a playlist, a key, a response of a station directory.
public struct Document: Sendable {
  /// The response head.
  public let head: StreamHead
  /// The whole body.
  public let bytes: [UInt8]
  /// A request for an address that the document names. It counts the redirects so far, and the scopes of all servers
  /// that answered restrict which addresses it may reach.
  public let follower: StreamRequest
}

extension Downloader {
  /// Fetches the document that `request` names, of at most `maximumBytes` bytes, within `limit` from now.
  ///
  /// Throws ``TuneError``: `.badAnswer` for a longer document, `.stalled` for one that does not arrive in time, and the
  /// errors of ``open(_:)``; `CancellationError`.
  public func document(_ request: StreamRequest, maximumBytes: Int, within limit: Duration) async throws -> Document {
    var request = request
    let start = ContinuousClock.now
    request.timeLimit = min(request.timeLimit ?? limit, limit)
    request.wantsTitles = false
    var connection = try await open(request)
    do {
      let left = limit - (.now - start)
      let bytes = try await connection.peek(maximumBytes + 1, limit: left, deadline: start + limit)
      await connection.close()
      guard bytes.count <= maximumBytes else {
        throw TuneError.badAnswer(
          host: request.url.host, reason: "\(connection.head.url.text) is longer than \(maximumBytes >> 10) KiB")
      }
      guard ContinuousClock.now - start < limit else {
        throw TuneError.stalled(host: request.url.host, afterSeconds: Int(limit.components.seconds))
      }
      request.follow(connection)
      return Document(head: connection.head, bytes: bytes, follower: request)
    } catch {
      await connection.close()
      // A body that is late has only the seconds that the head left.
      guard ContinuousClock.now - start >= limit, case TuneError.network(.stalled(let host, _)) = error else {
        throw error
      }
      throw TuneError.stalled(host: host, afterSeconds: Int(limit.components.seconds))
    }
  }
}
