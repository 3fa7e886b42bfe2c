/// How long each phase of a connection may take. Figures from measurements of real servers and players.
public struct DownloadLimits: Sendable {
  /// Until the TCP connection stands, in seconds.
  public var connectSeconds = 5
  /// From the beginning until the response head is complete, redirects included, in seconds.
  public var headSeconds = 10
  /// Without a byte although bytes are wanted, in seconds.
  public var stallSeconds = 10
  /// Until a small document that belongs to a stream is there whole (a playlist of HLS, a key, a map), in seconds.
  public var documentSeconds = 10
  /// Redirects in a row.
  public var redirects = 8

  /// The limits for real servers.
  public init() {}

  /// ``documentSeconds`` as a duration.
  package var documentTime: Duration { .seconds(documentSeconds) }

  /// The same, but with no more than `time` until the head; at least a second, as all limits are whole seconds.
  func within(_ time: Duration?) -> DownloadLimits {
    guard let time else { return self }
    var limits = self
    let seconds = max(1, Int(time.components.seconds))
    limits.connectSeconds = min(connectSeconds, seconds)
    limits.headSeconds = min(headSeconds, seconds)
    return limits
  }
}
