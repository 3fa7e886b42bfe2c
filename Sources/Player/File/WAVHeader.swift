import AudioCore

/// The 44 bytes before the samples of a 16-bit PCM WAV file (RIFF, Microsoft's WAVE_FORMAT_PCM).
public struct WAVHeader: Sendable, Equatable {
  /// Size in bytes.
  public static let size = 44
  /// Maximum bytes of samples that fit the header's 32-bit sizes.
  public static let largestData = Int(UInt32.max) - 36 - 1

  /// Sample rate and channels.
  public var format: AudioFormat
  /// Bytes of samples; nil when they cannot be known, as in a pipe.
  public var dataSize: Int?

  /// Creates a header for `dataSize` bytes of samples in `format`.
  public init(format: AudioFormat, dataSize: Int?) {
    self.format = format
    self.dataSize = dataSize
  }

  /// The header's bytes in the file.
  public var bytes: [UInt8] {
    let frameSize = 2 * format.channels
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    func number(_ value: Int, _ width: Int) {
      for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    bytes += Array("RIFF".utf8)
    number(dataSize.map { $0 + 36 } ?? Int(UInt32.max), 4)
    bytes += Array("WAVEfmt ".utf8)
    number(16, 4)
    number(1, 2)  // WAVE_FORMAT_PCM
    number(format.channels, 2)
    number(format.sampleRate, 4)
    number(format.sampleRate * frameSize, 4)
    number(frameSize, 2)
    number(16, 2)
    bytes += Array("data".utf8)
    number(dataSize ?? Int(UInt32.max), 4)
    return bytes
  }
}
