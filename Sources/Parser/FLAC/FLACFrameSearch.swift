/// Looks for the end of the FLAC frame at the front of the queue: the next frame's header, a tag or another stream's mark, before which
/// the frame's check sum is right. Each byte is summed up once, in whatever pieces they come.
struct FLACFrameSearch: Sendable {
  /// What ``next(in:isEnd:)`` came to.
  enum Step {
    /// The frame has so many bytes.
    case end(length: Int)
    /// Bytes of it are missing or wrong.
    case broken
    /// So many bytes must be in the queue to go on.
    case needMore(Int)
  }

  /// The frame's header.
  let header: FLACFrameHeader
  /// Bytes by which every mark and the kind of every tag can be told.
  private static let markSize = 64
  /// How much longer a byte takes that is summed up alone.
  private static let slowness = 8
  private let longest: Int
  /// The check sum of so many bytes from the front on.
  private var checksum: UInt16 = 0
  private var summed = 0
  /// Where the next frame is looked for.
  private var place: Int
  /// Bytes that were looked at, those looked at twice included.
  private(set) var work = 0

  init(_ header: FLACFrameHeader, bitsPerSample: Int) {
    self.header = header
    longest = header.longestFrame(bitsPerSample: bitsPerSample)
    // A subframe's header and its one constant sample are the least, and the check sum.
    place = header.size + 3
  }

  /// Goes on with what is in the queue.
  mutating func next(in queue: ByteQueue, isEnd: Bool) -> Step {
    while let found = queue.firstIndex(of: 0xFF, from: place), found <= longest {
      place = found
      switch FLACFrameHeader.read(queue, at: found) {
      case .needMore(let count):
        if !isEnd { return .needMore(count) }
      case .none: break
      case .header(let next):
        sum(queue, to: found)
        if checksum == 0 { return .end(length: found) }
        if header.isFollowed(by: next) {
          guard queue.count >= found + Self.markSize || isEnd else { return .needMore(found + Self.markSize) }
          return endAtMark(in: queue, before: found, isEnd: isEnd)
        }
      }
      place = found + 1
    }
    guard queue.count >= longest + Self.markSize || isEnd else {
      place = max(place, min(queue.count, longest))
      return .needMore(queue.count + 1)
    }
    return endAtMark(in: queue, before: min(queue.count, longest), isEnd: isEnd)
  }

  private mutating func sum(_ queue: ByteQueue, to end: Int) {
    guard end > summed else { return }
    work += end - summed
    checksum = queue.withBytes(summed..<end) { FLACChecksum.crc16($0, from: checksum) }
    summed = end
  }

  /// The place up to `last` where the check sum is right and something else than a frame follows: the frame ends there or is broken.
  private mutating func endAtMark(in queue: ByteQueue, before last: Int, isEnd: Bool) -> Step {
    guard last > header.size else { return .broken }
    work += Self.slowness * last
    let ends = queue.withBytes(0..<last) { bytes in
      var sum: UInt16 = 0
      return (1...last).filter { end in
        sum = FLACChecksum.crc16(UnsafeRawBufferPointer(rebasing: bytes[(end - 1)..<end]), from: sum)
        return sum == 0 && end > header.size
      }
    }
    return ends.first { isMark(in: queue, at: $0, isEnd: isEnd) }.map { .end(length: $0) } ?? .broken
  }

  private func isMark(in queue: ByteQueue, at offset: Int, isEnd: Bool) -> Bool {
    if offset == queue.count { return isEnd }
    if queue.compare(FLACHead.mark, at: offset) == .equal { return true }
    // The next frame, whose header is damaged.
    if offset + 1 < queue.count, queue[offset] == 0xFF, queue[offset + 1] & 0xFE == 0xF8 { return true }
    return switch StreamTag.read(queue, at: offset, isEnd: isEnd) {
    case .tag, .oversized, .lyrics: true
    case .none, .needMore: false
    }
  }
}
