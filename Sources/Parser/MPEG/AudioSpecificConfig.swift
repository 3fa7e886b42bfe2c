import Bytes

/// The configuration of an AAC decoder in MP4 (ISO/IEC 14496-3 1.6.2.1), turned into the ADTS headers that our decoder
/// reads.
struct AudioSpecificConfig: Sendable, Equatable {
  /// The result of reading a configuration.
  enum Reading: Equatable {
    case config(AudioSpecificConfig)
    /// A coding that ADTS cannot carry, by its name.
    case unsupported(kind: String)
  }

  /// Audio object type minus one: main, LC, SSR, LTP.
  private let profile: Int
  /// Index of the core's sample rate in ``ADTSHeader/sampleRates``.
  private let rateIndex: Int
  /// Channel configuration, 1…7.
  private let channels: Int

  /// The sample rate index that means that the rate itself follows, in 24 bits.
  private static let explicitRate = 15

  /// Reads the bytes of a decoder's configuration.
  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    var bits = Bits(bytes)
    var type = bits.objectType()
    let rateIndex = bits.rateIndex()
    let channels = bits.read(4)
    // Band replication (5) and parametric stereo (29) are stated in front of the core's type, which does not mention
    // them.
    if type == 5 || type == 29 {
      _ = bits.rateIndex()
      type = bits.objectType()
    }
    guard (1...4).contains(type) else { return .unsupported(kind: name(of: type)) }
    let hasShortFrames = bits.read(1) == 1
    guard !bits.isShort, let rateIndex else { return .unsupported(kind: "AAC of an unusual sample rate") }
    guard !hasShortFrames else { return .unsupported(kind: "AAC in frames of 960 samples") }
    guard (1...7).contains(channels) else { return .unsupported(kind: "AAC of an unusual channel layout") }
    return .config(AudioSpecificConfig(profile: type - 1, rateIndex: rateIndex, channels: channels))
  }

  private static func name(of type: Int) -> String {
    switch type {
    case 23: "AAC-LD"
    case 34: "MP3 as an MPEG-4 object"
    case 36: "MPEG-4 ALS"
    case 39: "AAC-ELD"
    case 42: "xHE-AAC (USAC)"
    default: "MPEG-4 audio of object type \(type)"
    }
  }

  /// Returns `frame` behind an ADTS header (ISO/IEC 14496-3 1.A.2); nil when it is too long for one.
  func framed(_ frame: [UInt8]) -> (header: ADTSHeader, bytes: [UInt8])? {
    let length = ADTSHeader.size + frame.count
    guard length < 1 << 13 else { return nil }
    let fields = [profile << 14, rateIndex << 10, channels << 6, length >> 11]
    let word = fields.reduce(UInt32(0xFFF1_0000)) { $0 | UInt32($1) }
    // Behind the length: a buffer fullness that means variable rate, and one block of data.
    let rest = (UInt8(length >> 3 & 0xFF), UInt8((length & 7) << 5) | 0x1F, UInt8(0xFC))
    guard let header = ADTSHeader(word: word, rest: rest) else { return nil }
    return (header, word.bigEndianBytes + [rest.0, rest.1, rest.2] + frame)
  }

  /// Bits from the front; zeros behind the end.
  private struct Bits {
    private var reader: BitReader
    private let count: Int
    /// Bytes of the fields that are read: 83 bits at most.
    private static let maximumBytes = 11

    init(_ bytes: ArraySlice<UInt8>) {
      reader = BitReader(bytes + [UInt8](repeating: 0, count: Self.maximumBytes), .highestFirst)
      count = 8 * bytes.count
    }

    /// True when more bits were read than there are.
    var isShort: Bool { reader.place > count }

    mutating func read(_ number: Int) -> Int { reader.bits(number) ?? 0 }

    mutating func objectType() -> Int {
      let type = read(5)
      return type == 31 ? 32 + read(6) : type
    }

    /// Reads an index in the table of sample rates; nil when the rate is not in it.
    mutating func rateIndex() -> Int? {
      let index = read(4)
      if index == explicitRate { return ADTSHeader.sampleRates.firstIndex(of: read(24)) }
      return index < ADTSHeader.sampleRates.count ? index : nil
    }
  }
}
