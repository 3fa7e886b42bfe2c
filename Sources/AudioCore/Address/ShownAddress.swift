/// An address in the form in which it may leave the program: without user name and password. What views and clients of
/// the daemon see holds only addresses of this type.
public struct ShownAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as text.
  public let text: String

  /// The same as ``text``.
  public var description: String { text }

  /// The address `text` without its credentials.
  public init(_ text: String) { self.text = StreamURL.withoutCredentials(text) }
}
