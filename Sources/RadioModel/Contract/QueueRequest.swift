import AudioCore
public import JSON

/// A request to change the queue.
public enum QueueRequest: Sendable, Equatable, JSONConvertible {
  /// Append a station (id or words of its name) or an address.
  case add(String)
  /// Remove an entry.
  case remove(QueueRemoval)
  /// Remove all entries.
  case clear
  /// Make the queue the station list again.
  case reset

  /// The endpoint that takes the request.
  package var endpoint: Endpoint {
    switch self {
    case .add: .queueAdd
    case .remove: .queueRemove
    case .clear: .queueClear
    case .reset: .queueReset
    }
  }

  /// The body.
  package var json: JSONValue {
    switch self {
    case .add(let words): .object(["station": words])
    case .remove(let removal): removal.json
    case .clear, .reset: .object([:])
    }
  }

  /// Reads the body of a request for `endpoint`, one of those of ``endpoint``. Throws ``RequestError``.
  package init(_ endpoint: Endpoint, _ body: [UInt8]) throws(RequestError) {
    switch endpoint {
    case .queueRemove: self = .remove(try QueueRemoval(body))
    case .queueClear, .queueReset:
      try RequestFields(body).finish()
      self = endpoint == .queueClear ? .clear : .reset
    default:
      var fields = try RequestFields(body)
      let words = try fields.text("station", characters: StreamURL.maximumLength)
      try fields.finish()
      guard let words else { throw RequestError("\"station\" is missing") }
      self = .add(words)
    }
  }
}
