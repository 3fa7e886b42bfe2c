/// Why a radio does not do what a request asks for.
public struct ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Kind: Sendable {
    /// The request is wrong.
    case invalid
    /// Something that the request names does not exist.
    case notFound
    /// The state of the radio does not allow it, or has changed meanwhile.
    case conflict
    /// A setting of the radio forbids it.
    case forbidden
    /// It cannot be done at present.
    case unavailable
  }

  /// The kind of the reason.
  public let kind: Kind
  /// The reason: one sentence, with clean texts.
  public let description: String

  /// An error of this kind for this reason.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    description = reason
  }

  /// The error of a request to move in sound where none is kept.
  package static let nothingToSeekIn = ServiceError(
    .conflict, "there is no sound to move in: nothing plays, or none is kept")
}
