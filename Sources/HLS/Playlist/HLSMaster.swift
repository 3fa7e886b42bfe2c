/// A master playlist: the same programme in several qualities (RFC 8216, 4.3.4).
public struct HLSMaster: Sendable, Equatable {
  /// The variants, in the order of the playlist; at least one.
  public internal(set) var variants: [HLSVariant] = []
  /// Audio beside the pictures, in groups that the variants name.
  public internal(set) var renditions: [HLSRendition] = []
}
