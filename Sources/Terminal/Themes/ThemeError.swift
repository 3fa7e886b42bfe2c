/// The reason why a theme of config.json cannot be used: one sentence, without the file.
public struct ThemeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}
