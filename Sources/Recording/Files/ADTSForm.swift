package import AudioCore
package import NIOCore

/// A file of AAC in ADTS: a tag, the packet before the span, and the packets, which are ADTS frames. ADTS has no field for
/// what to cut off, so the file begins one packet early: a frame's sound overlaps that of the frame before it.
package struct ADTSForm: FileForm {
  package let fileExtension = "aac"
  /// The longest frame of one block: 1024 PCM frames at 7350 Hz.
  package static let roll = Duration.milliseconds(140)

  private var frames: BareFrames

  /// A file with these tags.
  package init(tags: RecordingTags) { frames = BareFrames(tags) }

  package mutating func begin(after before: [Packet], to output: inout ByteBuffer) {
    frames.begin(after: before, to: &output)
  }

  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) { frames.append(packet, to: &output) }

  package mutating func finish(to output: inout ByteBuffer) -> [Patch] { [] }
}
