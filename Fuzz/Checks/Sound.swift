import AudioCore
import Parser
import Reader

/// What the reader made of packets, and what it promises of each.
struct Sound {
  /// Samples above this are no sound: twice what the reader takes for a badly levelled station. A decoder alone makes a
  /// million times full scale of one flipped bit.
  static let highest: Float = 16
  /// Most packets that are decoded of one input: time is better spent on another one.
  static let mostPackets = 40

  private(set) var blocks: [(packet: Packet, block: PCMBlock?)] = []
  private(set) var badPackets = 0

  /// What packets say of themselves is not believed.
  private let isLoose: Bool
  private let packetCount: Int

  /// Decodes `packets`; they are `loose` when no parser has looked at them.
  init(_ packets: [Packet], isLoose: Bool = false) {
    self.isLoose = isLoose
    packetCount = packets.count
    let reader = PacketReader()
    for packet in packets.prefix(Self.mostPackets) {
      do throws(TuneError) {
        blocks.append((packet, try reader.read(packet)))
      } catch {
        if case .noSound = error { continue }  // a second of bad packets
        if packet.setup != nil, blocks.isEmpty { break }  // the headers may be wrong in themselves
        if isLoose { continue }
        fail("broken promise: a bad packet gives silence, but \(error)")
      }
    }
    _ = reader.finish()
    badPackets = reader.badPackets
  }

  /// Looks at each block.
  func check() {
    claim(badPackets <= min(packetCount, Self.mostPackets), "a packet is bad once")
    var isTrimming = false
    for (packet, block) in blocks {
      // How long a packet of Speex is, its stream's header says. When it decodes to less, what is to be trimmed at the
      // start may take all of it, and of those behind it.
      isTrimming = packet.startTrim > 0 || isTrimming && !packet.isDiscontinuity
      guard let block else {
        // Behind a second without sound there is no silence any more.
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
      switch packet.codec {
      case .aac: claim((1...(isLoose ? 1 << 16 : 8192)).contains(block.frameCount), "\(block.frameCount) frames of AAC")
      case .vorbis, .opus, .speex, .flac, .alac:
        // What a packet of good check sums says of itself may still be wrong.
        claim((1...(1 << 17)).contains(block.frameCount), "\(block.frameCount) frames of \(packet.codec)")
      case .mp1, .mp2, .mp3, .pcm:
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
