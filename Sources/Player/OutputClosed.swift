/// Whoever read an output has closed it, as `head` does behind a pipe: the end of playing, and nobody's fault.
public struct OutputClosed: Error, Sendable, Equatable {
  /// The one value.
  public init() {}
}
