package import AudioCore
import Bytes
import Parser

/// A span of an MP3 stream in a file behind its tag: the frames before it, and the counts of its packets. The file is
/// ``opening``, the packets, and ``infoFrame`` in the place of its first bytes.
package struct MP3Span: Sendable {
  /// What the file begins with: an Info frame without counts, and the frames before the span.
  package let opening: [UInt8]
  /// The frames before the span.
  package let frames: MP3Opening
  private let header: MPEGAudioHeader
  private let leadingFrames: Int
  private let bitRate: Int

  private var packets: Int
  private var bytes: Int
  private var checksum = ReflectedCRC16()
  private var seekTable = SeekTable()
  private var isVariable = false
  private var hasSound = false
  /// PCM frames at both ends of the span that do not belong to the sound, since an encoder added them.
  private var trims = (start: 0, end: 0)

  /// A span that begins with `first`, behind `before`, the newest last. Nil when it cannot have an Info frame: in free
  /// format, whose frames have a length of their own, and when `first` is not a frame of layer III.
  package init?(beginningWith first: Packet, after before: [Packet]) {
    guard let header = MP3Frame(first.bytes)?.header, let infoHeader = InfoFrameWriter.header(like: header) else {
      return nil
    }
    self.header = infoHeader
    bitRate = first.bitRate
    frames = MP3Opening(before: first, in: before, header: header)
    leadingFrames = frames.frames.count * header.frameCount
    packets = frames.frames.count
    let info = InfoFrameWriter(leading: leadingFrames + first.startTrim).bytes(infoHeader)
    opening = info + frames.frames.joined()
    bytes = info.count
    for frame in frames.frames { count(frame) }
  }

  /// Counts a packet of the span, the first one too.
  package mutating func add(_ packet: Packet) {
    packets += 1
    count(packet.bytes)
    if packet.bitRate != bitRate { isVariable = true }
    if !hasSound { trims.start += packet.startTrim }
    if packet.frameCount > 0 {
      hasSound = true
      trims.end = 0
    }
    trims.end += packet.endTrim
  }

  private mutating func count(_ frame: [UInt8]) {
    seekTable.add(bytes)
    bytes += frame.count
    frame.withUnsafeBytes { checksum.add($0) }
  }

  /// The Info frame with the counts so far.
  package var infoFrame: [UInt8] {
    InfoFrameWriter(
      leading: leadingFrames + trims.start, trailing: trims.end,
      totals: .init(packets: packets, bytes: bytes, checksum: checksum.value, seekTable: seekTable),
      isVariable: isVariable
    ).bytes(header)
  }
}
