import AudioCore

/// What a logical stream in Ogg holds, as its first packet tells.
enum OggStreamKind {
  /// Sound that can be played.
  case audio(any OggMapping)
  /// Something else, or sound of a kind that cannot be played; nil when it says nothing about the stream as a whole.
  case other(name: String?)

  /// Reads the first packet.
  init(_ packet: [UInt8]) {
    for (mark, name, ratePlace, mapping) in Self.codings where packet.starts(with: mark) {
      self = mapping(packet).map { .audio($0) } ?? .other(name: Self.fault(of: packet, name, ratePlace))
      return
    }
    self = .other(name: Self.names.first { packet.starts(with: $0.mark) }.map(\.name) ?? "an unknown coding")
  }

  /// True when no coding is known that begins so.
  static func isUnknown(_ packet: ArraySlice<UInt8>) -> Bool {
    !codings.contains { packet.starts(with: $0.mark) } && !names.contains { packet.starts(with: $0.mark) }
  }

  /// What is said of a coding in a form that cannot be decoded.
  static func unknownLayout(of name: String) -> String { "\(name) of an unknown version or layout" }

  /// Why the header of a coding that is played is none that is.
  private static func fault(of packet: [UInt8], _ name: String, _ ratePlace: Int?) -> String {
    guard let ratePlace, packet.count >= ratePlace + 4 else { return unknownLayout(of: name) }
    let rate = packet[ratePlace..<(ratePlace + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard rate > 0, !rates.contains(rate) else { return unknownLayout(of: name) }
    return "\(name) at \(rate) Hz, which is below \(rates.lowerBound) Hz or above \(rates.upperBound / 1000) kHz"
  }

  /// A format that sound devices can be asked for; nil for any other.
  static func format(rate: Int, channels: Int) -> AudioFormat? {
    guard rates.contains(rate), (1...8).contains(channels) else { return nil }
    return AudioFormat(sampleRate: rate, channels: channels)
  }

  /// Rates that are believed, in hertz.
  private static let rates = 4000...384_000

  /// What is played: how its first packet begins, where in it the rate stands in 32 bits, little-endian, and what reads
  /// it.
  private static let codings:
    [(mark: [UInt8], name: String, ratePlace: Int?, make: @Sendable ([UInt8]) -> (any OggMapping)?)] = [
      (VorbisMapping.mark(1), "Vorbis", 12, { VorbisMapping($0) }),
      (OpusMapping.mark, "Opus", nil, { OpusMapping($0) }),
      (OggFLACMapping.mark, "FLAC", nil, { OggFLACMapping($0) }),
      (SpeexMapping.mark, "Speex", 36, { SpeexMapping($0) }),
    ]

  private static let names: [(mark: [UInt8], name: String?)] = [
    ([0x80] + Array("theora".utf8), "Theora video"), ([0x80] + Array("daala".utf8), "Daala video"),
    (Array("BBCD".utf8), "Dirac video"), (Array("OVP80".utf8), "VP8 video"), ([1] + Array("video".utf8), "OGM video"),
    ([1] + Array("audio".utf8), "OGM sound"), (Array("CELT    ".utf8), "CELT"), (Array("PCM     ".utf8), "PCM"),
    (Array("fLaC".utf8), "FLAC of an unknown version or layout"), (Array("OggMIDI".utf8), "MIDI"),
    ([0x80] + Array("kate".utf8), "Kate subtitles"), (Array("CMML".utf8), "CMML text"),
    (Array("fishead".utf8), nil), (Array("Annodex".utf8), nil),
  ]
}
