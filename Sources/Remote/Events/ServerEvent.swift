public import RadioModel

/// One event of a stream of server-sent events.
public struct ServerEvent: Sendable, Equatable {
  /// The type of the event; `message` when the server gave none.
  public var name: String
  /// The content: the `data` lines, joined by line feeds.
  public var data: String
  /// The last id that the server sent up to this event; nil when it sent none.
  public var id: String?

  /// Creates an event.
  public init(name: String, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}

extension RadioEvent {
  /// Reads `event`; nil when its data is not what a daemon sends.
  public init?(_ event: ServerEvent) { self.init(name: event.name, data: event.data) }
}
