/// The reason why a theme of config.json cannot be used: one sentence, without the file.
public struct ThemeFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}
