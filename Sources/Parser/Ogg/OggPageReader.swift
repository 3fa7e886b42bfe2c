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
