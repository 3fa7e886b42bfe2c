import AudioCore
import Parser

/// Checks a packet for faults.
enum PacketFault {
  static func of(_ packet: Packet) -> String? {
    let bytes = packet.bytes
    guard (5...8191).contains(bytes.count) else { return "it has \(bytes.count) bytes" }
    guard packet.bitRate > 0, packet.frameCount > 0 else { return "its bit rate is \(packet.bitRate)" }
    let word = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    if let header = MPEGAudioHeader(word: word) {
      let length = header.length ?? bytes.count
      let format = AudioFormat(sampleRate: header.sampleRate, channels: header.isMono ? 1 : 2)
      let codec: Codec = [.mp1, .mp2, .mp3][header.layer - 1]
      let isRight = packet.codec == codec && packet.headerFormat == format && packet.frameCount == header.frameCount
      return isRight && length == bytes.count && length <= 2881 ? nil : "\(packet.codec) \(length) is \(header)"
    }
    guard let header = FrameLength.adts(in: bytes, at: 0, word: word) else { return "it has no header" }
    let format = AudioFormat(sampleRate: header.sampleRate, channels: header.channels)
    let isRight = packet.codec == .aac && packet.headerFormat == format && packet.frameCount == header.frameCount
    return isRight && header.length == bytes.count ? nil : "\(packet.codec) is \(header)"
  }
}
