import Bytes

/// A segment to fetch.
public struct HLSFetch: Sendable, Equatable {
  /// The segment, as the playlist lists it.
  public let segment: HLSSegment
  /// The number of the segment.
  public let sequence: Int
  /// True when the segment does not continue the bytes before it. A `map` with new bytes means the same.
  public let isDiscontinuity: Bool
  /// The map that must precede the segment; nil when it was already delivered. A map at a new address is a
  /// discontinuity only when its bytes differ: often only a token in the address changes, but the address alone cannot
  /// show that.
  public let map: HLSMap?
  /// True when the segment has begun and broken off; `offset` may be 0 nevertheless.
  public let isContinued: Bool
  /// The number of bytes of the segment that were already received, before decryption.
  public let offset: Int

  /// The initialisation vector of a key that names none: the segment's number in 128 bits (RFC 8216, 5.2).
  public var initializationVector: [UInt8] {
    [UInt8](repeating: 0, count: 8) + UInt64(truncatingIfNeeded: sequence).bigEndianBytes
  }
}
