import Parser

extension FuzzTarget {
  /// The stream parser: the same complete frames for any split, every byte accounted for, and bounded memory.
  static let parser = FuzzTarget("parser", isAudio: true) { input in
    let splits = input.splits()
    let limits = input.choice([
      StreamParser.Limits(), .init(firstFrame: 0, resync: 0), .init(firstFrame: 100, resync: 50),
      .init(firstFrame: 4096, resync: 1000), .init(firstFrame: .max, resync: .max),
    ])
    let bytes = input.payload
    let whole = ParsedStream(bytes, limits: limits)
    let split = ParsedStream(bytes, splits: splits, limits: limits)
    claim(whole.isSame(as: split), "the same packets, however they are split: \(whole) and \(split)")
    whole.check(against: bytes)
  }
}
