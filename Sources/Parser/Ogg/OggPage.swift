import Bytes

/// One page of an Ogg stream (RFC 3533, 6): packets of one logical stream. The first may have begun on the page before,
/// and the last may continue on the next.
struct OggPage: Sendable {
  /// The part of a packet on this page.
  struct Piece: Sendable {
    /// Its place in ``OggPage/bytes``.
    var range: Range<Int>
    /// True when the packet ends with this piece.
    var isLast: Bool
  }

  /// Bytes of a page's head, without its segment table.
  static let headSize = 27
  /// The place of the number of segments in the head.
  static let segmentCountPlace = 26
  /// The place of the flags in the head.
  static let flagsPlace = 5
  /// The flag of the first page of a logical stream.
  static let beginningFlag: UInt8 = 2
  /// The mark that a page begins with.
  static let mark: StaticString = "OggS"

  /// The whole page.
  let bytes: [UInt8]
  /// The serial number of the logical stream that it belongs to.
  let serial: UInt32
  /// The number of the page in that stream.
  let sequence: UInt32
  /// The position in the sound at the end of the last packet that ends on this page, in the unit of the coding; nil
  /// when no packet ends here, or the position is below 0.
  let granule: Int64?
  /// The pieces of packets on this page, in order.
  let pieces: [Piece]

  /// True when its first piece continues a packet of the page before.
  var isContinued: Bool { bytes[Self.flagsPlace] & 1 != 0 }
  /// True for the first page of a logical stream.
  var isBeginning: Bool { bytes[Self.flagsPlace] & Self.beginningFlag != 0 }
  /// True for the last page of a logical stream.
  var isEnd: Bool { bytes[Self.flagsPlace] & 4 != 0 }

  /// Reads a page from `bytes`, which are whole and have a right checksum.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let position = Int64(littleEndianBytes: bytes[6..<14])
    granule = position >= 0 ? position : nil
    serial = UInt32(littleEndianBytes: bytes[14..<18])
    sequence = UInt32(littleEndianBytes: bytes[18..<22])
    let body = Self.headSize + Int(bytes[Self.segmentCountPlace])
    var pieces: [Piece] = []
    var start = body
    var end = body
    for length in bytes[Self.headSize..<body] {
      end += Int(length)
      guard length < 255 else { continue }
      pieces.append(Piece(range: start..<end, isLast: true))
      start = end
    }
    if end > start { pieces.append(Piece(range: start..<end, isLast: false)) }
    self.pieces = pieces
  }
}

/// Cuts an Ogg stream into pages, and finds the next valid page behind bytes that are in none. It stores no bytes
/// itself; for an incomplete page it requests at most 65,307 bytes.
struct OggPageReader: Sendable {
  /// The result of ``next(from:isEnd:within:)``.
  enum Step {
    /// A whole page with a right checksum.
    case page(OggPage)
    /// The number of bytes that the queue must hold to continue; at the end of the stream no page follows.
    case needMore(Int)
    /// This many bytes, which are in no page, were dropped.
    case passed(Int)
  }

  /// Number of times that something else stood where a page had to begin.
  private(set) var resyncs = 0
  private var isInStep = true
  /// Bytes that may still be checksummed in vain. Each dropped byte adds ``budgetPerByte``, which bounds the cost of
  /// false pages.
  private(set) var searchBudget = 16 << 20
  private static let budgetPerByte = 64

  private static let versionPlace = 4
  private static let knownFlags: UInt8 = 7

  /// Returns the next page, or drops bytes in front of it, at most `limit` + 1 at once.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool, within limit: Int) -> Step {
    guard queue.count > 0 else { return .needMore(1) }
    switch queue.compare(OggPage.mark, at: 0) {
    case .tooShort: return .needMore(queue.count + 1)  // one more byte may already rule out the mark
    case .differs:
      // Behind a bad mark the search continues at the very next byte: a page may begin inside the bytes taken for one.
      let place = queue.firstIndex(of: OggPage.mark.utf8Start[0], from: 1) ?? queue.count
      return pass(min(place, max(0, limit) + 1), &queue)
    case .equal: break
    }
    guard queue.count >= OggPage.headSize else { return .needMore(OggPage.headSize) }
    guard queue[Self.versionPlace] == 0, queue[OggPage.flagsPlace] <= Self.knownFlags else { return pass(1, &queue) }
    var length = OggPage.headSize + Int(queue[OggPage.segmentCountPlace])
    guard queue.count >= length else { return isEnd ? pass(1, &queue) : .needMore(length) }
    for place in OggPage.headSize..<length { length += Int(queue[place]) }
    guard queue.count >= length else { return isEnd ? pass(1, &queue) : .needMore(length) }
    let bytes = queue.prefix(length)
    guard OggChecksum.of(bytes) == queue.littleEndianWord(at: OggChecksum.field.lowerBound) else {
      searchBudget -= length
      return pass(1, &queue)
    }
    drop(length, &queue)
    isInStep = true
    return .page(OggPage(bytes))
  }

  private mutating func pass(_ number: Int, _ queue: inout ByteQueue) -> Step {
    if isInStep { resyncs += 1 }
    isInStep = false
    drop(number, &queue)
    return .passed(number)
  }

  private mutating func drop(_ number: Int, _ queue: inout ByteQueue) {
    queue.drop(number)
    searchBudget += number * Self.budgetPerByte
  }
}

/// The checksum of an Ogg page (RFC 3533, 6).
package enum OggChecksum {
  /// The place of the checksum in a page; its bytes count as zero.
  package static let field = 22..<26

  /// Returns the checksum of a whole page.
  package static func of(_ page: [UInt8]) -> UInt32 {
    var sum = CRC32.add(page.prefix(field.lowerBound), to: 0)
    sum = CRC32.add([0, 0, 0, 0], to: sum)
    return CRC32.add(page.dropFirst(field.upperBound), to: sum)
  }
}
