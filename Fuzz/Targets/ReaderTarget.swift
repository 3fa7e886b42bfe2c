import Parser
import Reader

extension FuzzTarget {
  /// Parser and decoders, of every container: each packet gives sound of its length and a plain format, or silence; the
  /// samples are finite and of bounded height.
  static let reader = FuzzTarget("reader", isAudio: true) { input in
    let isSummed = input.byte() % 4 != 0
    let bytes = isSummed ? CheckSums.repaired(input.payload) : input.payload
    Sound(ParsedStream(bytes).packets).check()
  }
}
