import AudioCore
import Parser

/// Frames with valid headers and filler, and tags.
enum Sample {
  /// The fields of an MPEG audio frame's header.
  struct MPEG {
    var version: UInt32 = 3
    var layer: UInt32 = 1
    var bitRateIndex: UInt32 = 9
    var rateIndex: UInt32 = 0
    var padding: UInt32 = 0
    var mode: UInt32 = 1
    var isProtected = false
    /// The frame's length in bytes where the header gives none.
    var freeLength: Int?

    var word: UInt32 {
      0x7FF << 21 | version << 19 | layer << 17 | (isProtected ? 0 : 1) << 16 | bitRateIndex << 12 | rateIndex << 10
        | padding << 9 | mode << 6
    }

    /// A frame whose body is filled with `filler`; no header can begin with the default.
    func frame(filler: UInt8 = 0x55) -> [UInt8] {
      let length = MPEGAudioHeader(word: word)?.length ?? freeLength ?? 0
      return Sample.bytes(of: word) + [UInt8](repeating: filler, count: length - 4)
    }
  }

  static let mp3 = MPEG()

  /// The fields of an ADTS frame's header.
  struct ADTS {
    var rateIndex: UInt32 = 4
    var channels: UInt32 = 2
    var length = 371
    var blocks: UInt8 = 1
    var isProtected = false

    func frame(filler: UInt8 = 0x55) -> [UInt8] {
      let word: UInt32 =
        0xFFF << 20 | (isProtected ? 0 : 1) << 16 | 1 << 14 | rateIndex << 10 | channels << 6
        | UInt32(length >> 11)
      let rest = [UInt8(length >> 3 & 0xFF), UInt8(length & 7) << 5 | 0x1F, 0xFC | (blocks - 1)]
      return Sample.bytes(of: word) + rest + [UInt8](repeating: filler, count: max(0, length - 7))
    }
  }

  static let aac = ADTS()

  static func bytes(of word: UInt32) -> [UInt8] {
    [UInt8(word >> 24), UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
  }

  /// `count` frames of `frame`, each recognisable by its filler.
  static func frames(_ frame: MPEG, _ count: Int) -> [[UInt8]] {
    (0..<count).map { frame.frame(filler: UInt8($0 & 0x7F)) }
  }

  static func frames(_ frame: ADTS, _ count: Int) -> [[UInt8]] {
    (0..<count).map { frame.frame(filler: UInt8($0 & 0x7F)) }
  }

  // MARK: Tags

  static func id3v2(body: Int, announcing size: Int? = nil, footer: Bool = false, filler: UInt8 = 0) -> [UInt8] {
    let size = size ?? body
    let sizeBytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    let head = Array("ID3".utf8) + [4, 0, footer ? 0x10 : 0] + sizeBytes
    return head + [UInt8](repeating: filler, count: body) + (footer ? Array("3DI".utf8) + head.dropFirst(3) : [])
  }

  static let id3v1: [UInt8] = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

  static func ape(items: Int, announcing size: Int? = nil, header: Bool = true) -> [UInt8] {
    func block(_ flags: UInt32) -> [UInt8] {
      let numbers: [UInt32] = [2000, UInt32(size ?? items + 32), 1, flags, 0, 0]
      return Array("APETAGEX".utf8) + numbers.flatMap { bytes(of: $0.byteSwapped) }
    }
    return (header ? block(0xA000_0000) + [UInt8](repeating: 7, count: items) : []) + block(0x8000_0000)
  }

  static let lyrics2: [UInt8] = Array("LYRICSBEGININD0000200LYR00010[00:01]La\nL000041LYRICS200".utf8)
  static let lyrics1: [UInt8] = Array("LYRICSBEGINLa la LYRICS la\r\nLYRICSEND".utf8)
}
