import Bytes

/// Walks through the codebooks of a Vorbis set-up header (Vorbis I, 3.2.1 and 4.2.4) to check their sizes: a few bytes
/// can announce tables of megabytes, 256 times over, which a decoder builds before it decodes any sound.
struct VorbisCodebooks {
  /// Maximum count of numbers in all tables; existing encoders make up to 100,000.
  private static let mostNumbers = 1 << 20
  /// Maximum number of entries in all books.
  private static let mostEntries = 1 << 18

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
      if entries > mostEntries || numbers > mostNumbers { return false }
    }
    return true
  }

  /// Returns the number of entries of the next book and the dimensions of its table, 0 without one; nil when it is
  /// broken.
  private mutating func next() -> (entries: Int, dimensions: Int)? {
    guard header.bits(24) == 0x564342, let dimensions = header.bits(16), let entries = header.bits(24) else {
      return nil
    }
    guard entries <= Self.mostEntries else { return (entries, 0) }
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

/// Finds the modes in a Vorbis set-up header (Vorbis I, 4.2.4), which determine the block length of every packet.
///
/// The modes stand at the end, behind codebooks that would all have to be parsed to be skipped. So they are read
/// backwards from the last bit, which is 1: each mode takes 41 bits of which 32 must be 0, and in front of the first
/// mode stands their number.
enum VorbisModes {
  private static let most = 64

  /// Returns for each mode whether its blocks are long; nil when there are no plausible modes.
  static func read(_ header: [UInt8]) -> [Bool]? {
    var reader = BitReader(header[...], .lowestFirst)
    func bits(_ count: Int, before end: Int) -> Int? {
      reader.place = end - count
      return reader.bits(count)
    }
    guard let last = header.lastIndex(where: { $0 != 0 }) else { return nil }
    var end = last * 8 + UInt8.bitWidth - 1 - header[last].leadingZeroBitCount
    var flags: [Bool] = []
    var found: [Bool]?
    let first = VorbisMapping.mark(5).count * 8
    while flags.count < most, end - modeSize - countSize >= first {
      guard let mapping = bits(mappingSize, before: end), let number = bits(countSize, before: end - modeSize) else {
        break
      }
      let isPlausible =
        mapping < most && bits(typeSize, before: end - mappingSize) == 0
        && bits(typeSize, before: end - mappingSize - typeSize) == 0
      guard isPlausible else { break }
      end -= modeSize
      flags.append(bits(1, before: end + 1) == 1)
      if number + 1 == flags.count { found = flags.reversed() }
    }
    return found
  }

  /// Bits of a mode: the block flag, the types of window and transform, and the number of the mapping.
  private static let modeSize = 1 + 2 * typeSize + mappingSize
  private static let typeSize = 16
  private static let mappingSize = 8
  private static let countSize = 6
}
