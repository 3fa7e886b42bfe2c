/// A master playlist: the same programme in several qualities (RFC 8216, 4.3.4).
public struct HLSMaster: Sendable, Equatable {
  /// The qualities, in their order; at least one.
  public internal(set) var variants: [HLSVariant] = []
  /// Sound that stands beside the pictures, in groups that variants name.
  public internal(set) var renditions: [HLSRendition] = []
}
