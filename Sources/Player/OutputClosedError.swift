/// The error when the reader of an output has closed it, as `head` does after a pipe. It ends playback and is not a
/// fault.
public struct OutputClosedError: Error, Sendable, Equatable {
  /// Creates the error.
  public init() {}
}
