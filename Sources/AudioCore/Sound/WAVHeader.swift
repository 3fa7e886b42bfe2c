package import Bytes

/// The bytes before the samples of a WAV file: RIFF, `WAVEFORMAT` of mmreg.h, and for more than two channels or a channel
/// mask `WAVEFORMATEXTENSIBLE` (Microsoft, "Multiple channel audio data and WAVE files").
public struct WAVHeader: Sendable, Equatable {
  /// The format tags of mmreg.h for samples without compression.
  package enum Tag: UInt16, Sendable {
    /// `WAVE_FORMAT_PCM`: unsigned with one byte, else signed.
    case linear = 1
    /// `WAVE_FORMAT_IEEE_FLOAT`.
    case float = 3
    /// `WAVE_FORMAT_ALAW`.
    case aLaw = 6
    /// `WAVE_FORMAT_MULAW`.
    case muLaw = 7

    /// The tag under which samples of `coding` are written: the least significant byte first, those of one byte
    /// unsigned. Nil for samples that WAV does not have.
    package init?(_ coding: SampleCoding) {
      switch (coding.kind, coding.bytes) {
      case (.signed, 1...4), (.unsigned, 1): self = .linear
      case (.float, 4), (.float, 8): self = .float
      case (.aLaw, 1): self = .aLaw
      case (.muLaw, 1): self = .muLaw
      case (.signed, _), (.unsigned, _), (.float, _), (.aLaw, _), (.muLaw, _): return nil
      }
    }

    /// Returns the representation of samples of `bytes` bytes in a file; nil when no file has them.
    package func kind(bytes: Int) -> SampleCoding.Kind? {
      switch (self, bytes) {
      case (.linear, 1): .unsigned
      case (.linear, 2...4), (.linear, 8): .signed
      case (.float, 4), (.float, 8): .float
      case (.aLaw, 1): .aLaw
      case (.muLaw, 1): .muLaw
      case (.linear, _), (.float, _), (.aLaw, _), (.muLaw, _): nil
      }
    }
  }

  /// `WAVE_FORMAT_EXTENSIBLE`: the tag stands in the extension.
  package static let extensible: UInt16 = 0xFFFE
  /// The name of the chunk that describes the samples.
  package static let formatChunk: FourCC = "fmt "
  /// The name of the chunk that holds the samples.
  package static let dataChunk: FourCC = "data"
  /// Maximum bytes of samples that fit the 32-bit sizes of a header without an extension.
  public static let maximumData = Int(UInt32.max) - 36 - 1
  /// The size of data whose length cannot be known.
  private static let noSize = UInt32.max
  /// `KSDATAFORMAT_SUBTYPE_PCM` and its like behind their first two bytes, which are the tag.
  private static let subtypeEnd: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]

  /// Sample rate and channels.
  public var format: AudioFormat
  /// Bytes of samples; nil when they cannot be known, as in a pipe.
  public var dataSize: Int?
  private let tag: Tag
  private let sampleSize: Int
  private let channelMask: UInt32

  /// Creates a header for `dataSize` bytes of 16-bit samples in `format`.
  public init(format: AudioFormat, dataSize: Int?) {
    self.init(.linear, sampleSize: 2, format: format, dataSize: dataSize)
  }

  /// Creates a header for endless samples of `coding`; nil for samples that WAV does not have.
  package init?(_ coding: SampleCoding, format: AudioFormat) {
    guard let tag = Tag(coding) else { return nil }
    self.init(
      tag, sampleSize: coding.bytes, format: format, dataSize: nil,
      channelMask: UInt32(truncatingIfNeeded: coding.channelMask))
  }

  /// Creates a header for samples of `sampleSize` bytes each.
  init(_ tag: Tag, sampleSize: Int, format: AudioFormat, dataSize: Int?, channelMask: UInt32 = 0) {
    self.format = format
    self.dataSize = dataSize
    self.tag = tag
    self.sampleSize = sampleSize
    self.channelMask = channelMask
  }

  /// The header's bytes in the file.
  public var bytes: [UInt8] {
    let frameSize = sampleSize * format.channels
    let isExtensible = format.channels > 2 || channelMask != 0
    let bits = UInt16(clamping: sampleSize * 8)
    var fields = (isExtensible ? Self.extensible : tag.rawValue).littleEndianBytes
    fields += UInt16(clamping: format.channels).littleEndianBytes
    fields += UInt32(clamping: format.sampleRate).littleEndianBytes
    fields += UInt32(clamping: format.sampleRate * frameSize).littleEndianBytes
    fields += UInt16(clamping: frameSize).littleEndianBytes + bits.littleEndianBytes
    if isExtensible {
      fields += UInt16(22).littleEndianBytes + bits.littleEndianBytes + channelMask.littleEndianBytes
      fields += tag.rawValue.littleEndianBytes + Self.subtypeEnd
    }
    let body = ("WAVE" as FourCC).bytes + Self.chunkHead(Self.formatChunk, size: fields.count) + fields
    let dataHead = Self.chunkHead(Self.dataChunk, size: dataSize)
    return Self.chunkHead("RIFF", size: dataSize.map { body.count + dataHead.count + $0 }) + body + dataHead
  }

  private static func chunkHead(_ name: FourCC, size: Int?) -> [UInt8] {
    name.bytes + (size.map { UInt32(truncatingIfNeeded: $0) } ?? noSize).littleEndianBytes
  }
}
