import AudioCore
import Parser

/// What a parser made of a stream.
struct ParsedStream: CustomStringConvertible {
  private(set) var packets: [Packet] = []
  private(set) var error: TuneError?
  private(set) var counters = StreamParser.Counters()

  init(
    _ bytes: [UInt8], splits: Splits = Splits(largest: .max, seed: 0), limits: StreamParser.Limits = .init()
  ) {
    var parser = StreamParser(source: "it", limits: limits)
    let memory = parser.inputMemory
    claim(memory <= 50 << 10, "about 50 KiB at most: \(memory)")
    do throws(TuneError) {
      var failure: TuneError?
      splits.forEach(of: bytes) { piece in
        do throws(TuneError) {
          packets += try parser.feed(piece)
        } catch {
          failure = error
        }
        claim(parser.inputMemory == memory, "memory stays the same: \(memory), \(parser.inputMemory)")
        return failure == nil
      }
      if let failure { throw failure }
      packets += try parser.finish()
    } catch {
      self.error = error
    }
    counters = parser.counters
  }

  /// True when the same came out. Frames lost shortly before the end are told only when a call for more bytes follows.
  func isSame(as other: ParsedStream) -> Bool {
    guard packets == other.packets else { return false }
    if isLost || other.isLost { return (isLost || error == nil) && (other.isLost || other.error == nil) }
    return error == other.error && counters == other.counters
  }

  private var isLost: Bool {
    if case .connectionLost? = error { true } else { false }
  }

  var description: String {
    let sizes = packets.map { "\($0.codec) \($0.bytes.count)\($0.isDiscontinuity ? "!" : "")" }
    return "\(sizes.joined(separator: " ")), \(String(describing: error)), \(counters)"
  }

  /// Looks whether every packet is what it says, stands in `bytes` and in that order, and no byte was forgotten.
  func check(against bytes: [UInt8]) {
    claim(packets.first?.isDiscontinuity != false, "a stream begins with a break")
    var last: Packet?
    var place = -1
    for packet in packets {
      if let fault = PacketFault.of(packet) { fail("broken promise: a whole frame, but \(fault)") }
      if let last, !packet.isDiscontinuity {
        let isSame = last.codec == packet.codec && last.headerFormat == packet.headerFormat
        claim(isSame, "a change of format is a break")
      }
      last = packet
      place = Bytes.find(packet.bytes, in: bytes, from: place + 1) ?? -1
      claim(place >= 0, "packets are cut out of the stream in its order")
    }
    let inPackets = packets.reduce(0) { $0 + $1.bytes.count }
    claim(inPackets <= 2 * bytes.count + 8191, "damage does not multiply sound: \(inPackets) of \(bytes.count)")
    // The head of a WAV file that wraps MPEG audio is in no counter; a lost stream's end is not looked at.
    guard error == nil, Bytes.find("WAVE", in: bytes) == nil else { return }
    let known = inPackets + counters.bytesSkipped + counters.tagBytes + counters.infoFrames * 2881
    claim(known >= bytes.count, "every byte is in a packet, a tag or skipped: \(known) of \(bytes.count)")
    claim(counters.bytesSkipped <= bytes.count, "no byte is skipped twice")
  }
}
