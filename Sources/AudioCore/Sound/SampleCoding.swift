/// How uncompressed samples are written in a file.
public struct SampleCoding: Sendable, Hashable {
  /// What a sample's bits are.
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

  /// What a sample's bits are.
  public var kind: Kind
  /// Bytes of a sample: 1 to 4, or 8.
  public var bytes: Int
  /// The most significant byte comes first, as in AIFF.
  public var isBigEndian: Bool
  /// Which speakers the channels are: bit n is WAVEFORMATEXTENSIBLE's speaker n; 0 when the file does not say.
  public var channelMask: UInt64

  /// Samples of `bytes` bytes.
  public init(kind: Kind, bytes: Int, isBigEndian: Bool, channelMask: UInt64 = 0) {
    self.kind = kind
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    self.channelMask = channelMask
  }
}
