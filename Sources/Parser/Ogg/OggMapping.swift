import AudioCore
import Bytes

/// The mapping of one coding into Ogg: what its packets are, and how long they play. It is made from the first packet
/// of a logical stream; see ``OggStreamKind``.
protocol OggMapping: Sendable {
  var codec: Codec { get }
  /// Sample rate and channels, as the headers state them.
  var format: AudioFormat { get }
  /// The set-up that the decoder needs; nil while headers are missing, and no packet can be used until then.
  var setup: CodecSetup? { get }
  /// The bit rate that the headers state, in bit/s, for packets without a length; 0 when they state none.
  var nominalBitRate: Int { get }
  /// Frames at the start of the link that are not sound, whatever its pages say.
  var startTrim: Int { get }
  /// How granule positions cut frames off the link's ends.
  var trimming: OggTrimming { get }

  /// Returns the use of a packet that begins with `bytes`: at least 255 bytes, or the whole packet.
  func use(of bytes: ArraySlice<UInt8>) -> OggPacketUse
  /// Records the end of a header; `bytes` is the header when it was kept whole, and empty for others.
  mutating func passedHeader(_ bytes: [UInt8])
  /// Returns the frames that an audio packet decodes to when it follows the one before; nil when it is no audio packet.
  mutating func frames(of packet: [UInt8]) -> Int?
  /// Records that data is missing here: the decoder starts from scratch.
  mutating func reset()
}

/// The use of a packet.
enum OggPacketUse: Sendable {
  /// An audio packet.
  case audio
  /// A header that the decoder needs, of at most this many bytes.
  case keep(atMost: Int)
  /// Comments, which begin behind this many bytes.
  case comments(behind: Int)
  /// A header that is not needed.
  case header
  /// A packet that is of no use, or cannot be used yet.
  case skip
}

/// The part of a link that the granule positions of its pages cut off.
enum OggTrimming: Sendable {
  /// Nothing.
  case none
  /// The end of the last packet, and on the first page what lies before 0 (Vorbis I, A.2).
  case vorbis
  /// The end of the last page, over as many packets as it takes (RFC 7845, 4.4).
  case opus
}

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
