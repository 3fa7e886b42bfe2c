import AudioCore

/// Cuts off what an encoder of layer III put around the sound: its own delay before it, and what fills the last frame
/// behind it. Encoders that do, LAME and libavformat, say so in the Info frame (Mp3 Info Tag rev 1, "Encoder
/// delays").
///
/// Both numbers have 12 bits: whatever they say, less than 0.6 s is cut.
struct EncoderGap: Sendable {
  /// What the decoder itself adds to the encoder's delay, in frames of PCM: 528 of the filter bank and the overlap,
  /// and 1. ffmpeg and mpg123 take the same.
  private static let decoderDelay = 529
  /// Where the delays stand behind the encoder's name, in bytes.
  private static let delaysOffset = 21
  /// Names of encoders whose delays can be believed.
  private static let encoders = ["LAME", "Lavf", "Lavc"].map { Array($0.utf8) }

  /// Where the sound begins and ends, and where the last packet that was counted ends, in frames of PCM behind the
  /// Info frame. The ends are `Int.max` when it does not say how many packets there are.
  private let (start, end, countedEnd): (Int, Int, Int)
  /// Where the next packet begins.
  private var position = 0

  /// Reads what `frame`, an Info frame whose mark is at `place`, says of a stream with `header`; nil when it says
  /// nothing.
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

  /// Trims `packet`, the next one.
  mutating func trim(_ packet: inout Packet) {
    let frames = packet.frameCount
    packet.startTrim = min(max(0, start - position), frames)
    // What comes behind the packets that were counted is not cut.
    let filler = position < countedEnd ? max(0, position + frames - end) : 0
    packet.endTrim = min(filler, frames - packet.startTrim)
    packet.frameCount -= packet.startTrim + packet.endTrim
    position += frames
  }
}
