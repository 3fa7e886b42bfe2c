public import AudioCore
public import Downloader
public import HLS
public import Stations

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

  /// True when the protocol marks the end of the body, by a length or a last chunk.
  var isEndMarked: Bool {
    switch self {
    case .direct(let connection): connection.isEndMarked
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

extension Station {
  /// Returns requests for the station's address and its alternates, with the user agent and the charset of its entry.
  ///
  /// Throws ``TuneError/badURL(_:reason:)``, or ``TuneError/badStationList(path:reason:)`` for a charset that the
  /// system does not know.
  public func requests() throws(TuneError) -> [StreamRequest] {
    var charset = TextCharset.default
    if let name = encoding {
      guard let known = TextCharset(name: name) else {
        throw .badStationList(path: "entry '\(id)'", reason: "the encoding '\(name)' is not known to this system")
      }
      charset = known
    }
    return try ([url] + alternates).map { text throws(TuneError) in
      try StreamRequest(
        url: StreamURL(text), userAgent: userAgent ?? StreamRequest.defaultUserAgent, charset: charset)
    }
  }
}
