package import AudioCore
import Bytes
import Muxing
package import NIOCore

/// The WAV file of a span of PCM. Until its end, and where there are more samples than the sizes of a WAV file can state
/// (4 GiB), the sizes are those of an endless stream: players then read to the end of the file.
package struct WAVEForm: FileForm {
  package static let roll: Duration = .zero
  package let fileExtension = "wav"

  private var writer = WAVEWriter()
  private var header: WAVHeader
  private let maximumData: Int
  private var dataSize = 0
  private var hasHeader = false

  /// The file for packets like `packet`; nil for those that do not go into a WAV file. The sizes of more than
  /// `maximumData` bytes of samples stay unknown.
  package init?(_ packet: Packet, maximumData: Int = WAVHeader.maximumData) {
    guard WAVEWriter.takes(packet), case .samples(let coding)? = packet.setup,
      let header = WAVHeader(coding, format: packet.headerFormat)
    else { return nil }
    self.header = header
    // A header with an extension is longer than the one that the limit is made for, and a byte may fill up the end.
    self.maximumData = min(maximumData, WAVHeader.maximumData) - Self.reserve
  }

  private static let reserve = 64

  package mutating func begin(after before: [Packet], to output: inout ByteBuffer) {}

  /// Writes a packet of the span; leaves out one whose samples are coded in another way.
  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) {
    let before = output.readableBytes
    guard writer.append(packet, to: &output) else { return }
    dataSize += output.readableBytes - before - (hasHeader ? 0 : header.bytes.count)
    hasHeader = true
  }

  package mutating func finish(to output: inout ByteBuffer) -> [Patch] {
    guard hasHeader else { return [] }
    let padding = dataSize % 2  // chunks have an even length
    output.writeRepeatingByte(0, count: padding)
    guard dataSize <= maximumData else { return [] }
    header.dataSize = dataSize
    var bytes = header.bytes
    let riffSize = UInt32(clamping: bytes.count + dataSize + padding - Self.riffHead)
    bytes.replaceSubrange(4..<Self.riffHead, with: riffSize.littleEndianBytes)
    return [(0, bytes)]
  }

  /// Bytes of the head of the RIFF chunk, which its size does not count.
  private static let riffHead = 8
}
