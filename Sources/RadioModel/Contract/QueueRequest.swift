import AudioCore
import JSON

/// A request to change the queue.
public enum QueueRequest: Sendable, Equatable {
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
    case .add(let words): .object(["station": .text(words)])
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
      let words = try fields.text("station", limit: StreamURL.maximumLength)
      try fields.finish()
      guard let words else { throw RequestError("\"station\" is missing") }
      self = .add(words)
    }
  }
}

/// Which entry of the queue is to be removed.
public struct QueueRemoval: Sendable, Equatable {
  /// How the entry is named.
  public enum Entry: Sendable, Equatable {
    /// The position in the queue, from 1.
    case position(Int)
    /// The number of the entry.
    case number(Int)

    /// The position or the number, as it was given.
    package var value: Int {
      switch self {
      case .position(let value), .number(let value): value
      }
    }
  }

  /// The entry.
  public var entry: Entry
  /// The version that the queue must have; nil for any.
  public var version: Int?

  /// The removal of `entry` from the queue of `version`.
  public init(_ entry: Entry, version: Int? = nil) { (self.entry, self.version) = (entry, version) }

  /// The body.
  package var json: JSONValue {
    var (position, number): (JSONValue?, JSONValue?)
    switch entry {
    case .position(let value): position = .number(value)
    case .number(let value): number = .number(value)
    }
    return .object(["position": position, "entry": number, "ifVersion": version.map { .number($0) }])
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    let position = try fields.integer("position", in: 1...Int(Int32.max))
    let number = try fields.integer("entry", in: 1...Int(Int32.max))
    version = try fields.integer("ifVersion", in: 0...Int(Int32.max))
    try fields.finish()
    switch (position, number) {
    case (let value?, nil): entry = .position(value)
    case (nil, let value?): entry = .number(value)
    default: throw RequestError("either \"entry\" or \"position\" must be given")
    }
  }
}
