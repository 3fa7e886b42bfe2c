/// The name of an option of a library. A program that offers the option may call it by another name.
public struct OptionName: Sendable, Hashable {
  /// The name in the library's own terms, such as `fftSize`.
  public let text: String

  /// Creates a name.
  public init(_ text: String) { self.text = text }
}
