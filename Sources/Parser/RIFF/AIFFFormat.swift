import AudioCore

/// The content of an AIFF file's COMM chunk.
struct AIFFFormat: Sendable {
  /// Maximum number of bytes of the chunk that are read.
  static let longest = 22

  /// Sample rate and channels.
  let audio: AudioFormat
  private let bits: Int
  /// The four letters of AIFC's compression; `NONE` in AIFF.
  private let compression: UInt32

  /// Reads `body`, the first ``longest`` bytes of the chunk or all of it; nil when it is too short.
  init?(_ body: [UInt8]) {
    guard body.count >= 18 else { return nil }
    audio = AudioFormat(sampleRate: Self.rate(body[8..<18]), channels: Int(body[0]) << 8 | Int(body[1]))
    bits = Int(body[6]) << 8 | Int(body[7])
    compression =
      body.count >= 22 ? body[18..<22].reduce(0) { $0 << 8 | UInt32($1) } : ChunkReader.name("NONE")
  }

  /// Returns the integer part of an IEEE 754 number of 80 bits (sign, 15 bits of exponent, 64 of mantissa with the
  /// leading one); 0 when that cannot be a sample rate.
  private static func rate(_ bytes: ArraySlice<UInt8>) -> Int {
    let exponent = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) } - 16383
    let mantissa = bytes.dropFirst(2).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
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
    case ChunkReader.name("NONE"), ChunkReader.name("twos"): linear(.signed, bytes: bytes)
    case ChunkReader.name("sowt"): linear(.signed, bytes: bytes, isBigEndian: false)
    case ChunkReader.name("raw "): linear(.unsigned, bytes: bytes)
    case ChunkReader.name("in24"): linear(.signed, bytes: 3)
    case ChunkReader.name("in32"): linear(.signed, bytes: 4)
    case ChunkReader.name("42ni"): linear(.signed, bytes: 3, isBigEndian: false)
    case ChunkReader.name("23ni"): linear(.signed, bytes: 4, isBigEndian: false)
    case ChunkReader.name("fl32"), ChunkReader.name("FL32"): linear(.float, bytes: 4)
    case ChunkReader.name("fl64"), ChunkReader.name("FL64"): linear(.float, bytes: 8)
    case ChunkReader.name("alaw"), ChunkReader.name("ALAW"): linear(.aLaw, bytes: 1)
    case ChunkReader.name("ulaw"), ChunkReader.name("ULAW"): linear(.muLaw, bytes: 1)
    default: nil
    }
  }

  /// The name of a file that cannot be played.
  var kind: String {
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: compression >> $0) }
    guard compression != ChunkReader.name("NONE"), letters.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return "an AIFF file of samples that no file has"
    }
    let name = CleanText.singleLine(String(decoding: letters, as: UTF8.self))
    return "an AIFF file of compression \(name)"
  }
}
