import Bytes
import Spectrum
import SystemSupport

/// The frames of a spectrum as an archive of arrays for numpy (`numpy.load`, without pickle): `times` (s, float64),
/// `bands` (their centres in Hz, float64) and `levels` (dBFS, float32, frames × rows × bands).
///
/// The archive is a ZIP file whose entries are stored without compression (numpy's format NPY 1.0 in PKWARE's
/// APPNOTE 6.3, with the 64-bit sizes of 4.5.3). Frames wait on the disk until their number is known, so memory does not
/// grow with it.
final class NumpyArchive {
  private let file: GrowingFile
  private let levels: NamelessFile
  private let times: NamelessFile
  private var waitingTimes: [Double] = []
  private var frames = 0
  private var rows = 0
  private var bands: [Double] = []

  /// An archive in `file`, to which nothing was written.
  init(_ file: GrowingFile) throws(SystemError) {
    self.file = file
    levels = try NamelessFile(in: file.folder, for: file.path)
    times = try NamelessFile(in: file.folder, for: file.path)
  }

  /// Appends the levels of a frame to `bytes`, which go to ``write(_:)``.
  func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    switch event {
    case .header(let header):
      rows = header.rows
      bands = header.layout.bands.map(\.center)
    case .frame(let frame):
      frame.levels.withUnsafeBytes { bytes.append(contentsOf: $0) }
      waitingTimes.append(frame.time)
      frames += 1
    case .metadata: break
    }
  }

  /// Takes levels of frames.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Self.append(bytes, to: levels)
    try Self.append(waitingTimes, to: times)
    waitingTimes.removeAll(keepingCapacity: true)
  }

  /// Writes the whole archive.
  func finish() throws(SystemError) {
    try write([])
    let centres = try NamelessFile(in: file.folder, for: file.path)
    try Self.append(bands, to: centres)
    var archive = StoredArchive(file)
    try archive.add("times.npy", head: Self.head("<f8", [frames]), body: times)
    try archive.add("bands.npy", head: Self.head("<f8", [bands.count]), body: centres)
    try archive.add("levels.npy", head: Self.head("<f4", [frames, rows, bands.count]), body: levels)
    try archive.finish()
  }

  private static func append(_ numbers: [some BitwiseCopyable], to file: NamelessFile) throws(SystemError) {
    try numbers.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try file.append(bytes) }
  }

  /// Returns the bytes before an array in the format NPY 1.0: magic number, version, length and description, which
  /// spaces fill to a multiple of 64 bytes.
  static func head(_ type: String, _ shape: [Int]) -> [UInt8] {
    let sizes = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var text = Array("{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sizes)), }".utf8)
    let fill = 63 - (10 + text.count) % 64
    text += [UInt8](repeating: UInt8(ascii: " "), count: fill) + [UInt8(ascii: "\n")]
    return [0x93] + Array("NUMPY".utf8) + [1, 0] + UInt16(text.count).littleEndianBytes + text
  }
}

/// A ZIP file whose entries are stored without compression, with 64-bit sizes throughout (PKWARE, APPNOTE 6.3.10). All
/// entries have the first date of the format, so that the same entries give the same bytes.
struct StoredArchive {
  private let file: GrowingFile
  private var position = 0
  private var directory: [UInt8] = []
  private var count = 0

  /// The version that reads 64-bit sizes (4.4.3.2).
  private static let version = UInt16(45)
  /// 1 January 1980, 0:00, as time and date (4.4.6).
  private static let dated: [UInt8] = [0, 0, 0x21, 0]
  /// A size or a place that stands in the extra field of 64 bits (4.5.3).
  private static let extended = UInt32.max.littleEndianBytes

  /// An archive in `file`, to which nothing was written.
  init(_ file: GrowingFile) { self.file = file }

  /// Adds an entry with the bytes of `head` and `body`. Throws `.cannotWrite`.
  mutating func add(_ name: String, head: [UInt8], body: NamelessFile) throws(SystemError) {
    var sum = ReflectedCRC32()
    head.withUnsafeBytes { sum.add($0) }
    try body.read { (bytes) throws(SystemError) in sum.add(bytes) }
    let size = UInt64(head.count + body.count).littleEndianBytes
    let name = Array(name.utf8)
    // Flags and method (none, stored), time and date, checksum, both sizes, length of the name.
    var common: [UInt8] = [0, 0, 0, 0]
    common += Self.dated
    common += sum.value.littleEndianBytes
    common += Self.extended
    common += Self.extended
    common += UInt16(name.count).littleEndianBytes
    let version = Self.version.littleEndianBytes
    let start = position
    var entry = Self.mark(3, 4) + version + common
    entry += UInt16(20).littleEndianBytes + name
    entry += [1, 0] + UInt16(16).littleEndianBytes
    try append(entry + size + size + head)
    try body.read { (bytes) throws(SystemError) in try file.append(bytes) }
    position += body.count
    directory += Self.mark(1, 2) + version + version + common + UInt16(28).littleEndianBytes
    // No comment, disk 0, no attributes; the place stands in the extra field.
    directory += [UInt8](repeating: 0, count: 10) + Self.extended + name
    directory += [1, 0] + UInt16(24).littleEndianBytes
    directory += size + size + UInt64(start).littleEndianBytes
    count += 1
  }

  /// Writes the directory, its 64-bit end, the place of that, and the end (4.3.12 to 4.3.16). Throws `.cannotWrite`.
  mutating func finish() throws(SystemError) {
    let (start, size) = (position, directory.count)
    let number = UInt64(count).littleEndianBytes
    var end = Self.mark(6, 6) + UInt64(44).littleEndianBytes
    end += Self.version.littleEndianBytes + Self.version.littleEndianBytes + [UInt8](repeating: 0, count: 8)
    end += number + number + UInt64(size).littleEndianBytes + UInt64(start).littleEndianBytes
    let place = Self.mark(6, 7) + [0, 0, 0, 0] + UInt64(start + size).littleEndianBytes + [1, 0, 0, 0]
    let plainEnd = Self.mark(5, 6) + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + Self.extended + Self.extended + [0, 0]
    try append(directory + end + place + plainEnd)
  }

  private mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    try file.append(bytes)
    position += bytes.count
  }

  private static func mark(_ first: UInt8, _ second: UInt8) -> [UInt8] { [0x50, 0x4B, first, second] }
}
