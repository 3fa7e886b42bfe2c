/// Recognises, between frames, what is no sound: ID3v2, ID3v1, APEv1/v2 and Lyrics3 tags. Only the first bytes are
/// looked at; the rest is skipped by the length they announce, if that is sane.
enum StreamTag {
  /// What stands at a place.
  enum Reading {
    /// A tag of so many bytes in all.
    case tag(length: Int)
    /// A Lyrics3 tag, which ends where its end mark stands.
    case lyrics
    /// A tag that announces more than ``longest``: a very large picture, or a lie. To be searched for frames like junk.
    case oversized(announced: Int)
    /// No tag.
    case none
    /// So many bytes must be in the queue to tell.
    case needMore(Int)
  }

  /// Longest tag that is skipped by its announced length, in bytes.
  static let longest = 1 << 20

  private static let id3v2HeaderSize = 10
  private static let id3v1Size = 128
  private static let apeHeaderSize = 32

  /// Reads the tag at `offset`. At the end of the stream (`isEnd`) a tag that is cut short is one nevertheless.
  static func read(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading {
    guard offset < queue.count else { return isEnd ? .none : .needMore(offset + 1) }
    switch queue[offset] {
    case UInt8(ascii: "I"): return readID3v2(queue, at: offset, isEnd: isEnd)
    case UInt8(ascii: "T"): return missing("TAG", queue, at: offset, isEnd: isEnd) ?? .tag(length: id3v1Size)
    case UInt8(ascii: "A"): return readAPE(queue, at: offset, isEnd: isEnd)
    case UInt8(ascii: "L"): return missing("LYRICSBEGIN", queue, at: offset, isEnd: isEnd) ?? .lyrics
    default: return .none
    }
  }

  /// Why `mark` cannot be read at `offset`; nil when it stands there.
  private static func missing(_ mark: StaticString, _ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading? {
    switch queue.compare(mark, at: offset) {
    case .equal: nil
    case .differs: Reading.none
    case .tooShort: isEnd ? Reading.none : .needMore(offset + mark.utf8CodeUnitCount)
    }
  }

  /// ID3v2.2 to 2.4 (id3.org, "ID3 tag version 2.4.0 - Main Structure", 3.1): the size is given in four times seven
  /// bits.
  private static func readID3v2(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading {
    if let missing = missing("ID3", queue, at: offset, isEnd: isEnd) { return missing }
    guard queue.count >= offset + id3v2HeaderSize else {
      return isEnd ? .tag(length: queue.count - offset) : .needMore(offset + id3v2HeaderSize)
    }
    let version = queue[offset + 3]
    guard let size = ID3Text.syncsafe((6..<id3v2HeaderSize).map { queue[offset + $0] }) else { return .none }
    guard (2...4).contains(version), queue[offset + 4] < 0xFF else { return .none }
    let hasFooter = version == 4 && queue[offset + 5] & 0x10 != 0
    return sized(id3v2HeaderSize + size + (hasFooter ? id3v2HeaderSize : 0))
  }

  /// APEv1 and v2: 32 bytes that stand before the items (then the size of what follows counts), behind them, or both.
  private static func readAPE(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading {
    if let missing = missing("APETAGEX", queue, at: offset, isEnd: isEnd) { return missing }
    guard queue.count >= offset + apeHeaderSize else {
      return isEnd ? .tag(length: queue.count - offset) : .needMore(offset + apeHeaderSize)
    }
    let isHeader = queue.littleEndianWord(at: offset + 20) & 0x2000_0000 != 0
    return sized(apeHeaderSize + (isHeader ? Int(queue.littleEndianWord(at: offset + 12)) : 0))
  }

  private static func sized(_ length: Int) -> Reading {
    length <= longest ? .tag(length: length) : .oversized(announced: length)
  }
}
