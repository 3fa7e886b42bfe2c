/// Walks through the mark and the metadata blocks before FLAC's frames (RFC 9639, 8). It reads STREAMINFO and the tags;
/// pictures and all other blocks are skipped and never stored.
struct FLACHead: Sendable {
  /// The result of ``next(from:isEnd:)``.
  enum Step {
    /// The queue stands at the first frame.
    case end(FLACStreamInfo, TrackTags)
    /// The head is broken.
    case broken
    /// The number of bytes that the queue must hold to continue.
    case needMore(Int)
  }

  /// The first bytes of a FLAC stream.
  static let mark: StaticString = "fLaC"
  private static let blockHeadSize = 4
  /// Maximum number of blocks, and maximum number of bytes of all of them: a picture may have 16 MiB.
  private static let mostBlocks = 512
  private static let mostBytes = 64 << 20
  /// Longest tags that are read, in bytes; longer ones contain pictures and give no title.
  private static let longestTags = 256 << 10

  private var hasPassedMark = false
  private var blocks = 0
  private var bytes = 0
  private var info: FLACStreamInfo?
  private var tags = TrackTags()

  /// Continues from the mark, or from where it stopped because bytes were missing.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> Step {
    if !hasPassedMark {
      queue.drop(Self.mark.utf8CodeUnitCount)  // the caller has checked it
      hasPassedMark = true
    }
    while blocks < Self.mostBlocks, bytes <= Self.mostBytes {
      guard queue.count >= Self.blockHeadSize else { return isEnd ? .broken : .needMore(Self.blockHeadSize) }
      let head = queue.word(at: 0)
      let size = Int(head & 0xFF_FFFF)
      let kind = head >> 24 & 0x7F
      let isRead = kind == 0 || (kind == 4 && size <= Self.longestTags)
      let wanted = Self.blockHeadSize + (isRead ? size : 0)
      if kind == 0, size != FLACStreamInfo.size { return .broken }
      guard queue.count >= wanted else { return isEnd ? .broken : .needMore(wanted) }
      let body = isRead ? queue.prefix(wanted).dropFirst(Self.blockHeadSize) : []
      switch kind {
      case 0:
        guard let read = FLACStreamInfo(body) else { return .broken }
        info = read
      case 4 where isRead: tags = VorbisComment(body[...]).tags
      case 127: return .broken
      default: break
      }
      queue.swallow(Self.blockHeadSize + size)
      blocks += 1
      bytes += Self.blockHeadSize + size
      if head >> 31 == 1 { return info.map { .end($0, tags) } ?? .broken }
    }
    return .broken
  }
}
