package import AudioCore
package import NIOCore

/// A file of MPEG audio of layer I or II: a tag, the packet before the span, and the packets as they came. It has no field
/// for what to cut off, so the file begins one packet early: a frame's sound overlaps that of the frame before it.
package struct MPEGLayerForm: FileForm {
  package let fileExtension: String
  /// The longest packet: 1152 PCM frames at 16 kHz.
  package static let roll = Duration.milliseconds(72)

  private var frames: BareFrames

  /// A file with these tags, of layer I (`.mp1`) or II.
  package init(_ codec: Codec, tags: RecordingTags) {
    fileExtension = codec == .mp1 ? "mp1" : "mp2"
    frames = BareFrames(tags)
  }

  package mutating func begin(after before: [Packet], to output: inout ByteBuffer) {
    frames.begin(after: before, to: &output)
  }

  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) { frames.append(packet, to: &output) }

  package mutating func finish(to output: inout ByteBuffer) -> [Patch] { [] }
}
