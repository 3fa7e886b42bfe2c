/// Follows the continuity counter in the packets of one `pid` (ISO/IEC 13818-1 2.4.3.3).
struct ContinuityCounter: Sendable {
  /// How a packet follows the one before.
  enum Step {
    case next
    /// The same packet came again.
    case repeated
    /// Packets are missing, or the count of another segment begins.
    case jump
  }

  private var last: Int?
  private var lastPayload: ArraySlice<UInt8> = []

  /// Compares the next packet that has a payload with the one before.
  mutating func step(_ packet: TransportPacket, _ payload: ArraySlice<UInt8>) -> Step {
    defer {
      last = packet.continuity
      lastPayload = payload
    }
    guard let last, packet.continuity != (last + 1) & 15 else { return .next }
    // The same number alone is not a proof: each segment of HLS may count from 0.
    return packet.continuity == last && payload == lastPayload ? .repeated : .jump
  }
}
