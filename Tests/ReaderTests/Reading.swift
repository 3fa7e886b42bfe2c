import AudioCore
import Reader

/// All blocks that a new reader decodes from `packets`, and the number of bad packets.
func read(_ packets: [Packet], mixesDown: Bool = true) throws -> (blocks: [PCMBlock], badPackets: Int) {
  let reader = PacketReader(mixesDown: mixesDown)
  var blocks: [PCMBlock] = []
  for packet in packets {
    if let block = try reader.read(packet) { blocks.append(block) }
  }
  if let rest = reader.finish() { blocks.append(rest) }
  return (blocks, reader.badPackets)
}

extension [PCMBlock] {
  /// The samples of all blocks, one after the other.
  var samples: [Float] { flatMap(\.samples) }
  /// The formats in order. A run of equal ones appears once.
  var formats: [AudioFormat] {
    reduce(into: []) { if $0.last != $1.format { $0.append($1.format) } }
  }
}

extension Packet {
  /// The packet as the first one after a break.
  var afterBreak: Packet {
    var packet = self
    packet.isDiscontinuity = true
    return packet
  }

  /// The packet with other bytes.
  func with(_ bytes: some Sequence<UInt8>) -> Packet {
    var packet = self
    packet.bytes = Array(bytes)
    return packet
  }
}
