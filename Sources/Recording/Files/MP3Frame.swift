import AudioCore
import Bytes
package import Parser

/// A frame of layer III, and where its main data are (ISO/IEC 11172-3 2.4.1.7, 13818-3 2.4.1.7).
package struct MP3Frame: Sendable {
  /// Its header.
  package let header: MPEGAudioHeader
  /// What stands behind the side information: parts of the main data of this and of following frames.
  package let mainData: ArraySlice<UInt8>
  /// Bytes of its own main data that the frames before it hold: 0…511, with MPEG-2 0…255.
  package let mainDataBegin: Int

  /// Reads the frame in `bytes`; nil when they are not a frame of layer III, or too few for its side information.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= MPEGAudioHeader.size,
      let header = MPEGAudioHeader(word: UInt32(bigEndianBytes: bytes[..<MPEGAudioHeader.size])), header.layer == 3
    else { return nil }
    let side = MPEGAudioHeader.size + (header.isProtected ? 2 : 0)
    guard bytes.count >= side + header.sideInformationSize else { return nil }
    self.header = header
    mainData = bytes[(side + header.sideInformationSize)...]
    let isLong = header.version == .mpeg1
    mainDataBegin = isLong ? Int(bytes[side]) << 1 | Int(bytes[side + 1]) >> 7 : Int(bytes[side])
  }

  /// The most that ``mainDataBegin`` can be in frames with this header.
  package static func maximumReservoir(_ header: MPEGAudioHeader) -> Int { header.version == .mpeg1 ? 511 : 255 }
}
