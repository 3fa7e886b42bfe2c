/// The timeouts and limits of connections. The values come from measurements of real servers and players.
public struct DownloadLimits: Sendable {
  /// From the first connection attempt until the connection is ready for a request, proxy and TLS handshakes included,
  /// in seconds.
  public var connectSeconds = 5
  /// From the start of the opening until the response head is complete, redirects included but not lookups, in seconds.
  public var headSeconds = 10
  /// Without a byte although bytes are wanted, in seconds.
  public var stallSeconds = 10
  /// Until a small document that belongs to a stream has arrived whole (an HLS playlist, a key, a map), in seconds.
  public var documentSeconds = 10
  /// The maximum number of redirects in a row.
  public var redirects = 8

  /// The limits for real servers.
  public init() {}

  /// ``documentSeconds`` as a duration.
  package var documentTime: Duration { .seconds(documentSeconds) }

  /// Returns these limits with at most `time` until the response head. The result is at least a second, because all
  /// limits are whole seconds.
  func within(_ time: Duration?) -> DownloadLimits {
    guard let time else { return self }
    var limits = self
    let seconds = max(1, Int(time.components.seconds))
    limits.connectSeconds = min(connectSeconds, seconds)
    limits.headSeconds = min(headSeconds, seconds)
    return limits
  }
}
