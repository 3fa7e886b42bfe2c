public import JSON

/// Which entry of the queue is to be removed.
public struct QueueRemoval: Sendable, Equatable, JSONConvertible {
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
    switch entry {
    case .position(let position): .object(["position": position, "ifVersion": version])
    case .number(let number): .object(["entry": number, "ifVersion": version])
    }
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
