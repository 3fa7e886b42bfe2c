/// A segment that is to be fetched.
public struct HLSFetch: Sendable, Equatable {
  /// Which.
  public let segment: HLSSegment
  /// Its number.
  public let sequence: Int
  /// True when its beginning does not continue what came before; where there is a `map`, its bytes tell, too.
  public let isDiscontinuity: Bool
  /// What has to be handed on before it; nil when it was already. Another map is a discontinuity when its bytes are others: in its
  /// address nothing but a token may have changed, or all that tells it from the one before.
  public let map: HLSMap?
  /// True when it began already and broke off; `offset` may be 0 nevertheless.
  public let isContinued: Bool
  /// Bytes of it that were received already, as they are on the server.
  public let offset: Int

  /// The initialisation vector of a segment that names none: its number in 128 bits (RFC 8216, 5.2).
  public var initializationVector: [UInt8] {
    [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * $0)) }
  }
}
