package import AudioCore
package import NIOCore

/// An MP3 file of exactly the sound of a span: a tag, the Info frame, the frames that a decoder needs before the span, and
/// the packets. Free format has no Info frame: its files begin up to three packets before the span.
package struct MP3Form: FileForm {
  package let fileExtension = "mp3"
  /// 511 bytes of main data and three packets, at any usual bit rate.
  package static let roll = Duration.seconds(1)

  private let tag: [UInt8]
  private var before: [Packet] = []
  private var span: MP3Span?
  private var hasBegun = false

  /// A file with these tags.
  package init(tags: RecordingTags) { tag = ID3Writer.tag(tags) }

  package mutating func begin(after before: [Packet], to output: inout ByteBuffer) {
    output.writeBytes(tag)
    self.before = before
  }

  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) {
    if !hasBegun { beginSpan(packet, to: &output) }
    span?.add(packet)
    output.writeBytes(packet.bytes)
  }

  /// The stream's header, which the frames before the span share, is known from the first packet on.
  private mutating func beginSpan(_ first: Packet, to output: inout ByteBuffer) {
    hasBegun = true
    span = MP3Span(beginningWith: first, after: before)
    if let span {
      output.writeBytes(span.opening)
    } else if !first.isDiscontinuity {
      for packet in before.suffix(MP3Opening.packetCount) { output.writeBytes(packet.bytes) }
    }
    before = []
  }

  package mutating func finish(to output: inout ByteBuffer) -> [Patch] {
    span.map { [(offset: tag.count, bytes: $0.infoFrame)] } ?? []
  }
}
