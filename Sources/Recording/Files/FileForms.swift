package import AudioCore

/// The forms of files by the codec of their packets.
package enum FileForms {
  /// Returns the form of a file of packets like `packet`; nil for ALAC, which needs a container that this program does not
  /// write, and for packets whose headers are damaged.
  package static func form(for packet: Packet, tags: RecordingTags) -> (any FileForm)? {
    switch packet.codec {
    case .mp3: MP3Form(tags: tags)
    case .mp1, .mp2: MPEGLayerForm(packet.codec, tags: tags)
    case .aac: ADTSForm(tags: tags)
    case .alac: nil
    case .vorbis, .opus, .flac, .speex: OggForm(packet, tags: tags)
    case .pcm: WAVEForm(packet)
    }
  }

  /// Returns true when `packet` can go into the file that began with `first`: its codec and format are the same, and for
  /// PCM and FLAC, which cannot express a change, the form of the samples too.
  package static func isSameFile(_ packet: Packet, as first: Packet) -> Bool {
    guard packet.codec == first.codec, packet.headerFormat == first.headerFormat else { return false }
    switch packet.codec {
    case .mp3, .mp2, .mp1, .aac, .alac, .vorbis, .opus, .speex: return true
    case .flac: return packet.flacForm == first.flacForm
    case .pcm: return packet.setup == first.setup
    }
  }
}

extension Packet {
  /// What all frames of a FLAC stream have in common: the lengths of its blocks, then sample rate, channels and depth
  /// (RFC 9639, 8.2).
  fileprivate var flacForm: [UInt8]? {
    guard case .headers(let headers)? = setup, let info = headers.first, info.count == 34 else { return nil }
    return Array(info[0..<4] + info[10..<13]) + [info[13] & 0xF0]
  }
}
