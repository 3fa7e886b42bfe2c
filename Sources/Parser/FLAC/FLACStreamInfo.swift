package import AudioCore
import Bytes

/// The content of a FLAC stream's STREAMINFO block, which holds for all its frames (RFC 9639, 8.2). Its number of
/// samples is displayed and compared with what came, and its frame lengths are ignored: a live stream has none.
package struct FLACStreamInfo: Sendable, Equatable {
  /// The block without its head: 34 bytes.
  package let bytes: [UInt8]
  /// Sample rate and channels.
  package let format: AudioFormat
  /// Bits of a sample, 4…32.
  package let bitsPerSample: Int
  /// PCM frames of the longest block, 16…65535; of all blocks but the last where all have one length.
  package let maximumBlock: Int

  /// The duration of the stream, by its number of samples (36 bits); nil when that is not known.
  package var length: Duration? { sampleCount.map { .seconds(Double($0) / Double(format.sampleRate)) } }

  /// The number of samples of a channel (36 bits); nil when it is not known.
  var sampleCount: Int? {
    let samples = Int(bigEndianBytes: bytes[13..<18]) & 0xF_FFFF_FFFF
    return samples > 0 ? samples : nil
  }

  /// Bytes of the block.
  package static let size = 34

  /// Reads the block at the start of `bytes`; nil when they are not one.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.size))
    guard bytes.count == Self.size else { return nil }
    let rate = Int(bytes[10]) << 12 | Int(bytes[11]) << 4 | Int(bytes[12]) >> 4
    let bits = (Int(bytes[12]) & 1) << 4 | Int(bytes[13]) >> 4
    maximumBlock = Int(bigEndianBytes: bytes[2..<4])
    guard rate > 0, bits >= 3, maximumBlock >= 16 else { return nil }
    self.bytes = bytes
    format = AudioFormat(sampleRate: rate, channels: Int(bytes[12] >> 1 & 7) + 1)
    bitsPerSample = bits + 1
  }

  /// Makes the block of the stream to which `header` belongs, as far as the header states it; nil when the header
  /// leaves the sample rate or the sample size to a block that is missing. In a stream with blocks of one length, no
  /// frame is longer than this one.
  init?(_ header: FLACFrameHeader) {
    guard let rate = header.sampleRate, let bits = header.bitsPerSample else { return nil }
    let minimumBlockLength = 16
    let maximumBlockLength = 65535
    let maximum =
      header.isVariable ? maximumBlockLength : min(max(header.blockSize, minimumBlockLength), maximumBlockLength)
    let minimum = header.isVariable ? minimumBlockLength : maximum
    let sound = UInt32(rate) << 12 | UInt32(header.channels - 1) << 9 | UInt32(bits - 1) << 4
    let blockSizes = UInt16(minimum).bigEndianBytes + UInt16(maximum).bigEndianBytes
    self.init(
      blockSizes + [UInt8](repeating: 0, count: 6) + sound.bigEndianBytes
        + [UInt8](repeating: 0, count: Self.size - 14))
  }
}
