package import AudioCore
package import NIOCore

/// Makes the bytes of one listener's stream from packets, without encoding them again: sends self-describing frames
/// (MPEG audio and AAC) unchanged, and puts all others into a new container (Ogg or WAV). FLAC for a player that asks for
/// titles between the bytes is sent without one. In Ogg it is one link, which keeps its first title: most players end, or
/// fall silent, where another link of FLAC begins.
package struct StreamMuxer: Sendable {
  /// The `Content-Type` of the stream.
  package let contentType: String
  private var ogg: OggWriter?
  private var wave: WAVEWriter?
  private var flac: FLACWriter?
  /// The title of all packets of FLAC in Ogg; nil before the first one.
  private var onlyTitle: String?
  private var interleaver: ICYInterleaver?

  /// The form in which packets like `packet` are sent. A title follows every `titleInterval` bytes unless the container
  /// carries titles; nil `titleInterval` sends none. Returns nil when no form can carry the packets.
  package init?(_ packet: Packet, titleInterval: Int?) {
    interleaver = titleInterval.map { ICYInterleaver(interval: $0) }
    switch packet.codec.properties.framing {
    case .frames(let mediaType): contentType = mediaType
    case .packets where titleInterval != nil && FLACWriter.takes(packet):
      contentType = "audio/flac"
      flac = FLACWriter()
    case .packets:
      guard OggWriter.takes(packet) else { return nil }
      contentType = "application/ogg"
      ogg = OggWriter()
      interleaver = nil
    case .samples:
      guard WAVEWriter.takes(packet) else { return nil }
      contentType = "audio/wav"
      wave = WAVEWriter()
    }
  }

  /// True when titles are inserted between the bytes of sound (ICY metadata).
  package var hasTitlesBetween: Bool { interleaver != nil }

  /// Appends `packet`, whose title is `title`, to `output`. Returns false when the packet does not fit into this
  /// stream, which then ends.
  package mutating func append(_ packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    if ogg != nil, packet.codec == .flac { onlyTitle = onlyTitle ?? title }
    if let isTaken = ogg?.append(packet, title: onlyTitle ?? title, to: &output) { return isTaken }
    var sound = ByteBuffer()
    guard wave?.append(packet, to: &sound) != false, flac?.append(packet, to: &sound) != false else { return false }
    if wave == nil, flac == nil { sound.writeBytes(packet.bytes) }
    if interleaver != nil {
      interleaver?.append(sound, title: title, to: &output)
    } else {
      output.writeImmutableBuffer(sound)
    }
    return true
  }

  /// Appends the end of the stream.
  package mutating func finish(to output: inout ByteBuffer) { ogg?.finish(to: &output) }
}
