import AudioCore
import Parser

/// The result of parsing a stream.
struct ParsedStream: CustomStringConvertible {
  private(set) var packets: [Packet] = []
  private(set) var error: TuneError?
  private(set) var counters = StreamParser.Counters()
  private(set) var titles: [StreamMetadata] = []
  /// The first container that the parser found.
  private(set) var container: StreamContainer?

  /// Maximum number of input bytes that the parser of a container may hold: an Ogg page, a read, and spare memory from
  /// growing.
  private static let maximumContainerMemory = 200 << 10

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
          add(try parser.feed(piece))
        } catch {
          failure = error
        }
        let now = parser.inputMemory
        container = container ?? parser.container
        claim(now == memory || container != nil, "memory stays the same: \(memory), \(now)")
        claim(now <= Self.maximumContainerMemory, "memory is bounded: \(now)")
        return failure == nil
      }
      if let failure { throw failure }
      add(try parser.finish())
    } catch {
      self.error = error
    }
    counters = parser.counters
    container = container ?? parser.container
  }

  private mutating func add(_ elements: [StreamElement]) {
    packets += elements.packets
    titles += elements.compactMap { if case .metadata(let metadata) = $0 { metadata } else { nil } }
  }

  /// True when both results are the same. Frames lost shortly before the end are reported only when a call for more
  /// bytes follows.
  func isSame(as other: ParsedStream) -> Bool {
    guard packets == other.packets, titles == other.titles else { return false }
    if isLost || other.isLost { return (isLost || error == nil) && (other.isLost || other.error == nil) }
    return error == other.error && counters == other.counters
  }

  private var isLost: Bool {
    if case .network(.connectionLost)? = error { true } else { false }
  }

  var description: String {
    let sizes = packets.map { "\($0.codec) \($0.bytes.count)\($0.isDiscontinuity ? "!" : "")" }
    return "\(sizes.joined(separator: " ")), \(String(describing: error)), \(counters)"
  }

  /// Checks that every packet is valid and comes from `bytes` in that order, and that every byte is accounted for.
  func check(against bytes: [UInt8]) {
    claim(packets.first?.isDiscontinuity != false, "a stream begins with a break")
    // Frames may follow a container in the same piece.
    if container != nil || packets.contains(where: { $0.setup != nil }) { return checkContainer(against: bytes) }
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
    // No counter contains the head of a WAV file that wraps MPEG audio, nor the content of Ogg pages before it. The end
    // of a lost stream is not parsed.
    guard error == nil, Bytes.find("WAVE", in: bytes) == nil, Bytes.find("OggS", in: bytes) == nil else { return }
    let known = inPackets + counters.bytesSkipped + counters.tagBytes + counters.infoFrames * 2881
    claim(known >= bytes.count, "every byte is in a packet, a tag or skipped: \(known) of \(bytes.count)")
    claim(counters.bytesSkipped <= bytes.count, "no byte is skipped twice")
  }

  /// Checks that every packet comes from `bytes` in that order, where a container keeps its packets whole.
  func checkOrder(in bytes: [UInt8]) {
    var place = 0
    for packet in packets {
      guard let found = Bytes.find(packet.bytes, in: bytes, from: place) else {
        fail("broken promise: packets are cut out of the stream in its order")
      }
      // After damage the parser may search again in a frame of MPEG audio that it has already returned.
      place = found + (packet.setup == nil ? 1 : packet.bytes.count)
    }
  }

  /// The same check for the packets of a container, whose bytes may be scattered.
  private func checkContainer(against bytes: [UInt8]) {
    var last: Packet?
    for packet in packets {
      claim(packet.bytes.count <= 1 << 20, "at most 1 MiB: \(packet.bytes.count)")
      claim(packet.frameCount >= 0 && packet.startTrim >= 0 && packet.endTrim >= 0, "nothing is less than 0: \(packet)")
      claim(packet.frameCount + packet.startTrim + packet.endTrim < 1 << 20, "packets are short")
      claim(packet.bitRate >= 0, "a bit rate: \(packet.bitRate)")
      let maximum = packet.codec == .pcm ? 64 : 8
      claim((1...maximum).contains(packet.headerFormat.channels), "channels: \(packet.headerFormat)")
      if let last, !packet.isDiscontinuity {
        let isSame =
          last.codec == packet.codec && last.headerFormat == packet.headerFormat && last.setup == packet.setup
        claim(isSame, "a change of format is a break")
      }
      last = packet
    }
    let headers = container == .mp4 ? packets.count { $0.codec == .aac } * ADTSHeader.size : 0  // AAC has none in MP4
    let inPackets = packets.reduce(-headers) { $0 + $1.bytes.count }
    // Before a container begins, and behind its end, frames are searched again after damage, as in a stream without a
    // container.
    let inFrames = packets.reduce(0) { $0 + ($1.setup == nil ? $1.bytes.count : 0) }
    claim(inPackets - inFrames <= bytes.count, "packets are cut out of the stream: \(inPackets) of \(bytes.count)")
    claim(inPackets <= 2 * bytes.count + 8191, "damage does not multiply sound: \(inPackets) of \(bytes.count)")
    claim(counters.bytesSkipped <= bytes.count, "no byte is skipped twice")
    for title in titles {
      if let fault = TextFault.inLine(title.title) { fail("broken promise: a clean title, but in it is \(fault)") }
    }
  }
}
