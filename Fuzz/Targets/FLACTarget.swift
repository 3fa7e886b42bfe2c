import Parser

extension FuzzTarget {
  /// FLAC: the same packets and titles for any split, complete and in bounds, whatever heads and frames contain.
  static let flac = FuzzTarget("flac", isAudio: true) { input in
    let splits = input.splits()
    let limits = input.choice([
      StreamParser.Limits(), .init(firstFrame: 0, resync: 0), .init(firstFrame: .max, resync: .max),
    ])
    let isSummed = input.byte() % 4 != 0
    let payload = Array("fLaC".utf8) + input.payload
    let bytes = isSummed ? FLACFrames.summed(payload) : payload
    let whole = ParsedStream(bytes, limits: limits)
    let split = ParsedStream(bytes, splits: splits, limits: limits)
    claim(whole.isSame(as: split), "the same packets, however they are split: \(whole) and \(split)")
    whole.check(against: bytes)
    whole.checkOrder(in: bytes)
  }
}
