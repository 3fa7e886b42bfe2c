import AudioCore
import Bytes

/// Cuts off what an encoder of layer III put around the sound: its own delay before it, and what fills the last frame
/// behind it. LAME and libavformat state both in the Info frame (Mp3 Info Tag rev 1, "Encoder delays").
///
/// Both numbers have 12 bits: whatever they state, less than 0.6 s is cut at each end.
struct EncoderGap: Sendable {
  /// The delay that the decoder itself adds to the encoder's, in PCM frames: 528 of the filter bank and the overlap,
  /// and 1. ffmpeg and mpg123 use the same number.
  private static let decoderDelay = 529
  /// Place of the delays behind the start of the encoder's name, in bytes.
  private static let delaysOffset = 21
  /// Names of encoders whose delays can be trusted.
  private static let encoders = ["LAME", "Lavf", "Lavc"].map { Array($0.utf8) }

  /// Where the sound begins and ends, and where the last packet that was counted ends, in PCM frames behind the Info
  /// frame. ``end`` and ``countedEnd`` are beyond any position when the frame does not state how many packets there
  /// are.
  private let (start, end, countedEnd): (Int, Int, Int)
  /// Where the next packet begins, in PCM frames behind the Info frame.
  private var position = 0

  /// Reads what `frame`, an Info frame whose mark is at `place`, states of a stream with `header`; nil when it states
  /// no delays.
  init?(_ frame: [UInt8], at place: Int, header: MPEGAudioHeader) {
    var reader = ByteReader(frame[place...])
    guard reader.skip(4) != nil, let flags = reader.integer(4) else { return nil }
    let packets = flags & 1 != 0 ? reader.integer(4) : nil
    let skipped = (flags & 2 != 0 ? 4 : 0) + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
    guard reader.skip(skipped) != nil, Self.encoders.contains(where: reader.rest.starts),
      reader.skip(Self.delaysOffset) != nil, let delays = reader.integer(3)
    else { return nil }
    start = (delays >> 12) + Self.decoderDelay
    countedEnd = packets.map { $0 * header.frameCount } ?? .max
    end = countedEnd - max(0, (delays & 0xFFF) - Self.decoderDelay)
  }

  /// Trims `packet`, the next one of the stream.
  mutating func trim(_ packet: inout Packet) {
    let frames = packet.frameCount
    packet.startTrim = min(max(0, start - position), frames)
    // Sound behind the packets that were counted is not cut.
    let filler = position < countedEnd ? max(0, position + frames - end) : 0
    packet.endTrim = min(filler, frames - packet.startTrim)
    packet.frameCount -= packet.startTrim + packet.endTrim
    position += frames
  }
}
