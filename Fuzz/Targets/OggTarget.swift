import Parser

extension FuzzTarget {
  /// Ogg: the same packets and titles for any split, complete and in bounds, whatever pages and headers contain.
  static let ogg = FuzzTarget("ogg", isAudio: true) { input in
    let splits = input.splits()
    let limits = input.choice([
      StreamParser.Limits(), .init(firstFrame: 0, resync: 0), .init(firstFrame: 300, resync: 100),
      .init(firstFrame: .max, resync: .max),
    ])
    let isSummed = input.byte() % 4 != 0
    let bytes = isSummed ? CheckSums.repaired(input.payload) : input.payload
    let whole = ParsedStream(bytes, limits: limits)
    let split = ParsedStream(bytes, splits: splits, limits: limits)
    claim(whole.isSame(as: split), "the same packets, however they are split: \(whole) and \(split)")
    whole.check(against: bytes)
  }
}
