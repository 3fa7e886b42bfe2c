import AudioCore
import Bytes

/// The content of a WAV file's format chunk: `WAVEFORMAT`, `WAVEFORMATEX` or `WAVEFORMATEXTENSIBLE` of mmreg.h.
struct WAVFormat: Sendable {
  /// Maximum number of bytes of the chunk that are read.
  static let maximum = 40

  /// The format of the samples; in the extensible form, that of its sub-format.
  let tag: UInt16
  /// Sample rate and channels.
  let audio: AudioFormat
  private let blockSize: Int
  private let bits: Int
  private let channelMask: UInt64

  /// Reads `body`, the first ``maximum`` bytes of the chunk or all of it; nil when it is too short.
  init?(_ body: [UInt8]) {
    guard body.count >= 14 else { return nil }
    func half(_ place: Int) -> UInt16 {
      place + 2 <= body.count ? UInt16(littleEndianBytes: body[place..<(place + 2)]) : 0
    }
    func word(_ place: Int) -> UInt32 { UInt32(half(place + 2)) << 16 | UInt32(half(place)) }
    let isExtensible = half(0) == WAVHeader.extensible && body.count >= 26
    tag = isExtensible ? half(24) : half(0)
    audio = AudioFormat(sampleRate: Int(word(4)), channels: Int(half(2)))
    blockSize = Int(half(12))
    bits = Int(half(14))
    channelMask = isExtensible ? UInt64(word(20)) : 0
  }

  /// True for `WAVE_FORMAT_MPEG` and `WAVE_FORMAT_MPEGLAYER3`.
  var isMPEGAudio: Bool { tag == 0x50 || tag == 0x55 }

  /// The coding of the samples; nil when they are compressed or of an unknown size.
  var coding: SampleCoding? {
    let bytes = sampleSize
    return WAVHeader.Tag(rawValue: tag)?.kind(bytes: bytes).map {
      SampleCoding(kind: $0, bytes: bytes, isBigEndian: false, channelMask: channelMask)
    }
  }

  /// Bytes of a sample: samples of 20 bits occupy the upper end of three bytes.
  private var sampleSize: Int {
    let channels = max(1, audio.channels)
    return blockSize > 0 && blockSize % channels == 0 ? blockSize / channels : (bits + 7) / 8
  }

  /// The name of a file that cannot be played.
  var kind: String {
    switch tag {
    case _ where WAVHeader.Tag(rawValue: tag) != nil: "a WAV file of samples that no file has"
    case 0x02: "a WAV file of Microsoft's ADPCM"
    case 0x11: "a WAV file of IMA's ADPCM"
    case 0x31: "a WAV file of GSM 6.10"
    case 0x92, 0x2000: "a WAV file of AC-3"
    case 0xFF, 0x1600, 0x1610: "a WAV file of AAC"
    case 0x160...0x163: "a WAV file of Windows Media Audio"
    default: "a WAV file of format 0x\(String(tag, radix: 16, uppercase: true))"
    }
  }
}
