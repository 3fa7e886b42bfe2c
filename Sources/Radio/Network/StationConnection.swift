import AudioCore
import Downloader
import HLS

/// An open stream, in whatever way its bytes come.
public enum StationConnection {
  /// As one server's answer.
  case direct(StreamConnection)
  /// In segments.
  case segments(HLSConnection)

  /// What the server said before the stream.
  public var head: StreamHead {
    switch self {
    case .direct(let connection): connection.head
    case .segments(let connection): connection.head
    }
  }

  /// When that was complete.
  public var openedAt: ContinuousClock.Instant {
    switch self {
    case .direct(let connection): connection.openedAt
    case .segments(let connection): connection.openedAt
    }
  }

  /// True once the announced title interval proved to be a lie.
  public var metadataIsBroken: Bool {
    switch self {
    case .direct(let connection): connection.metadataIsBroken
    case .segments: false
    }
  }

  /// Segments that could not be had so far and were left out, and why the last one was.
  var leftOut: (count: Int, reason: TuneError?) {
    switch self {
    case .direct: (0, nil)
    case .segments(let connection): (connection.leftOutCount, connection.lastError)
    }
  }

  /// How much of the last `next()` was a rest in good order, in which nothing was to come.
  public var rested: Duration {
    switch self {
    case .direct: .zero
    case .segments(let connection): connection.rested
    }
  }

  /// How long the socket may be left alone between two reads.
  public var pacing: ReadPacing {
    switch self {
    case .direct(let connection): connection.pacing
    case .segments(let connection): connection.pacing
    }
  }

  /// The next chunks, or nil at the end of the stream; none when only time has passed. Throws ``TuneError`` or `CancellationError`.
  public mutating func next() async throws -> [StreamChunk]? {
    switch self {
    case .direct(var connection):
      defer { self = .direct(connection) }
      return try await connection.next()
    case .segments(var connection):
      defer { self = .segments(connection) }
      return try await connection.next()
    }
  }

  /// Closes the stream and releases all that belongs to it.
  public func close() async {
    switch self {
    case .direct(let connection): await connection.close()
    case .segments(let connection): await connection.close()
    }
  }
}
