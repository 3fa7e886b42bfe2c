import AudioCore
import Bytes

/// The content of an AIFF file's COMM chunk.
struct AIFFFormat: Sendable {
  /// Maximum number of bytes of the chunk that are read.
  static let longest = 22

  /// Sample rate and channels.
  let audio: AudioFormat
  private let bits: Int
  /// AIFC's compression; `NONE` in AIFF.
  private let compression: FourCC

  /// Reads `body`, the first ``longest`` bytes of the chunk or all of it; nil when it is too short.
  init?(_ body: [UInt8]) {
    guard body.count >= 18 else { return nil }
    audio = AudioFormat(sampleRate: Self.rate(body[8..<18]), channels: Int(bigEndianBytes: body[..<2]))
    bits = Int(bigEndianBytes: body[6..<8])
    compression = body.count >= 22 ? FourCC(rawValue: UInt32(bigEndianBytes: body[18..<22])) : "NONE"
  }

  /// Returns the integer part of an IEEE 754 number of 80 bits (sign, 15 bits of exponent, 64 of mantissa with the
  /// leading one); 0 when that cannot be a sample rate.
  private static func rate(_ bytes: ArraySlice<UInt8>) -> Int {
    let exponent = Int(bigEndianBytes: bytes.prefix(2)) - 16383
    let mantissa = UInt64(bigEndianBytes: bytes.dropFirst(2))
    return (0...31).contains(exponent) ? Int(mantissa >> UInt64(63 - exponent)) : 0
  }

  /// The coding of the samples; nil when they are compressed or of an unknown size.
  var coding: SampleCoding? {
    func linear(_ kind: SampleCoding.Kind, bytes: Int, isBigEndian: Bool = true) -> SampleCoding? {
      (1...4).contains(bytes) || (kind == .float && bytes == 8)
        ? SampleCoding(kind: kind, bytes: bytes, isBigEndian: isBigEndian) : nil
    }
    let bytes = (bits + 7) / 8
    return switch compression {
    case "NONE", "twos": linear(.signed, bytes: bytes)
    case "sowt": linear(.signed, bytes: bytes, isBigEndian: false)
    case "raw ": linear(.unsigned, bytes: bytes)
    case "in24": linear(.signed, bytes: 3)
    case "in32": linear(.signed, bytes: 4)
    case "42ni": linear(.signed, bytes: 3, isBigEndian: false)
    case "23ni": linear(.signed, bytes: 4, isBigEndian: false)
    case "fl32", "FL32": linear(.float, bytes: 4)
    case "fl64", "FL64": linear(.float, bytes: 8)
    case "alaw", "ALAW": linear(.aLaw, bytes: 1)
    case "ulaw", "ULAW": linear(.muLaw, bytes: 1)
    default: nil
    }
  }

  /// The name of a file that cannot be played.
  var kind: String {
    guard compression != "NONE", compression.isPrintable else { return "an AIFF file of samples that no file has" }
    let name = CleanText.singleLine(compression.text)
    return "an AIFF file of compression \(name)"
  }
}
