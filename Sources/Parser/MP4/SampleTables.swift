import Bytes

/// The tables that locate the samples of a track in an MP4 file without fragments (ISO/IEC 14496-12 8.6.1.2, 8.7.3 to
/// 8.7.5), kept as they came.
///
/// Only received bytes are kept, at most ``maximumBytes`` of them; the length that a table states for itself reserves
/// nothing. Three hours of AAC at 48 kHz take 2 MiB, with a chunk for each sample 4 MiB.
struct SampleTables: Sendable, Equatable {
  /// Maximum number of bytes of all tables of a track: 27 hours of AAC at 44.1 kHz, with a chunk for each sample.
  static let maximumBytes = 32 << 20

  /// The boxes that are kept.
  private static let types: Set<FourCC> = ["stsz", "stz2", "stsc", "stco", "co64", "stts"]

  /// The numbers of the sample descriptions whose samples are sound of the track's coding.
  var descriptions: Set = [1]
  /// The bodies of boxes, with version and flags.
  private var bodies: [FourCC: [UInt8]] = [:]

  /// Bytes of memory that the tables take.
  var memory: Int { bodies.values.reduce(0) { $0 + $1.capacity } }

  /// True when a table was too long to be kept.
  private(set) var isTooLong = false

  /// Begins a box of the sample table, of `size` bytes. False when the box is not kept: it is of another type, came
  /// before, or is too long.
  mutating func begin(_ type: FourCC, size: Int) -> Bool {
    guard Self.types.contains(type), bodies[type] == nil else { return false }
    guard memory + size <= Self.maximumBytes else {
      isTooLong = true
      return false
    }
    bodies[type] = []
    return true
  }

  /// Appends `bytes` to the table that has begun, of which `left` bytes are still to come, these included.
  mutating func append(_ bytes: [UInt8], to type: FourCC, left: Int) {
    guard var body = bodies.removeValue(forKey: type) else { return }
    let needed = body.count + bytes.count
    // The capacity doubles as that of arrays does, but not beyond the table's end.
    if needed > body.capacity { body.reserveCapacity(min(max(needed, 2 * body.capacity), body.count + left)) }
    body += bytes
    bodies[type] = body
  }

  /// The sizes of samples in bytes.
  var sizes: Sizes? {
    if let body = bodies["stsz"] { return Sizes(body, isCompact: false) }
    return bodies["stz2"].flatMap { Sizes($0, isCompact: true) }
  }

  /// Where the chunks begin, in bytes from the file's start.
  var chunkOffsets: Rows? {
    if let body = bodies["stco"] { return Rows(body, columns: [4]) }
    return bodies["co64"].flatMap { Rows($0, columns: [8]) }
  }

  /// The number of samples in chunks: the first chunk of a run, the samples of each chunk, and their description.
  var chunkRuns: Rows? { bodies["stsc"].flatMap { Rows($0, columns: [4, 4, 4]) } }

  /// The durations of samples: a number of samples, and their duration in units of the track's time scale.
  var durations: Rows? { bodies["stts"].flatMap { Rows($0, columns: [4, 4]) } }

  /// A table of rows of big-endian numbers behind their count.
  struct Rows: Sendable {
    private static let headSize = 8
    private let body: [UInt8]
    private let columns: [Int]
    private let stride: Int
    /// Number of rows that are there.
    let count: Int

    /// Reads a table's `body`, rows of numbers of `columns` bytes; nil when it has no head.
    init?(_ body: [UInt8], columns: [Int]) {
      guard body.count >= Self.headSize else { return nil }
      self.body = body
      self.columns = columns
      stride = columns.reduce(0, +)
      count = min(Int(SampleTables.number(body, at: 4, size: 4)), (body.count - Self.headSize) / stride)
    }

    /// The number in `row` and `column`, at most `Int.max`.
    subscript(row: Int, column: Int) -> Int {
      let place = Self.headSize + row * stride + columns[..<column].reduce(0, +)
      return Int(clamping: SampleTables.number(body, at: place, size: columns[column]))
    }
  }

  /// A table of sizes: one for all samples, or one for each, of 4, 8, 16 or 32 bits.
  struct Sizes: Sendable {
    private static let headSize = 12
    private let body: [UInt8]
    private let bits: Int
    /// The size of all samples; 0 when each has its own.
    private let common: Int
    /// Number of samples.
    let count: Int

    /// Reads a table's `body`; nil when it is broken.
    init?(_ body: [UInt8], isCompact: Bool) {
      guard body.count >= Self.headSize else { return nil }
      self.body = body
      let word = Int(SampleTables.number(body, at: 4, size: 4))
      bits = isCompact ? word & 0xFF : 32
      common = isCompact ? 0 : word
      guard [4, 8, 16, 32].contains(bits) else { return nil }
      let stated = Int(SampleTables.number(body, at: 8, size: 4))
      count = common > 0 ? stated : min(stated, (body.count - Self.headSize) * 8 / bits)
    }

    /// The size of the sample at `index`, in bytes.
    subscript(index: Int) -> Int {
      if common > 0 { return common }
      let place = Self.headSize + index * bits / 8
      if bits == 4 { return Int(body[place] >> (index % 2 == 0 ? 4 : 0)) & 0xF }
      return Int(SampleTables.number(body, at: place, size: bits / 8))
    }
  }

  fileprivate static func number(_ bytes: [UInt8], at place: Int, size: Int) -> UInt64 {
    UInt64(bigEndianBytes: bytes[place..<(place + size)])
  }
}
