package import AudioCore
package import NIOCore

/// The file of a span of packets of one codec, which decoders read as exactly the sound of the span. The bytes are to be
/// written in order: those of ``begin(after:to:)``, of each packet, and of ``finish(to:)``. What is written is a file that
/// can be played at any time; ``finish(to:)`` returns what is then changed in it.
package protocol FileForm {
  /// Bytes that take the place of those at an offset of the file.
  typealias Patch = (offset: Int, bytes: [UInt8])

  /// What a file's name ends with, without the dot: `mp3`.
  var fileExtension: String { get }

  /// The duration of the sound before the span that ``begin(after:to:)`` needs, if there is as much.
  static var roll: Duration { get }

  /// Writes the beginning. `before` are the packets before the span, the newest last, at least ``roll`` of them where
  /// they are there; none begins the span after a discontinuity.
  mutating func begin(after before: [Packet], to output: inout ByteBuffer)

  /// Writes a packet of the span.
  mutating func append(_ packet: Packet, to output: inout ByteBuffer)

  /// Writes the end. Returns what is to be changed in the file.
  mutating func finish(to output: inout ByteBuffer) -> [Patch]
}
