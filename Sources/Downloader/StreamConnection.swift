import AsyncHTTPClient
import AudioCore
import NIOCore

/// One open stream: its head, and its body as chunks of audio and titles in order.
///
/// Nothing is read ahead: while nobody calls `next()`, the socket is not read and the sender is held back.
public struct StreamConnection {
  /// What the server said before the body.
  public let head: StreamHead

  /// When the head was complete.
  public let openedAt = ContinuousClock.now

  private let client: HTTPClient
  private let limits: DownloadLimits
  private var iterator: HTTPClientResponse.Body.AsyncIterator
  private var demultiplexer: ICYDemultiplexer
  /// Chunks that were looked at, or came out of one read together.
  private var waiting: [StreamChunk] = []

  init(
    head: StreamHead, body: HTTPClientResponse.Body, client: HTTPClient, charset: TextCharset, limits: DownloadLimits
  ) {
    self.head = head
    self.client = client
    self.limits = limits
    iterator = body.makeAsyncIterator()
    demultiplexer = ICYDemultiplexer(interval: head.metadataInterval, charset: charset)
  }

  /// True once the announced title interval proved to be a lie.
  public var metadataIsBroken: Bool { demultiplexer.hasGivenUp }

  /// The next chunks, or nil at the end of the stream. Throws ``TuneError`` or `CancellationError`.
  public mutating func next() async throws -> [StreamChunk]? {
    if !waiting.isEmpty {
      defer { waiting = [] }
      return waiting
    }
    do {
      while let buffer = try await iterator.next() {
        let chunks = demultiplexer.feed(Array(buffer.readableBytesView))
        if !chunks.isEmpty { return chunks }
      }
      return nil
    } catch {
      guard let failure = DownloadFailure.translate(error, url: head.url, phase: .body, limits: limits) else {
        throw CancellationError()
      }
      throw failure
    }
  }

  /// Looks at the first `count` bytes of audio without consuming them; fewer at the end of the stream, and when they take
  /// longer than `limit` from the head on.
  public mutating func peek(_ count: Int, limit: Duration) async throws -> [UInt8] {
    var seen: [UInt8] = []
    var chunks = waiting
    waiting = []
    for case .audio(let bytes) in chunks { seen.append(contentsOf: bytes) }
    while seen.count < count, ContinuousClock.now - openedAt < limit, let more = try await next() {
      for case .audio(let bytes) in more { seen.append(contentsOf: bytes) }
      chunks.append(contentsOf: more)
    }
    waiting = chunks
    return Array(seen.prefix(count))
  }

  /// Closes the connection and releases all that belongs to it.
  public func close() async {
    try? await client.shutdown()
  }
}
