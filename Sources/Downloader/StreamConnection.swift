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

  /// How far the address that answered reaches: what a public server names must be public, too.
  let serverScope: AddressScope
  /// The request that was answered, as the redirects on the way here left it: they count, and bound whom it may name.
  let request: StreamRequest

  /// Titles that are kept while the sound around them is looked at; a station sends one.
  private static let mostTitlesPeeked = 16

  private let client: HTTPClient
  private let peer: ConnectionPeer
  private let failure: DownloadFailure
  private var iterator: HTTPClientResponse.Body.AsyncIterator
  private var demultiplexer: ICYDemultiplexer
  /// Chunks that were looked at, or came out of one read together.
  private var waiting: [StreamChunk] = []

  init(
    head: StreamHead, body: HTTPClientResponse.Body, client: HTTPClient, peer: ConnectionPeer, request: StreamRequest,
    failure: DownloadFailure
  ) {
    self.head = head
    self.client = client
    self.peer = peer
    self.failure = failure
    serverScope = peer.scope ?? .everywhere
    self.request = request
    iterator = body.makeAsyncIterator()
    demultiplexer = ICYDemultiplexer(interval: head.metadataInterval, charset: request.charset)
  }

  /// True once the announced title interval proved to be a lie.
  public var metadataIsBroken: Bool { demultiplexer.hasGivenUp }

  /// The next chunks, or nil at the end of the stream; none when what came is only a part of a title, so that whoever watches
  /// the time sees it pass. Throws ``TuneError`` or `CancellationError`.
  public mutating func next() async throws -> [StreamChunk]? {
    if !waiting.isEmpty {
      defer { waiting = [] }
      return waiting
    }
    do {
      guard let buffer = try await iterator.next() else { return nil }
      return demultiplexer.feed(Array(buffer.readableBytesView))
    } catch {
      throw failure.translate(error) ?? CancellationError()
    }
  }

  /// Lets bytes gather from now on: once all there was has been read, the socket is not read again within `rest`, or half of the time
  /// after which a server has stalled. A read that was begun before is not held back.
  public func rest(for rest: Duration) { peer.rest.wanted = TimeAmount(rest) }

  /// Looks at the first `count` bytes of audio without consuming them; fewer at the end of the stream, and when they take
  /// longer than `limit` from the head on. A server that is silent until `deadline` has stalled.
  public mutating func peek(
    _ count: Int, limit: Duration, deadline: ContinuousClock.Instant? = nil
  ) async throws -> [UInt8] {
    let timer = deadline.flatMap { peer.endAfter(max(.zero, $0 - .now)) }
    defer { timer?.cancel() }
    var seen: [UInt8] = []
    var chunks: [StreamChunk] = []
    var titles = 0
    /// How much of `seen` is in `chunks`.
    var kept = 0
    func keep(_ more: [StreamChunk]) {
      for chunk in more {
        switch chunk {
        case .audio(let bytes): seen.append(contentsOf: bytes)
        case .metadata where titles < Self.mostTitlesPeeked:
          chunks += [.audio(Array(seen[kept...])), chunk]
          kept = seen.count
          titles += 1
        case .metadata, .discontinuity: break
        }
      }
    }
    keep(waiting)
    waiting = []
    while seen.count < count, ContinuousClock.now - openedAt < limit, let more = try await next() { keep(more) }
    waiting = chunks + [.audio(Array(seen[kept...]))]
    return Array(seen.prefix(count))
  }

  /// Closes the connection and releases all that belongs to it.
  public func close() async {
    try? await client.shutdown()
  }
}
