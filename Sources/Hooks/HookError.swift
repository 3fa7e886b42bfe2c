/// The reason why a file cannot be run, in one sentence.
public struct HookError: Error, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}
