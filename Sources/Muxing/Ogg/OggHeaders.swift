import AudioCore
import Bytes

/// The header packets at the beginning of a link of an Ogg stream. They are made from the decoder's headers, with
/// other comments, without a length, and with the number of frames to drop at the beginning.
struct OggHeaders {
  /// The packets in their order; the first must be alone on its page.
  let packets: [[UInt8]]

  /// The headers of a link that begins with `packet`, or nil when its codec or its headers do not fit into Ogg. A
  /// decoder drops the first `preSkip` frames of an Opus link.
  init?(for packet: Packet, comments: OggComments, preSkip: Int) {
    guard case .packets(let mapping?) = packet.codec.properties.framing,
      case .headers(let given)? = packet.setup, let first = given.first
    else { return nil }
    let comment = comments.bytes
    switch mapping {
    case .vorbis:
      guard given.count == 3 else { return nil }
      packets = [first, [3] + Array("vorbis".utf8) + comment + [1], given[2]]
    case .opus:
      guard first.count >= 19 else { return nil }
      var head = first
      head.replaceSubrange(10..<12, with: UInt16(clamping: preSkip).littleEndianBytes)
      packets = [head, Array("OpusTags".utf8) + comment]
    case .flac:
      guard first.count == 34 else { return nil }
      packets = [Self.flac(first), Self.flacBlock(type: 4, isLast: true, comment)]
    case .speex:
      guard first.count >= 80 else { return nil }
      var head = first
      head.replaceSubrange(68..<72, with: [0, 0, 0, 0])  // no further headers
      packets = [head, comment]
    }
  }

  /// Returns the first packet of FLAC in Ogg (RFC 9639, 10.1), which announces one more header.
  private static func flac(_ streamInfo: [UInt8]) -> [UInt8] {
    [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8)
      + flacBlock(type: 0, isLast: false, withoutLength(streamInfo))
  }

  /// Returns a description of 34 bytes without the length and the checksum of the whole encoded audio, because no
  /// listener hears all of it.
  static func withoutLength(_ streamInfo: [UInt8]) -> [UInt8] {
    var info = streamInfo
    info[13] &= 0xF0
    for place in 14..<34 { info[place] = 0 }
    return info
  }

  /// Returns a metadata block (RFC 9639, 8.1).
  static func flacBlock(type: UInt8, isLast: Bool, _ content: [UInt8]) -> [UInt8] {
    [(isLast ? 0x80 : 0) | type] + UInt32(truncatingIfNeeded: content.count).bigEndianBytes.dropFirst() + content
  }
}
