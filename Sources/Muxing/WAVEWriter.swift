import AudioCore
import Bytes
import NIOCore

/// Makes an endless WAV stream from PCM samples, for one listener.
package struct WAVEWriter: Sendable {
  /// The length in the header, since the stream has no end.
  private static let noLength: UInt32 = .max

  private var coding: SampleCoding?
  private var format: AudioFormat?

  /// A stream without any samples yet.
  package init() {}

  /// Returns true when samples like those of `packet` can go into a WAV file.
  package static func takes(_ packet: Packet) -> Bool {
    guard packet.codec == .pcm, case .samples(let coding)? = packet.setup else { return false }
    return formatTag(coding) != nil && (1...64).contains(packet.headerFormat.channels)
  }

  /// Appends `packet` to `output`, after the header when it is the first. Returns false when it cannot go into this
  /// stream, because its samples are coded differently from the first: a WAV file cannot express a change.
  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) -> Bool {
    guard Self.takes(packet), case .samples(let coding)? = packet.setup else { return false }
    if format == nil {
      self.coding = coding
      format = packet.headerFormat
      output.writeBytes(Self.head(coding, packet.headerFormat))
    }
    guard coding == self.coding, packet.headerFormat == format else { return false }
    output.writeBytes(Self.littleEndian(packet.bytes, coding))
    return true
  }

  /// Returns `WAVE_FORMAT_PCM`, `IEEE_FLOAT`, `ALAW` or `MULAW` of mmreg.h; nil for samples that WAV does not have.
  private static func formatTag(_ coding: SampleCoding) -> UInt16? {
    switch (coding.kind, coding.bytes) {
    case (.signed, 1...4), (.unsigned, 1): 1
    case (.float, 4), (.float, 8): 3
    case (.aLaw, 1): 6
    case (.muLaw, 1): 7
    case (.signed, _), (.unsigned, _), (.float, _), (.aLaw, _), (.muLaw, _): nil
    }
  }

  /// Returns the header up to the first sample. The extension for more than two channels, or for a channel mask,
  /// follows Microsoft, "Multiple channel audio data and WAVE files".
  private static func head(_ coding: SampleCoding, _ format: AudioFormat) -> [UInt8] {
    let tag = formatTag(coding) ?? 0
    let frameBytes = coding.bytes * format.channels
    let isExtensible = format.channels > 2 || coding.channelMask != 0
    var fields = (isExtensible ? 0xFFFE : tag).littleEndianBytes
    fields += UInt16(clamping: format.channels).littleEndianBytes
    fields += UInt32(clamping: format.sampleRate).littleEndianBytes
    fields += UInt32(clamping: format.sampleRate * frameBytes).littleEndianBytes
    fields += UInt16(clamping: frameBytes).littleEndianBytes
    fields += UInt16(clamping: coding.bytes * 8).littleEndianBytes
    if isExtensible {
      fields += UInt16(22).littleEndianBytes + UInt16(clamping: coding.bytes * 8).littleEndianBytes
      fields += UInt32(truncatingIfNeeded: coding.channelMask).littleEndianBytes + tag.littleEndianBytes
      fields += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]  // the rest of KSDATAFORMAT_SUBTYPE
    }
    return Array("RIFF".utf8) + noLength.littleEndianBytes + Array("WAVEfmt ".utf8)
      + UInt32(fields.count).littleEndianBytes + fields + Array("data".utf8) + noLength.littleEndianBytes
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
