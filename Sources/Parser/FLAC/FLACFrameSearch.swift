import Bytes

/// Finds the end of the FLAC frame at the front of the queue: the place before the next frame's header, a tag or
/// another stream's mark up to which the frame's checksum is right. Each byte is checksummed once, in whatever pieces
/// they arrive, and once more where no valid frame header follows.
struct FLACFrameSearch: Sendable {
  /// The frame's header.
  let header: FLACFrameHeader
  /// Bytes that suffice to recognise every mark and the kind of every tag.
  private static let markSize = 64
  /// How many times longer a byte takes that is checksummed alone.
  private static let slowness = 8
  private let maximumLength: Int
  /// The checksum of the first ``summed`` bytes.
  private var checksum: UInt16 = 0
  private var summed = 0
  /// Where the search for the next frame continues.
  private var place: Int
  /// Bytes that were examined, repetitions included; those checksummed alone count ``slowness`` times.
  private(set) var work = 0

  init(_ header: FLACFrameHeader, bitsPerSample: Int) {
    self.header = header
    maximumLength = header.maximumFrameLength(bitsPerSample: bitsPerSample)
    // The shortest frame has a subframe's header with one constant sample, and the checksum.
    place = header.size + 3
  }

  /// Continues with the bytes in the queue. Returns the length of the frame in bytes; none when bytes of it are missing
  /// or wrong.
  mutating func next(in queue: ByteQueue, isEnd: Bool) -> Reading<Int> {
    while let found = queue.firstIndex(of: 0xFF, from: place), found <= maximumLength {
      place = found
      switch FLACFrameHeader.read(queue, at: found) {
      case .needMore(let count):
        if !isEnd { return .needMore(count) }
      case .none: break
      case .found(let next):
        sum(queue, to: found)
        if checksum == 0 { return .found(found) }
        if header.isFollowed(by: next) {
          guard queue.count >= found + Self.markSize || isEnd else { return .needMore(found + Self.markSize) }
          return endAtMark(in: queue, before: found, isEnd: isEnd)
        }
      }
      place = found + 1
    }
    guard queue.count >= maximumLength + Self.markSize || isEnd else {
      place = max(place, min(queue.count, maximumLength))
      return .needMore(queue.count + 1)
    }
    return endAtMark(in: queue, before: min(queue.count, maximumLength), isEnd: isEnd)
  }

  private mutating func sum(_ queue: ByteQueue, to end: Int) {
    guard end > summed else { return }
    work += end - summed
    checksum = queue.withBytes(summed..<end) { CRC16.add($0, to: checksum) }
    summed = end
  }

  /// Finds the place up to `last` where the checksum is right and something else than a valid frame follows. The frame
  /// ends there; without such a place it is broken.
  private mutating func endAtMark(in queue: ByteQueue, before last: Int, isEnd: Bool) -> Reading<Int> {
    guard last > header.size else { return .none }
    work += Self.slowness * last
    let ends = queue.withBytes(0..<last) { bytes in
      var sum: UInt16 = 0
      return (1...last).filter { end in
        sum = CRC16.add(UnsafeRawBufferPointer(rebasing: bytes[(end - 1)..<end]), to: sum)
        return sum == 0 && end > header.size
      }
    }
    return ends.first { isMark(in: queue, at: $0, isEnd: isEnd) }.reading
  }

  private func isMark(in queue: ByteQueue, at offset: Int, isEnd: Bool) -> Bool {
    if offset == queue.count { return isEnd }
    if queue.compare(FLACHead.mark, at: offset) == .equal { return true }
    // The next frame, with a damaged header.
    if offset + 1 < queue.count, queue[offset] == 0xFF, queue[offset + 1] & 0xFE == 0xF8 { return true }
    return switch StreamTag.read(queue, at: offset, isEnd: isEnd) {
    case .found: true
    case .none, .needMore: false
    }
  }
}
