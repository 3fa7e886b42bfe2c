/// One event of a stream of server-sent events.
public struct ServerEvent: Sendable, Equatable {
  /// What kind it is; `message` when the server did not say.
  public var name: String
  /// Its text: the lines of `data` joined by line feeds.
  public var data: String
  /// The last id the server gave up to here; nil when it gave none.
  public var id: String?

  /// An event.
  public init(name: String, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}
