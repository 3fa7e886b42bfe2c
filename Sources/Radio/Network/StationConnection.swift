import AudioCore
import Downloader
import HLS

/// An open stream, by whatever transport its bytes come.
public enum StationConnection {
  /// The body of one server's response.
  case direct(StreamConnection)
  /// A stream in segments.
  case segments(HLSConnection)

  /// The response head of the server before the stream.
  public var head: StreamHead {
    switch self {
    case .direct(let connection): connection.head
    case .segments(let connection): connection.head
    }
  }

  /// When the head was complete.
  public var openedAt: ContinuousClock.Instant {
    switch self {
    case .direct(let connection): connection.openedAt
    case .segments(let connection): connection.openedAt
    }
  }

  /// True once the announced title interval proved to be wrong.
  public var metadataIsBroken: Bool {
    switch self {
    case .direct(let connection): connection.metadataIsBroken
    case .segments: false
    }
  }

  /// The number of segments that could not be fetched so far and were left out, and why the last one was.
  var leftOut: (count: Int, reason: TuneError?) {
    switch self {
    case .direct: (0, nil)
    case .segments(let connection): (connection.leftOutCount, connection.lastError)
    }
  }

  /// The part of the last ``next()`` that was a regular pause, in which no data was due.
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

  /// Returns the next chunks, or nil at the end of the stream; an empty array when only time has passed. Throws
  /// ``TuneError`` or `CancellationError`.
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

  /// Closes the stream and releases all its resources.
  public func close() async {
    switch self {
    case .direct(let connection): await connection.close()
    case .segments(let connection): await connection.close()
    }
  }
}
