import Bytes

/// Walks through the codebooks of a Vorbis set-up header (Vorbis I, 3.2.1 and 4.2.4) to check their sizes: a few bytes
/// can announce tables of megabytes, 256 times over, which a decoder builds before it decodes any sound.
struct VorbisCodebooks {
  /// Maximum count of numbers in all tables; existing encoders make up to 100,000.
  private static let maximumNumbers = 1 << 20
  /// Maximum number of entries in all books.
  private static let maximumEntries = 1 << 18

  private var header: BitReader

  /// True when the tables of `header`, the whole packet, have sizes that occur in music, as far as they can be read.
  static func areReasonable(_ header: [UInt8]) -> Bool {
    var books = VorbisCodebooks(header: BitReader(header[...], .lowestFirst, at: 8 * VorbisMapping.mark(5).count))
    var numbers = 0
    var entries = 0
    guard let count = books.header.bits(8) else { return true }
    for _ in 0...count {
      guard let book = books.next() else { return true }
      entries += book.entries
      numbers += book.entries * book.dimensions
      if entries > maximumEntries || numbers > maximumNumbers { return false }
    }
    return true
  }

  /// Returns the number of entries of the next book and the dimensions of its table, 0 without one; nil when it is
  /// broken.
  private mutating func next() -> (entries: Int, dimensions: Int)? {
    guard header.bits(24) == 0x564342, let dimensions = header.bits(16), let entries = header.bits(24) else {
      return nil
    }
    guard entries <= Self.maximumEntries else { return (entries, 0) }
    guard let isOrdered = header.bits(1), (isOrdered == 1 ? passRuns(entries) : passLengths(entries)) != nil,
      let lookup = header.bits(4), lookup <= 2
    else { return nil }
    guard lookup > 0 else { return (entries, 0) }
    guard dimensions > 0, header.skip(64) != nil, let width = header.bits(4).map({ $0 + 1 }), header.skip(1) != nil
    else { return nil }
    let values = lookup == 1 ? Self.root(of: entries, dimensions) : entries * dimensions
    return header.skip(values * width).map { (entries, dimensions) }
  }

  /// Skips code word lengths in ascending order: the number of entries for each length.
  private mutating func passRuns(_ entries: Int) -> Void? {
    guard var length = header.bits(5) else { return nil }
    var entry = 0
    while entry < entries {
      guard length < 32, let run = header.bits(Int.bitWidth - (entries - entry).leadingZeroBitCount) else { return nil }
      entry += run
      length += 1
    }
    return entry == entries ? () : nil
  }

  /// Skips code word lengths one by one; a sparse book omits those of unused entries.
  private mutating func passLengths(_ entries: Int) -> Void? {
    guard let isSparse = header.bits(1) else { return nil }
    guard isSparse == 1 else { return header.skip(5 * entries) }
    for _ in 0..<entries {
      guard let isUsed = header.bits(1), header.skip(5 * isUsed) != nil else { return nil }
    }
    return ()
  }

  /// Returns the largest number whose power by `exponent` is at most `number`.
  private static func root(of number: Int, _ exponent: Int) -> Int {
    func isPower(_ base: Int) -> Bool {
      var power = 1
      for _ in 0..<exponent {
        power *= base
        if power > number { return false }
      }
      return true
    }
    var base = 1
    while base < number, isPower(base + 1) { base += 1 }
    return number > 0 ? base : 0
  }
}
