/// What is wrong with a playlist.
public struct HLSError: Error, Sendable, Equatable {
  /// The fault in words, to follow the name of the playlist: `has no segments`.
  public let reason: String
}
