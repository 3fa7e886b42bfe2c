/// Recognises the tags between frames: ID3v2, ID3v1, APEv1/v2 and Lyrics3. It reads only their first bytes; the rest is
/// skipped by the length that they announce, if that is plausible.
enum StreamTag {
  /// A tag of this many bytes in total.
  case tag(length: Int)
  /// A Lyrics3 tag, which ends with its end mark.
  case lyrics
  /// A tag that announces more than ``maximumLength``: a very large picture, or a false length. It is searched for
  /// frames like junk.
  case oversized(announced: Int)

  /// Longest tag that is skipped by its announced length, in bytes.
  static let maximumLength = 1 << 20

  private static let id3v2HeaderSize = 10
  private static let id3v1Size = 128
  private static let apeHeaderSize = 32

  /// Reads the tag at `offset`. At the end of the stream (`isEnd`) a tag that is cut short still counts as a tag.
  static func read(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading<StreamTag> {
    guard offset < queue.count else { return isEnd ? .none : .needMore(offset + 1) }
    switch queue[offset] {
    case UInt8(ascii: "I"): return readID3v2(queue, at: offset, isEnd: isEnd)
    case UInt8(ascii: "T"): return missing("TAG", queue, at: offset, isEnd: isEnd) ?? .found(.tag(length: id3v1Size))
    case UInt8(ascii: "A"): return readAPE(queue, at: offset, isEnd: isEnd)
    case UInt8(ascii: "L"): return missing("LYRICSBEGIN", queue, at: offset, isEnd: isEnd) ?? .found(.lyrics)
    default: return .none
    }
  }

  /// Returns the reading when `mark` does not stand at `offset`; nil when it does.
  private static func missing(_ mark: StaticString, _ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading<
    StreamTag
  >? {
    switch queue.compare(mark, at: offset) {
    case .equal: nil
    case .differs: Reading.none
    case .tooShort: isEnd ? Reading.none : .needMore(offset + mark.utf8CodeUnitCount)
    }
  }

  /// Reads ID3v2.2 to 2.4 (id3.org, "ID3 tag version 2.4.0 - Main Structure", 3.1): the size is in four times seven
  /// bits.
  private static func readID3v2(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading<StreamTag> {
    if let missing = missing("ID3", queue, at: offset, isEnd: isEnd) { return missing }
    guard queue.count >= offset + id3v2HeaderSize else {
      return isEnd ? .found(.tag(length: queue.count - offset)) : .needMore(offset + id3v2HeaderSize)
    }
    let version = queue[offset + 3]
    guard let size = ID3Text.syncsafe((6..<id3v2HeaderSize).map { queue[offset + $0] }) else { return .none }
    guard (2...4).contains(version), queue[offset + 4] < 0xFF else { return .none }
    let hasFooter = version == 4 && queue[offset + 5] & 0x10 != 0
    return sized(id3v2HeaderSize + size + (hasFooter ? id3v2HeaderSize : 0))
  }

  /// Reads APEv1 and v2: 32 bytes before the items (then the announced size of the items counts), behind them, or both.
  private static func readAPE(_ queue: ByteQueue, at offset: Int, isEnd: Bool) -> Reading<StreamTag> {
    if let missing = missing("APETAGEX", queue, at: offset, isEnd: isEnd) { return missing }
    guard queue.count >= offset + apeHeaderSize else {
      return isEnd ? .found(.tag(length: queue.count - offset)) : .needMore(offset + apeHeaderSize)
    }
    let isHeader = queue.littleEndianWord(at: offset + 20) & 0x2000_0000 != 0
    return sized(apeHeaderSize + (isHeader ? Int(queue.littleEndianWord(at: offset + 12)) : 0))
  }

  private static func sized(_ length: Int) -> Reading<StreamTag> {
    .found(length <= maximumLength ? .tag(length: length) : .oversized(announced: length))
  }
}
