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
