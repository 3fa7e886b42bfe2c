import AudioCore

/// The header packets with which a link of an Ogg stream begins, made anew out of what the decoder was told: another title, no
/// length, the frames that are to be dropped at its beginning.
struct OggHeaders {
  /// In their order; the first stands on a page of its own.
  let packets: [[UInt8]]

  private static let vendor = "SpringRadio"

  /// The headers of what `packet` begins; nil when it cannot go into Ogg. Of Opus the first `preSkip` frames will be dropped.
  init?(for packet: Packet, title: String, preSkip: Int) {
    guard case .headers(let given)? = packet.setup, let first = given.first else { return nil }
    let comment = Self.comment(title)
    switch packet.codec {
    case .vorbis:
      guard given.count == 3 else { return nil }
      packets = [first, [3] + Array("vorbis".utf8) + comment + [1], given[2]]
    case .opus:
      guard first.count >= 19 else { return nil }
      var head = first
      head.replaceSubrange(10..<12, with: LittleEndian.bytes(UInt16(clamping: preSkip)))
      packets = [head, Array("OpusTags".utf8) + comment]
    case .flac:
      guard first.count == 34 else { return nil }
      packets = [Self.flac(first), Self.flacBlock(type: 4, isLast: true, comment)]
    case .speex:
      guard first.count >= 80 else { return nil }
      var head = first
      head.replaceSubrange(68..<72, with: [0, 0, 0, 0])  // no further headers
      packets = [head, comment]
    case .mp1, .mp2, .mp3, .aac, .alac, .pcm: return nil
    }
  }

  /// Vorbis comments without a frame around them (Vorbis I, 5.2.1), with artist and title if `title` is of two parts.
  private static func comment(_ title: String) -> [UInt8] {
    var fields: [String] = []
    if !title.isEmpty {
      let parts = SongTitle(title)
      if let artist = parts.artist { fields.append("ARTIST=" + artist) }
      fields.append("TITLE=" + parts.song)
    }
    return ([vendor] + fields).enumerated().reduce(into: []) { bytes, text in
      bytes += LittleEndian.bytes(UInt32(text.element.utf8.count)) + Array(text.element.utf8)
      if text.offset == 0 { bytes += LittleEndian.bytes(UInt32(fields.count)) }
    }
  }

  /// The first packet of FLAC in Ogg (RFC 9639, 10.1): one more header follows. Length and check sum of all that was encoded are
  /// taken out, since nobody hears all of it.
  private static func flac(_ streamInfo: [UInt8]) -> [UInt8] {
    var info = streamInfo
    info[13] &= 0xF0
    for place in 14..<34 { info[place] = 0 }
    return [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8) + flacBlock(type: 0, isLast: false, info)
  }

  /// A metadata block (RFC 9639, 8.1).
  private static func flacBlock(type: UInt8, isLast: Bool, _ content: [UInt8]) -> [UInt8] {
    let size = content.count
    return [
      (isLast ? 0x80 : 0) | type, UInt8(truncatingIfNeeded: size >> 16), UInt8(truncatingIfNeeded: size >> 8),
      UInt8(truncatingIfNeeded: size),
    ] + content
  }
}
