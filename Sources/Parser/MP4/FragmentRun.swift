import Bytes

/// Consecutive samples of one track, as a track run box, `trun`, lists them (ISO/IEC 14496-12 8.8.8). The table is kept
/// as it came.
struct FragmentRun: Sendable {
  /// The values that hold for samples when the table does not state them.
  struct Defaults: Sendable {
    /// Duration in units of the track's time scale.
    var duration = 0
    /// Size in bytes.
    var size = 0
  }

  /// Longest sample that is accepted, in bytes.
  static let maximumSampleLength = 1 << 20
  /// Farthest place in the stream that is accepted, in bytes: sums of sizes must not overflow.
  private static let farthest = 1 << 60

  /// Where the next sample begins, in bytes from the start of the stream.
  private(set) var offset: Int
  /// When the next sample is decoded, in units of the track's time scale.
  private(set) var time: Int
  /// Number of samples left.
  private(set) var count: Int
  /// Where the last sample ends, in bytes from the start of the stream.
  let end: Int
  /// When the last sample ends, in units of the track's time scale.
  let endTime: Int

  private let table: [UInt8]
  private let stride: Int
  private let durationOffset: Int?
  private let sizeOffset: Int?
  private let defaults: Defaults
  private var row = 0

  /// Reads the box's `body`. Offsets count from `base`; a run without an offset begins at `next`. The first sample
  /// begins at `time`. Nil when the box is broken.
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
    // Without a table a large number of samples costs no bytes, so each must at least have a size.
    guard stride > 0 || (1...Self.maximumSampleLength).contains(defaults.size), (0...Self.farthest).contains(offset)
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
      guard size <= Self.maximumSampleLength else { return nil }
      end += size
      endTime &+= Self.number(self.table, row * stride, durationOffset) ?? defaults.duration
    }
    self.end = end
    self.endTime = endTime
  }

  /// Bytes of memory that its table takes.
  var memory: Int { table.capacity }

  private static func number(_ table: [UInt8], _ row: Int, _ column: Int?) -> Int? {
    column.map { column in Int(bigEndianBytes: table[(row + column)..<(row + column + 4)]) }
  }

  /// Bytes of the next sample.
  var size: Int { Self.number(table, row, sizeOffset) ?? defaults.size }

  /// Duration of the next sample, in units of the track's time scale.
  var duration: Int { Self.number(table, row, durationOffset) ?? defaults.duration }

  /// Moves past the next sample; there must be one.
  mutating func advance() {
    offset += size
    time &+= duration
    row += stride
    count -= 1
  }
}
