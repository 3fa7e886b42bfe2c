/// What is wrong with a playlist.
public struct HLSFault: Error, Sendable, Equatable {
  /// In words that follow its name: "has no segments".
  public let reason: String
}
