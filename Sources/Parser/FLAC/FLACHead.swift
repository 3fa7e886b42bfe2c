import AudioCore
import Bytes

/// Walks through the mark and the metadata blocks before FLAC's frames (RFC 9639, 8). It reads STREAMINFO and the tags;
/// pictures and all other blocks are skipped and never stored.
struct FLACHead: Sendable {
  /// What the head states.
  struct Content: Sendable {
    let info: FLACStreamInfo
    let tags: TrackTags
  }

  /// The first bytes of a FLAC stream.
  static let mark: StaticString = "fLaC"
  private static let blockHeadSize = 4
  /// Maximum number of blocks, and maximum number of bytes of all of them: a picture may have 16 MiB.
  private static let maximumBlocks = 512
  private static let maximumBytes = 64 << 20
  /// Longest tags that are read, in bytes; longer ones contain pictures and give no title.
  private static let maximumTagsLength = 256 << 10

  private var hasPassedMark = false
  private var blocks = 0
  private var bytes = 0
  private var info: FLACStreamInfo?
  private var tags = TrackTags()

  /// Continues from the mark, or from where it stopped because bytes were missing. Behind the head, the queue stands at
  /// the first frame. None when the head is broken.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> Reading<Content> {
    if !hasPassedMark {
      queue.drop(Self.mark.utf8CodeUnitCount)  // the caller has checked it
      hasPassedMark = true
    }
    while blocks < Self.maximumBlocks, bytes <= Self.maximumBytes {
      guard queue.count >= Self.blockHeadSize else { return isEnd ? .none : .needMore(Self.blockHeadSize) }
      let head = queue.word(at: 0)
      let size = Int(head & 0xFF_FFFF)
      let kind = head >> 24 & 0x7F
      let isRead = kind == 0 || (kind == 4 && size <= Self.maximumTagsLength)
      let wanted = Self.blockHeadSize + (isRead ? size : 0)
      if kind == 0, size != FLACStreamInfo.size { return .none }
      guard queue.count >= wanted else { return isEnd ? .none : .needMore(wanted) }
      let body = isRead ? queue.prefix(wanted).dropFirst(Self.blockHeadSize) : []
      switch kind {
      case 0:
        guard let read = FLACStreamInfo(body) else { return .none }
        info = read
      case 4 where isRead: tags = VorbisComment(body[...]).tags
      case 127: return .none
      default: break
      }
      queue.swallow(Self.blockHeadSize + size)
      blocks += 1
      bytes += Self.blockHeadSize + size
      if head >> 31 == 1 { return info.map { Content(info: $0, tags: tags) }.reading }
    }
    return .none
  }
}
