import AudioCore
import NIOCore

/// One open stream: its head, and its body as chunks of audio and titles in order.
///
/// Nothing is read ahead: between calls of `next()` the socket is not read, and back-pressure stops the sender.
public struct StreamConnection {
  /// The response head.
  public let head: StreamHead

  /// When the head was complete.
  public let openedAt = ContinuousClock.now

  /// How long the connection may pause between two reads of the socket.
  public var pacing: ReadPacing { connection.pacing }
  /// The scope of the address that answered: a public server may name only public addresses.
  var serverScope: AddressScope { connection.scope }
  /// The request that was answered, with the redirects so far. They count, and the servers on the way restrict which
  /// addresses it may reach.
  let request: StreamRequest

  /// The maximum number of titles that `peek` keeps; a station sends one.
  private static let maximumTitlesPeeked = 16

  private let connection: ClientConnection
  private let session: DownloadSession
  private let endsWithConnection: Bool
  private let failure: DownloadFailure
  private var demultiplexer: ICYDemultiplexer
  /// Chunks that `peek` has read and `next()` has not returned yet.
  private var waiting: [StreamChunk] = []
  /// The error to throw after those chunks.
  private var waitingError: TuneError?

  init(
    head: StreamHead, connection: ClientConnection, session: DownloadSession, request: StreamRequest,
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

  /// True once the announced title interval has proved to be wrong.
  public var metadataIsBroken: Bool { demultiplexer.hasGivenUp }

  /// True when the protocol marks the end of the body, by a length or a last chunk. Otherwise the end of the connection
  /// is that of the body, whatever ended it.
  public var isEndMarked: Bool { !endsWithConnection }

  /// Returns the next chunks, or nil at the end of the stream. Returns an empty array when only a part of a title
  /// arrived, so that a caller with a time limit can check the time. Throws ``TuneError`` or `CancellationError`.
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

  /// Returns the first `count` bytes of audio without consuming them. Returns fewer at the end of the stream, and when
  /// they take longer than `limit` from the arrival of the head. A peek that still waits at `deadline` ends the
  /// connection as stalled.
  ///
  /// When the connection breaks, and only its end ends the body, the bytes so far are returned; `next()` throws the
  /// error after them.
  public mutating func peek(
    _ count: Int, limit: Duration, deadline: ContinuousClock.Instant? = nil
  ) async throws -> [UInt8] {
    let timer = deadline.map { connection.endAfter(max(.zero, $0 - .now)) }
    defer { timer?.cancel() }
    var seen: [UInt8] = []
    var chunks: [StreamChunk] = []
    var titles = 0
    /// How many bytes of `seen` are already in `chunks`.
    var kept = 0
    func keep(_ more: [StreamChunk]) {
      for chunk in more {
        switch chunk {
        case .audio(let bytes): seen.append(contentsOf: bytes)
        case .metadata where titles < Self.maximumTitlesPeeked:
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
      guard case .network(.connectionLost) = error, endsWithConnection, !seen.isEmpty else { throw error }
      waitingError = error
    }
    waiting = chunks + [.audio(Array(seen[kept...]))]
    return Array(seen.prefix(count))
  }

  /// Closes the connection and releases its resources. A reusable connection is kept for another request if the request
  /// wants that.
  public func close() async {
    if request.keepsAlive, await connection.isReusable() {
      session.keep(connection)
    } else {
      connection.close()
    }
  }

  /// Returns a request for `range` of this body, to the address that answered. With `validator` the server sends the
  /// range only of the unchanged body: see ``StreamRequest/rangeValidator``. The request may reach only the addresses
  /// that this connection may name.
  package func request(for range: Range<Int>, validator: String?) -> StreamRequest {
    var next = request
    next.follow(self)
    next.trail = []
    next.redirectCount = 0
    next.timeLimit = nil
    next.wantsTitles = false
    next.byteRange = range
    next.rangeValidator = validator
    return next
  }
}
