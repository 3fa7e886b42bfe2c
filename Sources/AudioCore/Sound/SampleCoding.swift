/// The coding of samples in an uncompressed file.
public struct SampleCoding: Sendable, Hashable {
  /// The representation of a sample.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Two's complement.
    case signed
    /// Offset binary: WAV's samples of 8 bits and fewer.
    case unsigned
    /// IEEE 754.
    case float
    /// ITU-T G.711, A-law.
    case aLaw
    /// ITU-T G.711, µ-law.
    case muLaw
  }

  /// The representation of each sample.
  public var kind: Kind
  /// Bytes per sample: 1 to 4, or 8.
  public var bytes: Int
  /// True when the most significant byte comes first, as in AIFF.
  public var isBigEndian: Bool
  /// The speakers of the channels: bit n is speaker n of WAVEFORMATEXTENSIBLE; 0 when the file does not state them.
  public var channelMask: UInt64

  /// Creates a coding of samples with `bytes` bytes each.
  public init(kind: Kind, bytes: Int, isBigEndian: Bool, channelMask: UInt64 = 0) {
    self.kind = kind
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    self.channelMask = channelMask
  }
}
