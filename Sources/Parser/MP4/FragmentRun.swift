/// Samples of one track that lie one behind the other, by a track run box, `trun` (ISO/IEC 14496-12 8.8.8). The table
/// is kept as it came.
struct FragmentRun: Sendable {
  /// What holds for samples of which the table says nothing.
  struct Defaults: Sendable {
    /// In units of the track's time scale.
    var duration = 0
    /// In bytes.
    var size = 0
  }

  /// Longest sample that is believed, in bytes.
  static let longestSample = 1 << 20
  /// A place that is further on in the stream than this is none, in bytes: sums of sizes must not overflow.
  private static let farthest = 1 << 60

  /// Where the next sample begins, in bytes from the start of the stream.
  private(set) var offset: Int
  /// When the next sample is decoded, in units of the track's time scale.
  private(set) var time: Int
  /// Samples that are left.
  private(set) var count: Int
  /// Where the last one ends.
  let end: Int
  /// When the last one ends.
  let endTime: Int

  private let table: [UInt8]
  private let stride: Int
  private let durationOffset: Int?
  private let sizeOffset: Int?
  private let defaults: Defaults
  private var row = 0

  /// Reads the box's `body`. Offsets count from `base`; a run without one begins at `next`, at `time`. Nil when it is
  /// broken.
  init?(_ body: ArraySlice<UInt8>, base: Int, next: Int, time: Int, defaults: Defaults) {
    var reader = ByteReader(body)
    guard let flags = reader.integer(4), let count = reader.integer(4) else { return nil }
    var offset = next
    if flags & 0x1 != 0 {
      guard let relative = reader.integer(4) else { return nil }
      offset = base + Int(Int32(truncatingIfNeeded: relative))
    }
    if flags & 0x4 != 0, reader.skip(4) == nil { return nil }  // the first sample's flags
    var stride = 0
    func column(_ flag: Int) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { stride += 4 }
      return stride
    }
    durationOffset = column(0x100)
    sizeOffset = column(0x200)
    _ = column(0x400)
    _ = column(0x800)
    let (rows, isTooMuch) = count.multipliedReportingOverflow(by: stride)
    guard !isTooMuch, let table = reader.bytes(rows) else { return nil }
    // Without a table the number of samples costs nothing, so each must at least have a size.
    guard stride > 0 || (1...Self.longestSample).contains(defaults.size), (0...Self.farthest).contains(offset)
    else { return nil }
    self.table = Array(table)
    self.stride = stride
    self.defaults = defaults
    self.offset = offset
    self.time = time
    self.count = count
    var (end, endTime) = (offset, time)
    if stride == 0 {
      end += count * defaults.size
      endTime &+= count &* defaults.duration
    }
    for row in 0..<(stride == 0 ? 0 : count) {
      let size = Self.number(self.table, row * stride, sizeOffset) ?? defaults.size
      guard size <= Self.longestSample else { return nil }
      end += size
      endTime &+= Self.number(self.table, row * stride, durationOffset) ?? defaults.duration
    }
    self.end = end
    self.endTime = endTime
  }

  /// Bytes of memory that its table takes.
  var memory: Int { table.capacity }

  private static func number(_ table: [UInt8], _ row: Int, _ column: Int?) -> Int? {
    column.map { column in table[(row + column)..<(row + column + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Bytes of the next sample.
  var size: Int { Self.number(table, row, sizeOffset) ?? defaults.size }

  /// How long the next sample is, in units of the track's time scale.
  var duration: Int { Self.number(table, row, durationOffset) ?? defaults.duration }

  /// Passes over the next sample; there must be one.
  mutating func advance() {
    offset += size
    time &+= duration
    row += stride
    count -= 1
  }
}
