import Bytes

/// One stream of a program in a transport stream.
struct ElementaryStream {
  /// How the parser treats a stream.
  enum Content: Equatable {
    /// MPEG audio or ADTS.
    case sound
    /// ID3 tags with time stamps.
    case titles
    /// Sound that cannot be played, by its name.
    case unsupportedSound(String)
    case video
    /// Subtitles, data …
    case other
  }

  /// The `pid` of its packets.
  let pid: Int
  /// Its content.
  let content: Content

  /// Makes a stream from its entry in the program map table: `type` of ISO/IEC 13818-1 table 2-34 or of its extensions
  /// by manufacturers, and its descriptors.
  init(pid: Int, type: UInt8, descriptors: ArraySlice<UInt8>) {
    self.pid = pid
    content = Self.content(type, descriptors)
  }

  private static func content(_ type: UInt8, _ descriptors: ArraySlice<UInt8>) -> Content {
    switch type {
    case 0x03, 0x04, 0x0F: .sound
    case 0x15: .titles
    case 0x11: .unsupportedSound("AAC in LATM/LOAS")
    case 0x1C: .unsupportedSound("AAC without ADTS")
    case 0x2D, 0x2E: .unsupportedSound("MPEG-H 3D Audio")
    case 0x80: .unsupportedSound("uncompressed sound in an MPEG transport stream")
    case 0x81: .unsupportedSound("AC-3")
    case 0x84, 0x87, 0xA1: .unsupportedSound("E-AC-3")
    case 0x82, 0x85, 0x86, 0x8A, 0xA2: .unsupportedSound("DTS")
    case 0x83: .unsupportedSound("Dolby TrueHD")
    case 0xC1, 0xC2, 0xCF: .unsupportedSound("encrypted (SAMPLE-AES)")
    case 0x01, 0x02, 0x10, 0x1B, 0x1F, 0x20, 0x21, 0x24, 0x25, 0x33, 0x42, 0xD1, 0xDB, 0xEA: .video
    case 0x06: privateContent(descriptors)
    default: .other
    }
  }

  /// Returns the content of private data, as broadcasters describe it (ETSI EN 300 468 6.1, and registered formats).
  private static func privateContent(_ descriptors: ArraySlice<UInt8>) -> Content {
    var reader = ByteReader(descriptors)
    while let tag = reader.integer(1), let length = reader.integer(1), let body = reader.bytes(length) {
      switch tag {
      case 0x6A: return .unsupportedSound("AC-3")
      case 0x7A: return .unsupportedSound("E-AC-3")
      case 0x7B: return .unsupportedSound("DTS")
      case 0x7C: return .unsupportedSound("AAC in LATM/LOAS")
      case 0x7F where body.first == 0x0E: return .unsupportedSound("DTS")
      case 0x7F where body.first == 0x15: return .unsupportedSound("AC-4")
      case 0x05:
        switch String(decoding: body.prefix(4), as: UTF8.self) {
        case "AC-3": return .unsupportedSound("AC-3")
        case "EAC3": return .unsupportedSound("E-AC-3")
        case "AC-4": return .unsupportedSound("AC-4")
        case "DTS1", "DTS2", "DTS3": return .unsupportedSound("DTS")
        case "Opus": return .unsupportedSound("Opus in an MPEG transport stream")
        case "ID3 ": return .titles
        case "HEVC", "AV01", "VC-1": return .video
        default: break
        }
      default: break
      }
    }
    return .other
  }
}
