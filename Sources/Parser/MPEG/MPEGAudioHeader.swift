import AudioCore

/// The four bytes before an MPEG audio frame (ISO/IEC 11172-3 2.4.1.3, 13818-3 2.4.1.3; MPEG 2.5 is an unofficial
/// extension to 8, 11.025 and 12 kHz).
package struct MPEGAudioHeader: Sendable, Equatable {
  /// The revisions of the standard.
  package enum Version: Sendable {
    /// MPEG-1: 32, 44.1 and 48 kHz.
    case mpeg1
    /// MPEG-2: 16, 22.05 and 24 kHz.
    case mpeg2
    /// MPEG 2.5: 8, 11.025 and 12 kHz.
    case mpeg25
  }

  /// The four bytes, the first in the highest place.
  package let word: UInt32
  /// Which revision the frame belongs to.
  package let version: Version
  /// Layer: 1, 2 or 3.
  package let layer: Int
  /// Bits per second; nil in a free-format stream, whose frame length is found by searching for the next header.
  package let bitRate: Int?
  /// Sample rate in hertz.
  package let sampleRate: Int

  /// Reads the header in `word`; nil when it is not one. Sync, version, layer, bit rate and sample rate must be valid;
  /// free format is accepted in layers II and III only.
  package init?(word: UInt32) {
    guard word >> 21 == 0x7FF else { return nil }
    switch (word >> 19) & 3 {
    case 0: version = .mpeg25
    case 2: version = .mpeg2
    case 3: version = .mpeg1
    default: return nil
    }
    layer = 4 - Int((word >> 17) & 3)
    let rateIndex = Int((word >> 10) & 3)
    let bitRateIndex = Int((word >> 12) & 15)
    guard layer < 4, rateIndex < 3, bitRateIndex < 15, bitRateIndex > 0 || layer > 1 else { return nil }
    self.word = word
    let table = Self.kilobits[version == .mpeg1 ? layer - 1 : min(layer, 2) + 2]
    bitRate = bitRateIndex == 0 ? nil : table[bitRateIndex] * 1000
    let halvings = version == .mpeg1 ? 0 : (version == .mpeg2 ? 1 : 2)
    sampleRate = Self.sampleRates[rateIndex] >> halvings
  }

  /// Bit rates of ISO/IEC 11172-3 2.4.2.3 for layers I, II, III, then of 13818-3 2.4.2.3 for layer I and layers II and
  /// III.
  private static let kilobits: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  private static let sampleRates = [44100, 48000, 32000]

  /// Bytes of the header itself.
  package static let size = 4
  /// Bytes of the longest free-format frame that is searched for, without its padding.
  package static let maximumFreeFormatLength = 2304

  /// PCM frames that one frame decodes to.
  package var frameCount: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .mpeg1 ? 1152 : 576
    }
  }

  /// Bytes of one padding slot when this frame has one, else 0.
  package var padding: Int { (word >> 9) & 1 == 0 ? 0 : (layer == 1 ? 4 : 1) }

  /// Bytes of the whole frame, header included; nil in free format.
  package var length: Int? {
    guard let bitRate else { return nil }
    if layer == 1 { return 12 * bitRate / sampleRate * 4 + padding }
    return frameCount / 8 * bitRate / sampleRate + padding
  }

  /// The header of the shortest frame that has at least `size` bytes and belongs to the same stream, without padding and
  /// checksum; nil in free format, and when no bit rate gives as many bytes.
  package func shortest(holding size: Int) -> MPEGAudioHeader? {
    guard bitRate != nil else { return nil }
    let plain = word & 0xFFFF_0DFF | 0x0001_0000
    return (1..<15).lazy.compactMap { Self(word: plain | $0 << 12) }.first { $0.length ?? 0 >= size }
  }

  /// True when the frame has one channel.
  package var isMono: Bool { (word >> 6) & 3 == 3 }

  /// True when the two bytes behind the header are a checksum.
  package var isProtected: Bool { (word >> 16) & 1 == 0 }

  /// The number of the lowest intensity-coded subband of joint stereo in layers I and II (4, 8, 12 or 16); nil in other
  /// modes.
  package var jointStereoBound: Int? { (word >> 6) & 3 == 1 ? Int((word >> 4) & 3) * 4 + 4 : nil }

  /// Bytes of a layer III frame's side information (ISO/IEC 11172-3 2.4.1.7, 13818-3 2.4.1.7).
  package var sideInformationSize: Int {
    version == .mpeg1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }

  /// The fields that stay the same from frame to frame: sync, version, layer, sample rate, one channel or two, free
  /// format or not. Bit rate, padding, protection and the kind of stereo may change.
  package var signature: UInt32 { word & 0xFFFE_0C00 | (isMono ? 1 : 0) | (bitRate == nil ? 2 : 0) }
}
