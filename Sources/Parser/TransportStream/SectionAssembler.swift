import Bytes

/// Assembles the sections of one table (ISO/IEC 13818-1 2.4.4), which may begin anywhere in a packet and continue over
/// several. A section whose checksum is wrong is left out, since the next repetition comes soon.
struct SectionAssembler: Sendable {
  /// Bytes of a section's head: table, flags, length.
  private static let headSize = 3
  /// Bytes of the longest section.
  private static let maximumLength = 1024
  private static let checksumSize = 4

  private var held: [UInt8] = []
  private var isInSection = false
  private var continuity = ContinuityCounter()

  /// Bytes of memory that an incomplete section takes.
  var memory: Int { held.capacity }

  /// Appends a packet's payload, and returns the sections of `table` that it completes, without their checksums.
  mutating func append(_ payload: ArraySlice<UInt8>, of packet: TransportPacket, table: UInt8) -> [[UInt8]] {
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
      let length = Self.headSize + Int(bigEndianBytes: held[1..<3]) & 0xFFF
      guard length <= Self.maximumLength else {
        isInSection = false
        break
      }
      guard held.count >= length else { break }
      if held[0] == table, length > Self.checksumSize, CRC32.add(held[..<length], to: .max) == 0 {
        sections.append(Array(held[..<(length - Self.checksumSize)]))
      }
      held.removeFirst(length)
    }
    if !isInSection { held.removeAll(keepingCapacity: true) }
    return sections
  }
}
