import AudioCore
import NIOCore

/// The events of a daemon, one after the other, over as many connections as it takes. Each iterator asks for itself.
///
/// A lost connection is made again, and the daemon told what was seen last, so that it goes on from there. With
/// ``ReconnectMode/restart`` the daemon must be there at the beginning, and may be away for ``ReconnectMode/restartLimit``; then the iterator
/// throws why it cannot be reached. What the daemon refuses is not asked for again.
public struct EventFeed: AsyncSequence, Sendable {
  /// What comes out of it.
  public enum Element: Sendable, Equatable {
    /// A connection was made; events follow.
    case connected
    /// An event.
    case event(ServerEvent)
    /// The connection was lost, or could not be made, for this reason; it is tried again.
    case lost(TuneError)
  }

  let client: RadioClient
  let path: String
  let lastID: String?
  let reconnectMode: ReconnectMode
  let longestPause: Duration

  /// An iterator that has not asked yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: self, reader: ServerEventReader(lastID: lastID), lastID: lastID)
  }

  /// The way through a feed.
  public struct Iterator: AsyncIteratorProtocol {
    private static let firstPause = Duration.milliseconds(100)

    let feed: EventFeed
    fileprivate var reader: ServerEventReader
    fileprivate var lastID: String?
    private var connection: RemoteConnection?
    /// True once there was a connection.
    private var wasConnected = false
    /// Since when there has been none; nil while there is one.
    private var lostSince: ContinuousClock.Instant?
    private var pause = firstPause

    fileprivate init(feed: EventFeed, reader: ServerEventReader, lastID: String?) {
      self.feed = feed
      self.reader = reader
      self.lastID = lastID
    }

    /// The next element; never nil. Throws `TuneError` and `CancellationError`.
    public mutating func next() async throws -> Element? {
      while true {
        try Task.checkCancellation()
        if let event = reader.next() {
          pause = Self.firstPause
          return .event(event)
        }
        do {
          guard let connection else { return try await connect() }
          if let bytes = try await connection.next() {
            lostSince = nil
            try reader.feed(bytes.readableBytesView)
            continue
          }
          throw TuneError.daemon(reason: "radiod serve closed the stream")
        } catch {
          try Task.checkCancellation()
          if let element = try lose(feed.client.translate(error)) { return element }
        }
      }
    }

    private mutating func connect() async throws -> Element {
      if lostSince != nil {
        try await Task.sleep(for: pause)
        pause = Swift.min(pause * 2, feed.longestPause)
      }
      connection = try await feed.client.open(feed.path, lastID: lastID)
      wasConnected = true
      reader = ServerEventReader(lastID: lastID)
      return .connected
    }

    /// Takes note of a loss; what is to be told of it, if it is news. Throws when it is final.
    private mutating func lose(_ error: any Error) throws -> Element? {
      guard let error = error as? TuneError else { throw error }
      connection?.close()
      connection = nil
      lastID = reader.lastID ?? lastID
      if let milliseconds = reader.retryMilliseconds { pause = Swift.max(pause, .milliseconds(milliseconds)) }
      // 5xx is a daemon that cannot now, any other answer one that will not.
      if case .daemon(_, let status?) = error, status < 500 { throw error }
      let isFirst = lostSince == nil
      let since = lostSince ?? .now
      lostSince = since
      switch feed.reconnectMode {
      case .forever: break
      case .restart: if !wasConnected || ContinuousClock.now - since > ReconnectMode.restartLimit { throw error }
      }
      return isFirst ? .lost(error) : nil
    }
  }
}
