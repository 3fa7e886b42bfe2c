/// Walks through the codebooks of a Vorbis set-up header (Vorbis I, 3.2.1 and 4.2.4) to check their sizes: a few bytes
/// can announce tables of megabytes, 256 times over, which a decoder builds before it decodes any sound.
struct VorbisCodebooks {
  /// Maximum count of numbers in all tables; existing encoders make up to 100,000.
  private static let mostNumbers = 1 << 20
  /// Maximum number of entries in all books.
  private static let mostEntries = 1 << 18

  private let header: [UInt8]
  /// The place of the next bit.
  private var place: Int

  /// True when the tables of `header`, the whole packet, have sizes that occur in music, as far as they can be read.
  static func areReasonable(_ header: [UInt8]) -> Bool {
    var books = VorbisCodebooks(header: header, place: 8 * VorbisMapping.mark(5).count)
    var numbers = 0
    var entries = 0
    guard let count = books.bits(8) else { return true }
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
    guard bits(24) == 0x564342, let dimensions = bits(16), let entries = bits(24) else { return nil }
    guard entries <= Self.mostEntries else { return (entries, 0) }
    guard let isOrdered = bits(1), (isOrdered == 1 ? passRuns(entries) : passLengths(entries)) != nil,
      let lookup = bits(4), lookup <= 2
    else { return nil }
    guard lookup > 0 else { return (entries, 0) }
    guard dimensions > 0, pass(64) != nil, let width = bits(4).map({ $0 + 1 }), pass(1) != nil else { return nil }
    let values = lookup == 1 ? Self.root(of: entries, dimensions) : entries * dimensions
    return pass(values * width).map { (entries, dimensions) }
  }

  /// Skips code word lengths in ascending order: the number of entries for each length.
  private mutating func passRuns(_ entries: Int) -> Void? {
    guard var length = bits(5) else { return nil }
    var entry = 0
    while entry < entries {
      guard length < 32, let run = bits(Int.bitWidth - (entries - entry).leadingZeroBitCount) else { return nil }
      entry += run
      length += 1
    }
    return entry == entries ? () : nil
  }

  /// Skips code word lengths one by one; a sparse book omits those of unused entries.
  private mutating func passLengths(_ entries: Int) -> Void? {
    guard let isSparse = bits(1) else { return nil }
    guard isSparse == 1 else { return pass(5 * entries) }
    for _ in 0..<entries {
      guard let isUsed = bits(1), pass(5 * isUsed) != nil else { return nil }
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

  /// Returns the next `count` bits, at most 32, the lowest first; nil when there are fewer.
  private mutating func bits(_ count: Int) -> Int? {
    let start = place
    guard pass(count) != nil else { return nil }
    var value = 0
    for bit in (start..<place).reversed() { value = value << 1 | Int(header[bit >> 3] >> UInt8(bit & 7) & 1) }
    return value
  }

  private mutating func pass(_ count: Int) -> Void? {
    guard count <= 8 * header.count - place else { return nil }
    place += count
    return ()
  }
}
