import AudioCore
import Broadcast
import NIOCore

/// How packets are sent to one listener: as they are where frames say what they are, else in a container made anew.
struct RelayedSound {
  /// What the answer's head calls sound in Ogg, whatever its coding.
  static let oggType = "application/ogg"

  /// What the answer's head calls it.
  let contentType: String
  private var ogg: OggWriter?
  private var wave: WAVEWriter?
  private var interleaver: ICYInterleaver?

  /// What packets like `packet` are sent as, with titles every `titleInterval` bytes where the container has none of its own; nil
  /// when they cannot be.
  init?(_ packet: Packet, titleInterval: Int?) {
    interleaver = titleInterval.map { ICYInterleaver(interval: $0) }
    switch packet.codec {
    case .mp1, .mp2, .mp3: contentType = "audio/mpeg"
    case .aac: contentType = "audio/aac"
    case .vorbis, .opus, .flac, .speex:
      guard OggWriter.takes(packet) else { return nil }
      contentType = Self.oggType
      ogg = OggWriter()
      interleaver = nil
    case .alac: return nil  // only MP4 holds it
    case .pcm:
      guard WAVEWriter.takes(packet) else { return nil }
      contentType = "audio/wav"
      wave = WAVEWriter()
    }
  }

  /// True when there are titles between the bytes of sound.
  var hasTitlesBetween: Bool { interleaver != nil }

  /// Appends what `packet` gives, which is under `title`, to `output`. False when the stream cannot go on with it.
  mutating func append(_ packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    if let isTaken = ogg?.append(packet, title: title, to: &output) { return isTaken }
    var sound = ByteBuffer()
    guard wave?.append(packet, to: &sound) != false else { return false }
    if wave == nil { sound.writeBytes(packet.bytes) }
    if interleaver != nil {
      interleaver?.append(sound, title: title, to: &output)
    } else {
      output.writeImmutableBuffer(sound)
    }
    return true
  }

  /// Appends what ends the stream.
  mutating func finish(to output: inout ByteBuffer) { ogg?.finish(to: &output) }
}
