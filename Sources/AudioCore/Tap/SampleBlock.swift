/// The header of a block of sound that a daemon sends to a view on the same machine. The samples follow it: 32-bit
/// floating-point numbers, `frames × channels`, interleaved. All numbers have the byte order of the machine.
///
/// | bytes | is |
/// |---|---|
/// | 0…3 | `SRS1` in ASCII |
/// | 4…7 | flags: 1 for sound (else nothing is audible), 2 when the block follows the one before without a gap |
/// | 8…11 | sample rate in Hz |
/// | 12…15 | channels |
/// | 16…19 | frames in the block, or 0 when only the position is new |
/// | 20…23 | frames between the audible frame and the end of the block, when it was sent; signed |
/// | 24…31 | the number of the first frame, counted since the format began to play |
package struct SampleBlock: Sendable, Equatable {
  /// The size of a header in bytes.
  package static let headerBytes = 32
  /// The maximum number of samples in a block.
  package static let maximumSamples = 1 << 15
  /// The accepted numbers of channels, and sample rates in hertz.
  private static let channelRange = 1...64
  private static let rateRange = 1...10_000_000
  private static let magic = Array("SRS1".utf8)
  private static let soundFlag: UInt32 = 1
  private static let continuesFlag: UInt32 = 2

  /// The format of the sound; nil when nothing is audible.
  package var format: AudioFormat?
  /// The number of frames in the block.
  package var frames = 0
  /// The number of the first frame, counted since the format began to play.
  package var startFrame = 0
  /// How many frames the end of the block is after the audible frame.
  package var framesAhead = 0
  /// True when the block follows the one before without a gap.
  package var continues = false

  /// The block that says that nothing is audible.
  package static let silence = SampleBlock()

  private init() {}

  /// Creates the header of a block of sound.
  package init(format: AudioFormat, frames: Int, startFrame: Int, framesAhead: Int, continues: Bool) {
    self.format = format
    self.frames = frames
    self.startFrame = startFrame
    self.framesAhead = framesAhead
    self.continues = continues
  }

  /// The number of samples after the header.
  package var sampleCount: Int { frames * (format?.channels ?? 0) }

  /// The header as bytes.
  package var header: [UInt8] {
    var bytes = Self.magic
    func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes += $0 } }
    append((format == nil ? 0 : Self.soundFlag) | (continues ? Self.continuesFlag : 0))
    append(UInt32(clamping: format?.sampleRate ?? 0))
    append(UInt32(clamping: format?.channels ?? 0))
    append(UInt32(clamping: frames))
    append(Int32(clamping: framesAhead))
    append(Int64(startFrame))
    return bytes
  }

  /// Reads a header from the first ``headerBytes`` bytes of `bytes`. Nil when they are not one, or say something that
  /// no daemon sends.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerBytes, bytes.prefix(Self.magic.count).elementsEqual(Self.magic) else { return nil }
    func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _: Number.Type) -> Int {
      Int(bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    let flags = UInt32(number(at: 4, UInt32.self))
    guard flags & Self.soundFlag != 0 else { return }
    let format = AudioFormat(sampleRate: number(at: 8, UInt32.self), channels: number(at: 12, UInt32.self))
    frames = number(at: 16, UInt32.self)
    guard Self.rateRange.contains(format.sampleRate), Self.channelRange.contains(format.channels),
      frames <= Self.maximumSamples / format.channels
    else { return nil }
    self.format = format
    framesAhead = number(at: 20, Int32.self)
    startFrame = number(at: 24, Int64.self)
    continues = flags & Self.continuesFlag != 0
  }
}
