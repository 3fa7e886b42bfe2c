/// Puts the sections of one table together (ISO/IEC 13818-1 2.4.4): they may begin anywhere in a packet and go on over
/// several. What fails its check sum is left out, since the next repetition comes soon.
struct SectionAssembler: Sendable {
  /// Bytes of a section's head: table, flags, length.
  private static let headSize = 3
  /// Bytes of the longest section.
  private static let longest = 1024
  private static let checksumSize = 4

  private var held: [UInt8] = []
  private var isInSection = false
  private var continuity = ContinuityCounter()

  /// Bytes of memory that a section takes which is not whole.
  var memory: Int { held.capacity }

  /// Takes a packet's payload, and gives the sections of `table` that are whole with it, without their check sums.
  mutating func take(_ payload: ArraySlice<UInt8>, of packet: TransportPacket, table: UInt8) -> [[UInt8]] {
    switch continuity.step(packet, payload) {
    case .next: break
    case .repeated: return []
    case .jump: isInSection = false
    }
    var rest = payload
    if packet.isStart {
      guard let pointer = rest.popFirst(), Int(pointer) <= rest.count else { return [] }
      var sections = append(rest.prefix(Int(pointer)), table: table)
      held.removeAll(keepingCapacity: true)
      isInSection = true
      sections += append(rest.dropFirst(Int(pointer)), table: table)
      return sections
    }
    return append(rest, table: table)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, table: UInt8) -> [[UInt8]] {
    guard isInSection else { return [] }
    held += bytes
    var sections: [[UInt8]] = []
    while let first = held.first {
      guard first != 0xFF else {  // stuffing up to the packet's end
        isInSection = false
        break
      }
      guard held.count >= Self.headSize else { break }
      let length = Self.headSize + Int(held[1] & 0x0F) << 8 + Int(held[2])
      guard length <= Self.longest else {
        isInSection = false
        break
      }
      guard held.count >= length else { break }
      if held[0] == table, length > Self.checksumSize, Self.checksum(held[..<length]) == 0 {
        sections.append(Array(held[..<(length - Self.checksumSize)]))
      }
      held.removeFirst(length)
    }
    if !isInSection { held.removeAll(keepingCapacity: true) }
    return sections
  }

  /// CRC-32/MPEG-2 (ISO/IEC 13818-1 annex A); 0 over a section with its check sum. Bit by bit, since tables are small
  /// and rare.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let polynomial: UInt32 = 0x04C1_1DB7
    return bytes.reduce(0xFFFF_FFFF) { remainder, byte in
      (0..<8).reduce(remainder ^ UInt32(byte) << 24) { value, _ in
        value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ polynomial
      }
    }
  }
}
