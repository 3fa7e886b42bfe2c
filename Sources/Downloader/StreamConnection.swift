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

  /// How long the socket may be left alone between two reads.
  public var pacing: ReadPacing { connection.pacing }
  /// How far the address that answered reaches: what a public server names must be public, too.
  var serverScope: AddressScope { connection.scope }
  /// The request that was answered, as the redirects on the way here left it: they count, and bound whom it may name.
  let request: StreamRequest

  /// Titles that are kept while the sound around them is looked at; a station sends one.
  private static let mostTitlesPeeked = 16

  private let connection: HTTPConnection
  private let session: DownloadSession
  private let endsWithConnection: Bool
  private let failure: DownloadFailure
  private var demultiplexer: ICYDemultiplexer
  /// Chunks that were looked at, or came out of one read together.
  private var waiting: [StreamChunk] = []
  /// What is thrown behind those.
  private var waitingError: TuneError?

  init(
    head: StreamHead, connection: HTTPConnection, session: DownloadSession, request: StreamRequest,
    endsWithConnection: Bool, failure: DownloadFailure
  ) {
    self.head = head
    self.connection = connection
    self.session = session
    self.request = request
    self.endsWithConnection = endsWithConnection
    self.failure = failure
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
    if let waitingError { throw waitingError }
    do {
      guard let buffers = try await connection.next() else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(buffers.reduce(0) { $0 + $1.readableBytes })
      for buffer in buffers { bytes.append(contentsOf: buffer.readableBytesView) }
      return demultiplexer.feed(bytes)
    } catch {
      throw failure.translate(error) ?? CancellationError()
    }
  }

  /// Looks at the first `count` bytes of audio without consuming them; fewer at the end of the stream, and when they take
  /// longer than `limit` from the head on. A server that is silent until `deadline` has stalled.
  ///
  /// A connection that breaks counts as the end of a body that has no other: what came is looked at, and the error follows it.
  public mutating func peek(
    _ count: Int, limit: Duration, deadline: ContinuousClock.Instant? = nil
  ) async throws -> [UInt8] {
    let timer = deadline.map { connection.endAfter(max(.zero, $0 - .now)) }
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
    do {
      while seen.count < count, ContinuousClock.now - openedAt < limit, let more = try await next() { keep(more) }
    } catch let error as TuneError {
      guard case .connectionLost = error, endsWithConnection, !seen.isEmpty else { throw error }
      waitingError = error
    }
    waiting = chunks + [.audio(Array(seen[kept...]))]
    return Array(seen.prefix(count))
  }

  /// Closes the connection, or keeps it for another request where that was wanted, and releases all that belongs to it.
  public func close() async {
    if request.keepsAlive, await connection.isReusable() {
      session.keep(connection)
    } else {
      connection.close()
    }
  }
}
