import Bytes
import Parser

/// The frame at the beginning of an MP3 file that states how much a decoder cuts off at both ends (Mp3 Info Tag rev 1, in
/// the layout of LAME 3.100). Decoders that do not know it decode it to silence.
struct InfoFrameWriter {
  /// PCM frames that a decoder cuts off in addition to the delay, and that it does not cut off of the padding: the delay
  /// of its filter bank.
  static let decoderDelay = 529
  /// The highest delay and the highest padding: 12 bits.
  static let maximumGap = 0xFFF

  /// What the whole file has; nil while it is written.
  struct Totals {
    /// Packets behind the Info frame.
    var packets: Int
    /// Bytes, those of the Info frame included.
    var bytes: Int
    /// The checksum of the bytes behind the Info frame.
    var checksum: UInt16
    var seekTable: SeekTable
  }

  /// PCM frames before the sound; 0 when the sound begins with the first frame.
  var leading: Int
  /// PCM frames behind the sound.
  var trailing = 0
  var totals: Totals?
  /// True when packets have different bit rates.
  var isVariable = false

  /// Bytes of the name of the encoder, which decides whether decoders read the delays.
  private static let encoder = Array("LAME3.100".utf8)
  /// Bytes of all fields behind the side information.
  private static let size = 4 + 4 + 4 + 4 + SeekTable.count + 4 + 36

  /// The header of an Info frame of the stream of `header`: the same bit rate, or the lowest whose frames hold the fields.
  static func header(like header: MPEGAudioHeader) -> MPEGAudioHeader? {
    let least = MPEGAudioHeader.size + header.sideInformationSize + size
    return header.shortest(holding: max(least, (header.length ?? 0) - header.padding))
  }

  /// Returns the frame with this header.
  func bytes(_ header: MPEGAudioHeader) -> [UInt8] {
    var bytes = header.word.bigEndianBytes + [UInt8](repeating: 0, count: header.sideInformationSize)
    // `Xing` means that places cannot be computed from the bit rate.
    bytes += (isVariable ? "Xing" : "Info").utf8
    if let totals, let packets = UInt32(exactly: totals.packets), let size = UInt32(exactly: totals.bytes) {
      // Packets, bytes, table, quality: all fields, since some readers expect those of LAME at their usual places.
      bytes += UInt32(0xF).bigEndianBytes + packets.bigEndianBytes + size.bigEndianBytes
      bytes += totals.seekTable.entries(size: totals.bytes) + UInt32(0).bigEndianBytes
    } else {
      bytes += UInt32(0).bigEndianBytes
    }
    if let delay { append(delay: delay, to: &bytes) }
    return bytes + [UInt8](repeating: 0, count: max(0, (header.length ?? 0) - bytes.count))
  }

  /// The delay of the encoder that makes a decoder cut off ``leading`` frames; nil when none does.
  private var delay: Int? {
    let delay = leading - Self.decoderDelay
    return delay < 0 ? nil : min(delay, Self.maximumGap)
  }

  /// Appends the fields of LAME. Without them nothing is cut off.
  private func append(delay: Int, to bytes: inout [UInt8]) {
    let padding = min(Self.decoderDelay + trailing, Self.maximumGap)
    bytes += Self.encoder
    bytes.append(isVariable ? 0 : 1)  // revision 0; constant bit rate
    bytes += [UInt8](repeating: 0, count: 11)  // low-pass, peak, gains, flags, bit rate: not known
    bytes += UInt32(delay << 12 | padding).bigEndianBytes.dropFirst()
    bytes += [0, 0, 0, 0]  // source, gain, preset: not known
    bytes += UInt32(clamping: totals?.bytes ?? 0).bigEndianBytes
    bytes += (totals?.checksum ?? 0).bigEndianBytes
    var checksum = ReflectedCRC16()
    bytes.withUnsafeBytes { checksum.add($0) }
    bytes += checksum.value.bigEndianBytes
  }
}
