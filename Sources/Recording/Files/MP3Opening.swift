import AudioCore
import Bytes
import Parser

/// The frames before a span of an MP3 stream with which a decoder gives exactly the samples of the span: it decodes them,
/// and cuts them off as the Info frame states.
///
/// A frame needs main data of frames before it, and the sound of the last frame overlaps its own. So the span follows
/// ``packetCount`` packets, and these follow a filler: a frame that decodes to silence and holds the main data before
/// them. More packets cannot be cut off, since the field for the delay has 12 bits.
package struct MP3Opening: Sendable {
  /// One packet would do for the sound of MPEG-1, and two for that of MPEG-2. With four frames a file begins at the same
  /// phase of mpg123's filter bank as the stream, which decides the order of its additions.
  static let packetCount = 3

  /// The frames in order: one to four.
  package let frames: [[UInt8]]
  /// Bytes of main data in the first frame that those before it had; nil when there is no filler.
  package let reservoir: Int?

  /// Chooses the frames before `first`, the first packet of the span, among `before`, the packets before it, the newest
  /// last. Packets before a discontinuity are not used.
  init(before first: Packet, in before: [Packet], header: MPEGAudioHeader) {
    let packets = Self.connected(before, with: first, header)
    // Where the stream begins just before, it is as it was. mpg123 cuts off 529 PCM frames wherever there is an Info
    // frame, so at least one frame must be there.
    let start = packets.count <= Self.packetCount + 1 ? 0 : packets.count - Self.packetCount
    let rest = packets[start...].map(\.bytes)
    let data = Self.mainData(of: packets[..<start].map(\.frame), limit: MP3Frame.maximumReservoir(header))
    guard start > 0 || rest.isEmpty, let filler = Self.filler(holding: data, header) else {
      frames = rest
      reservoir = nil
      return
    }
    frames = [filler] + rest
    reservoir = data.count
  }

  /// The packets at the end of `before` that a decoder would decode before `first` without a break.
  private static func connected(
    _ before: [Packet], with first: Packet, _ header: MPEGAudioHeader
  ) -> [(bytes: [UInt8], frame: MP3Frame)] {
    var found: [(bytes: [UInt8], frame: MP3Frame)] = []
    var isBroken = first.isDiscontinuity
    for packet in before.reversed() {
      guard !isBroken, let frame = MP3Frame(packet.bytes), frame.header.signature == header.signature else { break }
      found.append((packet.bytes, frame))
      isBroken = packet.isDiscontinuity
    }
    return found.reversed()
  }

  /// The last main data of `frames`, at most `limit` bytes.
  private static func mainData(of frames: [MP3Frame], limit: Int) -> [UInt8] {
    var data: [UInt8] = []
    for frame in frames.reversed() where data.count < limit { data = frame.mainData + data }
    return data.suffix(limit)
  }

  /// A frame that decodes to silence, and whose main data end with `data`. The bytes before these are its own, so that
  /// decoders do not take them for data of frames that were never there.
  private static func filler(holding data: [UInt8], _ header: MPEGAudioHeader) -> [UInt8]? {
    let size = header.sideInformationSize
    let start = MPEGAudioHeader.size + size
    guard let filler = header.shortest(holding: start + data.count), let length = filler.length else { return nil }
    // All fields are zero but the number of bits of the first granule: no lines of large values, all others coded as 1,
    // which stands for four zeros (ISO/IEC 11172-3 table 3-B.7, table A).
    let own = length - start - data.count
    let place = header.version == .mpeg1 ? (header.isMono ? 18 : 20) : (header.isMono ? 9 : 10)
    let side = (UInt64(8 * own) << UInt64(64 - 12 - place)).bigEndianBytes + [UInt8](repeating: 0, count: size - 8)
    return filler.word.bigEndianBytes + side + [UInt8](repeating: 0xFF, count: own) + data
  }
}
