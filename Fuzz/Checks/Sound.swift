import AudioCore
import Parser
import Reader

/// The result of decoding packets, and the checks of each block.
struct Sound {
  /// Samples above this are not sound. It is twice the level that the reader accepts from a badly levelled station. A
  /// decoder alone makes a million times full scale of one flipped bit.
  static let highest: Float = 16
  /// Maximum number of packets that are decoded per input; the time is better spent on another input.
  static let maximumPackets = 40

  private(set) var blocks: [(packet: Packet, block: PCMBlock?)] = []
  private(set) var badPackets = 0

  /// True when the packets' own fields are not trusted.
  private let isLoose: Bool
  private let packetCount: Int

  /// Decodes `packets`; `isLoose` is true when no parser has checked them.
  init(_ packets: [Packet], isLoose: Bool = false) {
    self.isLoose = isLoose
    packetCount = packets.count
    let reader = PacketReader()
    for packet in packets.prefix(Self.maximumPackets) {
      do throws(TuneError) {
        blocks.append((packet, try reader.read(packet)))
      } catch {
        if case .format(.noSound) = error { continue }  // a second of bad packets
        if packet.setup != nil, blocks.isEmpty { break }  // the headers themselves may be wrong
        if isLoose { continue }
        fail("broken promise: a bad packet gives silence, but \(error)")
      }
    }
    _ = reader.finish()
    badPackets = reader.badPackets
  }

  /// Checks each block.
  func check() {
    claim(badPackets <= min(packetCount, Self.maximumPackets), "a packet is bad once")
    var isTrimming = false
    for (packet, block) in blocks {
      // The stream's header gives the length of a Speex packet. When a packet decodes to less, the start trim may
      // remove all of it, and also packets behind it.
      isTrimming = packet.startTrim > 0 || isTrimming && !packet.isDiscontinuity
      guard let block else {
        // After a second without sound the reader gives no silence any more.
        let isTrimmed = isTrimming || packet.endTrim > 0
        let isExpected = packet.codec == .aac || packet.frameCount == 0 || badPackets > 0 || isTrimmed
        claim(isExpected || isLoose, "every frame of \(packet.codec) gives sound or silence")
        continue
      }
      isTrimming = false
      claim((1...2).contains(block.format.channels), "mono or stereo: \(block.format)")
      let isKnown = isLoose ? 1...Int(Int32.max) : packet.setup == nil ? 7350...192_000 : 1...1_048_575
      claim(isKnown.contains(block.format.sampleRate), "a rate that devices know: \(block.format)")
      claim(block.samples.count == block.frameCount * block.format.channels, "whole frames")
      switch packet.codec.properties.decoder {
      case .libavcodec where packet.codec == .aac:
        claim((1...(isLoose ? 1 << 16 : 8192)).contains(block.frameCount), "\(block.frameCount) frames of AAC")
      case .libavcodec:
        // A packet with correct checksums may still have wrong fields.
        claim((1...(1 << 17)).contains(block.frameCount), "\(block.frameCount) frames of \(packet.codec)")
      case .mpg123, .samples:
        let channels = min(packet.headerFormat.channels, 2)
        let format = AudioFormat(sampleRate: packet.headerFormat.sampleRate, channels: channels)
        claim(isLoose || block.format == format, "\(block.format) is \(packet.headerFormat)")
        claim(isLoose || block.frameCount == packet.frameCount, "\(block.frameCount) frames are \(packet.frameCount)")
      }
      for sample in block.samples where !(abs(sample) <= Self.highest) {
        fail("broken promise: sound, but \(packet.codec) gave the sample \(sample)")
      }
    }
  }
}
