import NIOCore

/// The events of a daemon in order, over as many connections as needed. Each iterator opens its own connection.
///
/// After a lost connection the iterator reconnects and sends the id of the last event, so that the daemon continues
/// after it. With ``ReconnectMode/restart`` the daemon must be reachable at the start, and may be away for
/// ``ReconnectMode/restartLimit``; then the iterator throws the reason. A request that the daemon rejects is not
/// repeated.
public struct EventFeed: AsyncSequence, Sendable {
  /// An element of the feed.
  public enum Element: Sendable, Equatable {
    /// A connection was opened; events follow.
    case connected
    /// An event.
    case event(ServerEvent)
    /// The connection was lost or could not be opened, for this reason. The iterator tries again.
    case lost(DaemonError)
  }

  let client: RadioClient
  let path: String
  let lastID: String?
  let reconnectMode: ReconnectMode
  let maximumPause: Duration

  /// Returns an iterator that has not connected yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: self, reader: ServerEventReader(lastID: lastID), lastID: lastID)
  }

  /// The iterator of a feed.
  public struct Iterator: AsyncIteratorProtocol {
    private static let firstPause = Duration.milliseconds(100)

    let feed: EventFeed
    fileprivate var reader: ServerEventReader
    fileprivate var lastID: String?
    fileprivate var connection: RemoteConnection?
    /// True after the first successful connection.
    fileprivate var wasConnected = false
    /// The time of the loss; nil until the first loss and after new data arrives.
    fileprivate var lostSince: ContinuousClock.Instant?
    fileprivate var pause = firstPause

    /// Returns the next element; never nil. Throws `DaemonError` and `CancellationError`.
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
          throw DaemonError.failed(reason: "radiod serve closed the stream")
        } catch {
          try Task.checkCancellation()
          if let element = try lose(feed.client.translate(error)) { return element }
        }
      }
    }

    private mutating func connect() async throws -> Element {
      if lostSince != nil {
        try await Task.sleep(for: pause)
        pause = Swift.min(pause * 2, feed.maximumPause)
      }
      connection = try await feed.client.open(feed.path, lastID: lastID)
      wasConnected = true
      reader = ServerEventReader(lastID: lastID)
      return .connected
    }

    /// Records the loss of the connection. Returns the element that reports it, or nil when it was reported before.
    /// Throws when there is no further attempt.
    private mutating func lose(_ error: any Error) throws -> Element? {
      guard let error = error as? DaemonError else { throw error }
      connection?.close()
      connection = nil
      lastID = reader.lastID ?? lastID
      if let milliseconds = reader.retryMilliseconds { pause = Swift.max(pause, .milliseconds(milliseconds)) }
      // A status of 5xx means that the daemon is temporarily unable to answer. Any other status is a final rejection.
      if case .refused(_, let status) = error, status < 500 { throw error }
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
