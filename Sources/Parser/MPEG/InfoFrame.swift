import Bytes

/// Recognises the layer III frame that an encoder puts before the music to carry a table of contents: `Xing` and `Info`
/// (where the main data would begin) and `VBRI` (32 bytes behind the header). It decodes to silence that is not part of
/// the sound. The length that it states is displayed, and trusted where an encoder's filler is cut off a file
/// (``EncoderGap``).
enum InfoFrame {
  private static let vbriOffset = MPEGAudioHeader.size + 32

  static func isOne(_ frame: [UInt8], header: MPEGAudioHeader) -> Bool {
    guard header.layer == 3 else { return false }
    return xingOffset(in: frame, header: header) != nil || code(in: frame, at: vbriOffset) == "VBRI"
  }

  /// Returns what `frame`, an Info frame, states about what its encoder put around the sound; nil when it states
  /// nothing.
  static func gap(in frame: [UInt8], header: MPEGAudioHeader) -> EncoderGap? {
    xingOffset(in: frame, header: header).flatMap { EncoderGap(frame, at: $0, header: header) }
  }

  /// Returns the duration of the sound, by the number of frames that `frame`, an Info frame, states; nil when it states
  /// none.
  static func length(in frame: [UInt8], header: MPEGAudioHeader) -> Duration? {
    guard let place = xingOffset(in: frame, header: header), word(of: frame, at: place + 4) & 1 != 0 else { return nil }
    let count = word(of: frame, at: place + 8)
    return count > 0 ? .seconds(Double(count) * Double(header.frameCount) / Double(header.sampleRate)) : nil
  }

  /// Returns the place of `Xing` or `Info`: behind the side information, or two bytes later when a checksum comes
  /// before it.
  private static func xingOffset(in frame: [UInt8], header: MPEGAudioHeader) -> Int? {
    let behindSideInformation = MPEGAudioHeader.size + header.sideInformationSize
    if isXing(frame, at: behindSideInformation) { return behindSideInformation }
    return header.isProtected && isXing(frame, at: behindSideInformation + 2) ? behindSideInformation + 2 : nil
  }

  private static func isXing(_ frame: [UInt8], at offset: Int) -> Bool {
    let mark = code(in: frame, at: offset)
    return mark == "Xing" || mark == "Info"
  }

  private static func code(in frame: [UInt8], at offset: Int) -> FourCC {
    FourCC(rawValue: word(of: frame, at: offset))
  }

  /// Returns four bytes as a big-endian number; 0 behind the frame's end.
  private static func word(of frame: [UInt8], at offset: Int) -> UInt32 {
    guard offset + 4 <= frame.count else { return 0 }
    return UInt32(bigEndianBytes: frame[offset..<(offset + 4)])
  }
}
