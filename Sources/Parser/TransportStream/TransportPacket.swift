/// The head of a transport stream's packet (ISO/IEC 13818-1 2.4.3.2).
struct TransportPacket {
  /// Bytes of a packet.
  static let size = 188
  /// The byte that it begins with.
  static let sync: UInt8 = 0x47

  /// The packet identifier: the stream or table that the packet belongs to.
  let pid: Int
  /// True when a section or a PES packet begins in it.
  let isStart: Bool
  /// True when its bytes are known to be wrong.
  let isDamaged: Bool
  /// True when its payload is encrypted.
  let isScrambled: Bool
  /// The continuity counter: counts the packets of one `pid` that have a payload, modulo 16.
  let continuity: Int
  /// True when the counter may jump here without a loss.
  let mayJump: Bool
  /// The place of the payload in the bytes of the packet; nil when there is none.
  let payload: Range<Int>?

  /// Reads the packet in the first ``size`` bytes of `queue`.
  init(_ queue: ByteQueue) {
    pid = Int(queue[1] & 0x1F) << 8 | Int(queue[2])
    isStart = queue[1] & 0x40 != 0
    isScrambled = queue[3] & 0xC0 != 0
    continuity = Int(queue[3] & 0x0F)
    let hasAdaptationField = queue[3] & 0x20 != 0
    let start = hasAdaptationField ? 5 + Int(queue[4]) : 4
    mayJump = hasAdaptationField && queue[4] > 0 && queue[5] & 0x80 != 0
    isDamaged = queue[1] & 0x80 != 0 || start > Self.size
    payload = queue[3] & 0x10 != 0 && start < Self.size ? start..<Self.size : nil
  }
}
