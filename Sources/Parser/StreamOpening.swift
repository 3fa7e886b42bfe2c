import AudioCore

/// Examines the start of a stream: skips the tags before the sound, and recognises containers and content other than
/// audio. Every decision depends on a fixed number of bytes, so the pieces in which they arrive do not matter.
struct StreamOpening: Sendable {
  /// The result of ``next(from:isEnd:)``.
  enum Step {
    /// Frames may begin here.
    case audio
    /// The stream is something else.
    case other(Sniffer.Verdict)
    /// A tag of this many bytes was skipped; it may hold a title.
    case tag(Int, title: StreamMetadata?)
    /// The number of bytes that the queue must hold to continue.
    case needMore(Int)
  }

  private enum Stage { case tags, magic, text }
  private var stage = Stage.tags
  private var tagBytes = 0

  /// Maximum number of bytes of consecutive tags that are skipped; a stream that is nothing but tags must end
  /// somewhere.
  private static let maximumTagBytes = 16 << 20

  /// Examines the bytes in the queue and returns the next step.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> Step {
    while true {
      switch stage {
      case .tags:
        if let step = readTag(&queue, isEnd: isEnd) { return step }
        stage = .magic
      case .magic:
        guard isEnd || queue.count >= Sniffer.magicSize else { return .needMore(Sniffer.magicSize) }
        let verdict = Sniffer.magic(queue.prefix(Sniffer.magicSize))
        switch verdict {
        case .unknown: stage = .text
        case .notAudio, .unsupported, .container: return .other(verdict)
        }
      case .text:
        guard isEnd || queue.count >= Sniffer.prefixSize else { return .needMore(Sniffer.prefixSize) }
        let verdict = Sniffer.content(queue.prefix(Sniffer.prefixSize))
        return verdict == .unknown ? .audio : .other(verdict)
      }
    }
  }

  /// Skips a tag, or finds frames at the front of the queue; nil when neither is there.
  private mutating func readTag(_ queue: inout ByteQueue, isEnd: Bool) -> Step? {
    switch StreamTag.read(queue, at: 0, isEnd: isEnd) {
    case .needMore(let count): return .needMore(count)
    case .found(.tag(let length)):
      guard tagBytes + length <= Self.maximumTagBytes else { return .other(.notAudio(found: "nothing but tags")) }
      var title: StreamMetadata?
      switch ID3Text.read(queue, at: 0, length: length, isEnd: isEnd) {
      case .needMore(let count): return .needMore(count)
      case .found(let tags): title = tags.metadata
      case .none: break
      }
      tagBytes += length
      queue.swallow(length)
      return .tag(length, title: title)
    case .found(.oversized): return .audio  // the search for frames handles it
    case .found(.lyrics), .none: break
    }
    switch FrameLock.find(in: queue, isEnd: isEnd, minimumAtEnd: 1) {
    case .found: return .audio
    case .none: return nil
    case .needMore(let count): return .needMore(count)
    }
  }
}
