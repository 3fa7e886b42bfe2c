package import AudioCore
package import NIOCore

/// Makes an endless WAV stream from PCM samples, for one listener.
package struct WAVEWriter: Sendable {
  private var coding: SampleCoding?
  private var format: AudioFormat?

  /// A stream without any samples yet.
  package init() {}

  /// Returns true when samples like those of `packet` can go into a WAV file.
  package static func takes(_ packet: Packet) -> Bool {
    guard packet.codec == .pcm, case .samples(let coding)? = packet.setup else { return false }
    return WAVHeader.Tag(coding) != nil && (1...64).contains(packet.headerFormat.channels)
  }

  /// Appends `packet` to `output`, after the header when it is the first. Returns false when it cannot go into this
  /// stream, because its samples are coded differently from the first: a WAV file cannot express a change.
  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) -> Bool {
    guard Self.takes(packet), case .samples(let coding)? = packet.setup else { return false }
    if format == nil {
      self.coding = coding
      format = packet.headerFormat
      if let header = WAVHeader(coding, format: packet.headerFormat) { output.writeBytes(header.bytes) }
    }
    guard coding == self.coding, packet.headerFormat == format else { return false }
    output.writeBytes(Self.littleEndian(packet.bytes, coding))
    return true
  }

  /// Returns samples in WAV's form: the least significant byte first, samples of 8 bits unsigned.
  private static func littleEndian(_ bytes: [UInt8], _ coding: SampleCoding) -> [UInt8] {
    if coding.kind == .signed, coding.bytes == 1 { return bytes.map { $0 ^ 0x80 } }
    guard coding.isBigEndian, coding.bytes > 1 else { return bytes }
    var swapped = bytes
    for start in stride(from: 0, to: bytes.count - coding.bytes + 1, by: coding.bytes) {
      swapped[start..<start + coding.bytes].reverse()
    }
    return swapped
  }
}
