/// The seven bytes before an AAC frame in an ADTS stream (ISO/IEC 13818-7 6.2, 14496-3 1.A.2).
package struct ADTSHeader: Sendable, Equatable {
  /// The first four bytes, the first in the highest place.
  package let word: UInt32
  /// Sample rate of the AAC core in hertz: HE-AAC doubles it when decoded.
  package let sampleRate: Int
  /// Bytes of the whole frame, header included: 7…8191.
  package let length: Int
  /// Raw data blocks in the frame, 1…4, each of 1024 PCM frames.
  package let blockCount: Int

  /// Bytes of the header without checksum.
  package static let size = 7

  /// Reads the header in the seven bytes `word` (four) and `rest` (three); nil when they are not one.
  package init?(word: UInt32, rest: (UInt8, UInt8, UInt8)) {
    let rateIndex = Int((word >> 10) & 15)
    guard word & 0xFFF6_0000 == 0xFFF0_0000, rateIndex < Self.sampleRates.count else { return nil }
    let length = Int(word & 3) << 11 | Int(rest.0) << 3 | Int(rest.1) >> 5
    let isProtected = (word >> 16) & 1 == 0
    guard length >= Self.size + (isProtected ? 2 : 0) else { return nil }
    self.word = word
    sampleRate = Self.sampleRates[rateIndex]
    self.length = length
    blockCount = Int(rest.2 & 3) + 1
  }

  /// Sample rates in hertz by their index (ISO/IEC 14496-3 table 1.18).
  static let sampleRates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// PCM frames at ``sampleRate``.
  package var frameCount: Int { 1024 * blockCount }

  /// Channels of the configuration (14496-3 table 1.19); 2 where the frame itself describes them.
  package var channels: Int {
    switch (word >> 6) & 7 {
    case 0: 2
    case 7: 8
    case let configuration: Int(configuration)
    }
  }

  /// The fields that stay the same from frame to frame: sync, MPEG-2 or 4, profile, sample rate and channel
  /// configuration.
  package var signature: UInt32 { word & 0xFFFE_FDC0 }
}
