import AudioCore
import Bytes

/// The content of a logical stream in Ogg, as recognised from its first packet.
enum OggStreamKind {
  /// Sound that can be played.
  case audio(any OggMapping)
  /// Something else, or sound that cannot be played. The name is nil when the stream says nothing about the sound or
  /// video, as a skeleton does.
  case other(name: String?)

  /// Reads the first packet.
  init(_ packet: [UInt8]) {
    for (mark, name, ratePlace, mapping) in Self.codings where packet.starts(with: mark) {
      self = mapping(packet).map { .audio($0) } ?? .other(name: Self.fault(of: packet, name, ratePlace))
      return
    }
    self = .other(name: Self.names.first { packet.starts(with: $0.mark) }.map(\.name) ?? "an unknown coding")
  }

  /// True when `packet` begins like no known coding.
  static func isUnknown(_ packet: ArraySlice<UInt8>) -> Bool {
    !codings.contains { packet.starts(with: $0.mark) } && !names.contains { packet.starts(with: $0.mark) }
  }

  /// The description of a coding in a form that cannot be decoded.
  static func unknownLayout(of name: String) -> String { "\(name) of an unknown version or layout" }

  /// Returns why the header of a supported coding cannot be used.
  private static func fault(of packet: [UInt8], _ name: String, _ ratePlace: Int?) -> String {
    guard let ratePlace, packet.count >= ratePlace + 4 else { return unknownLayout(of: name) }
    let rate = Int(littleEndianBytes: packet[ratePlace..<(ratePlace + 4)])
    guard rate > 0, !rates.contains(rate) else { return unknownLayout(of: name) }
    return "\(name) at \(rate) Hz, which is below \(rates.lowerBound) Hz or above \(rates.upperBound / 1000) kHz"
  }

  /// Returns a format that sound devices can be asked for: a rate within ``rates`` and 1 to 8 channels; nil for any
  /// other.
  static func format(rate: Int, channels: Int) -> AudioFormat? {
    guard rates.contains(rate), (1...8).contains(channels) else { return nil }
    return AudioFormat(sampleRate: rate, channels: channels)
  }

  /// Sample rates that are accepted, in hertz.
  private static let rates = 4000...384_000

  /// The codings that are played: the first bytes of the first packet, the place of the sample rate in it (32 bits,
  /// little-endian), and the mapping that reads it.
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
