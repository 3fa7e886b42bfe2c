import AudioCore
import NIOCore

/// Frames that describe themselves, one behind the other, behind a tag and the packet before the span.
struct BareFrames {
  private let tag: [UInt8]
  private var before: Packet?

  init(_ tags: RecordingTags) { tag = ID3Writer.tag(tags) }

  mutating func begin(after before: [Packet], to output: inout ByteBuffer) {
    output.writeBytes(tag)
    self.before = before.last
  }

  mutating func append(_ packet: Packet, to output: inout ByteBuffer) {
    if let before, !packet.isDiscontinuity { output.writeBytes(before.bytes) }
    before = nil
    output.writeBytes(packet.bytes)
  }
}
