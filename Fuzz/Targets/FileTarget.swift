import Parser

extension FuzzTarget {
  /// Files that are read where the parser asks: MP4 with its index anywhere, MP3 with its encoder's delay and padding.
  /// The packets are the same for any split, there is no more sound than bytes, and jumps, memory and cuts are bounded.
  static let file = FuzzTarget("file", isAudio: true) { input in
    let splits = input.splits()
    let access = input.choice([StreamOrigin.FileAccess.bySeeking, .byRanges, .inOrder])
    let bytes = input.payload
    let whole = ReadFile(bytes, access: access)
    let split = ReadFile(bytes, access: access, splits: splits)
    claim(whole.elements == split.elements, "the same packets, however they are split: \(whole), \(split)")
    claim(whole.error == split.error, "the same error: \(whole), \(split)")
    whole.check(against: bytes)
  }
}
