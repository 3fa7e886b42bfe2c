/// The properties by which a parser follows the frames of a stream that it has found.
struct FrameLock: Equatable {
  /// The fields in which all frame headers agree; see `FrameHeader.signature`.
  var signature: UInt32
  /// The frames' length without padding in free format, in bytes; nil otherwise.
  var freeFormatSize: Int?

  /// Headers in a row that must agree before the first frame is accepted. Random bytes contain a valid header about
  /// every 5 KB, and two that agree about once per GB (arithmetic).
  static let agreeingHeaders = 3
  /// The same for layer I, since consecutive bytes of 0xFF read as its headers: at the beginning of a stream, and behind
  /// other bytes, as in object files, whose tables have such bytes at distances of its frame lengths.
  private static let agreeingHeadersOfLayerI = (atBeginning: 5, behindJunk: 16)
  /// The same for free format, where any distance between two headers is a frame length: tables in fonts have eight such
  /// headers 24 bytes apart, files of Blender twelve 296 bytes apart.
  private static let agreeingHeadersOfFreeFormat = (atBeginning: 6, behindJunk: 24)
  /// The bytes that the headers of free format must span.
  private static let spanOfFreeFormat = (atBeginning: 2048, behindJunk: 8192)
  /// The same for layers I and II when their bit rates differ, which ISO/IEC 11172-3 2.4.2.3 allows only for layer III.
  /// Behind other bytes, layer I is not accepted then.
  private static let agreeingHeadersOfChangingRate = 8

  /// Checks whether a run of agreeing frames begins at `offset`, where `first` was read, and returns its lock; none when
  /// no run begins there. The run must have ``agreeingHeaders`` frames or more, or end in a tag right behind a whole
  /// frame. At the end of the stream (`isEnd`) at least `minimumAtEnd` frames that reach up to it suffice;
  /// `minimumAtEnd` is 1 when the stream begins at `offset`.
  static func examine(
    _ queue: ByteQueue, at offset: Int, first: FrameHeader, isEnd: Bool, minimumAtEnd: Int
  ) -> Reading<FrameLock> {
    let search = Search(queue: queue, first: first, start: offset, isEnd: isEnd, minimumAtEnd: minimumAtEnd)
    guard let length = first.length(freeFormatSize: nil) else { return search.freeFormat() }
    return search.follow(FrameLock(signature: first.signature), from: offset + length, agreed: 1)
  }

  /// Reads the header at the front of the queue, and checks with ``examine(_:at:first:isEnd:minimumAtEnd:)`` whether a
  /// run begins there.
  static func find(in queue: ByteQueue, isEnd: Bool, minimumAtEnd: Int) -> Reading<FrameLock> {
    switch FrameHeader.read(queue, at: 0) {
    case .none: .none
    case .needMore(let count): isEnd ? .none : .needMore(count)
    case .found(let header): examine(queue, at: 0, first: header, isEnd: isEnd, minimumAtEnd: minimumAtEnd)
    }
  }

  private struct Search {
    let queue: ByteQueue
    let first: FrameHeader
    let start: Int
    let isEnd: Bool
    let minimumAtEnd: Int

    /// Steps from frame to frame. `agreed` headers were read so far; the frame of the last one ends before `next`.
    func follow(_ lock: FrameLock, from next: Int, agreed: Int) -> Reading<FrameLock> {
      var next = next
      var agreed = agreed
      var needed = FrameLock.agreeingHeaders
      if first.isLayerI { needed = choose(FrameLock.agreeingHeadersOfLayerI) }
      if let size = lock.freeFormatSize {
        needed = max(choose(FrameLock.agreeingHeadersOfFreeFormat), choose(FrameLock.spanOfFreeFormat) / size)
      }
      while agreed < needed {
        if queue.count < next + MPEGAudioHeader.size {
          return isEnd ? atEnd(lock, next, agreed) : .needMore(next + MPEGAudioHeader.size)
        }
        switch StreamTag.read(queue, at: next, isEnd: isEnd) {
        case .found: return .found(lock)
        case .needMore(let count): return .needMore(count)
        case .none: break
        }
        switch FrameHeader.read(queue, at: next) {
        case .needMore(let count): return isEnd ? atEnd(lock, next, agreed) : .needMore(count)
        case .none: return .none
        case .found(let header):
          guard header.signature == lock.signature,
            let length = header.length(freeFormatSize: lock.freeFormatSize)
          else { return .none }
          if !first.hasRate(of: header) {
            if first.isLayerI, !isAtBeginning { return .none }
            needed = max(needed, FrameLock.agreeingHeadersOfChangingRate)
          }
          next += length
          agreed += 1
        }
      }
      return .found(lock)
    }

    /// True when the stream begins with the first header.
    private var isAtBeginning: Bool { minimumAtEnd == 1 }

    /// Returns the number for the place where the search stands.
    private func choose(_ numbers: (atBeginning: Int, behindJunk: Int)) -> Int {
      isAtBeginning ? numbers.atBeginning : numbers.behindJunk
    }

    /// Judges a stream that ends within, or just behind, the frame that should end before `next`.
    private func atEnd(_ lock: FrameLock, _ next: Int, _ agreed: Int) -> Reading<FrameLock> {
      agreed >= minimumAtEnd && (agreed > 1 || queue.count >= next) ? .found(lock) : .none
    }

    /// Finds the frame length by the distance to a second header that agrees, and accepts it when the headers that
    /// follow stand at that distance, too.
    func freeFormat() -> Reading<FrameLock> {
      guard case .mpeg(let header) = first else { return .none }
      let minimum = MPEGAudioHeader.size + header.sideInformationSize
      let maximum = MPEGAudioHeader.maximumFreeFormatLength + header.padding
      var candidate = start + minimum
      while let found = queue.firstIndex(of: 0xFF, from: candidate), found <= start + maximum {
        candidate = found + 1
        switch FrameHeader.read(queue, at: found) {
        case .none: continue
        case .needMore(let count):
          if isEnd { continue }
          return .needMore(count)
        case .found(let second):
          guard second.signature == first.signature else { continue }
          let lock = FrameLock(signature: first.signature, freeFormatSize: found - start - header.padding)
          let verdict = follow(lock, from: start, agreed: 0)
          if case .none = verdict { continue }
          return verdict
        }
      }
      if queue.count > start + maximum { return .none }
      return isEnd ? singleFreeFormat(header) : .needMore(start + maximum + 1)
    }

    /// Judges a free-format stream of one frame: all bytes of the stream, which ``minimumAtEnd`` of 1 announces. Behind
    /// junk, any header without a bit rate would be such a frame.
    private func singleFreeFormat(_ header: MPEGAudioHeader) -> Reading<FrameLock> {
      let size = queue.count - start - header.padding
      guard isAtBeginning, size > MPEGAudioHeader.size + header.sideInformationSize else {
        return .none
      }
      return .found(FrameLock(signature: first.signature, freeFormatSize: size))
    }
  }
}
