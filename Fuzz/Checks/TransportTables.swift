import Parser

/// Repairs the checksums of a transport stream's tables, so that mutated ones are parsed.
enum TransportTables {
  private static let packetSize = 188
  private static let sync: UInt8 = 0x47

  /// `bytes` with a correct checksum for every section that lies within one packet; unchanged without packets.
  static func summed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = firstPacket(bytes) else { return bytes }
    var bytes = bytes
    for start in stride(from: first, through: bytes.count - packetSize, by: packetSize) {
      guard bytes[start] == sync, bytes[start + 1] & 0x40 != 0, let section = section(bytes, at: start) else {
        continue
      }
      let sum = section.dropLast(4).reduce(UInt32.max) { sum, place in
        (0..<8).reduce(sum ^ UInt32(bytes[place]) << 24) { sum, _ in
          sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
        }
      }
      for index in 0..<4 { bytes[section.upperBound - 4 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
    }
    return bytes
  }

  /// The position where three packets in a row begin.
  private static func firstPacket(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 3 * packetSize else { return nil }
    return (0...(bytes.count - 3 * packetSize)).first { start in
      bytes[start] == sync && bytes[start + packetSize] == sync && bytes[start + 2 * packetSize] == sync
    }
  }

  /// The section of a program's tables that begins in the packet at `start`, when it ends there too.
  private static func section(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
    let end = start + packetSize
    let pointer = start + 4 + (bytes[start + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[start + 4]))
    guard pointer < end else { return nil }
    let table = pointer + 1 + Int(bytes[pointer])
    guard table + 3 <= end, bytes[table] == 0 || bytes[table] == 2 else { return nil }
    let length = 3 + Int(bytes[table + 1] & 15) << 8 + Int(bytes[table + 2])
    return length >= 7 && table + length <= end ? table..<(table + length) : nil
  }
}
