package import AudioCore
import Bytes
import Muxing
package import NIOCore

/// The Ogg file of a span of Vorbis, Opus, FLAC or Speex: one link. For Vorbis and Opus another one follows each break,
/// where a decoder starts from scratch. FLAC needs no packet before the span. Speex gets none, because its players would
/// play it: the first half second differs a little from that of the stream.
package struct OggForm: FileForm {
  package static let roll: Duration = .seconds(1)
  package let fileExtension: String

  private let codec: Codec
  private var writer: OggWriter

  /// The file for packets like `packet`; nil for those that do not go into Ogg.
  package init?(_ packet: Packet, tags: RecordingTags) {
    guard case .packets(let coding?) = packet.codec.properties.framing, OggWriter.takes(packet) else { return nil }
    fileExtension =
      switch coding {
      case .vorbis: "ogg"
      case .opus: "opus"
      case .flac: "oga"
      case .speex: "spx"
      }
    codec = packet.codec
    let opusRate = 48000
    writer = OggWriter(comments: tags.oggComments, opusRoll: Int(Self.roll.components.seconds) * opusRate)
  }

  package mutating func begin(after before: [Packet], to output: inout ByteBuffer) { writer.begin(after: before) }

  /// Writes a packet of the span; leaves out one of another codec.
  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) {
    if packet.codec == codec { writer.append(packet, title: "", to: &output) }
  }

  package mutating func finish(to output: inout ByteBuffer) -> [Patch] {
    writer.finish(to: &output)
    return []
  }
}

extension RecordingTags {
  /// The tags under the names that players read: those of the Vorbis comment specification, `ALBUM` for the station, and
  /// the picture as a block of FLAC in Base64.
  var oggComments: OggComments {
    var comments = OggComments()
    for (name, value) in [
      ("TITLE", title), ("ARTIST", artist), ("ALBUM", station), ("ORGANIZATION", station), ("DATE", received),
      ("CONTACT", address),
    ] {
      comments.add(name, CleanText.singleLine(value))
    }
    if let block = picture?.flacBlock {
      comments.add("METADATA_BLOCK_PICTURE", String(decoding: Base64.encode(block), as: UTF8.self))
    }
    return comments
  }
}

extension RecordingTags.Picture {
  /// The bytes of the longest picture that goes into a file: that of the longest of a station.
  static let maximumBytes = 1 << 20

  /// The content of a picture block of FLAC (RFC 9639, 8.8), as a front cover; nil for a picture that is too long.
  /// Without width and height, readers take them from the picture.
  var flacBlock: [UInt8]? {
    guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
    let frontCover: UInt32 = 3
    let type = Array(mediaType.utf8)
    let numbers: [UInt32] = [frontCover, UInt32(type.count)]
    let sizes: [UInt32] = [0, 0, 0, 0, 0, UInt32(bytes.count)]  // text, width, height, depth, colors, bytes
    return numbers.flatMap(\.bigEndianBytes) + type + sizes.flatMap(\.bigEndianBytes) + bytes
  }
}
