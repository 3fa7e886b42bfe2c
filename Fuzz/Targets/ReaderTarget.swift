import Parser
import Reader

extension FuzzTarget {
  /// Parser and decoders: every packet gives sound of its length and a plain format, or silence; finite samples of a
  /// bounded height.
  static let reader = FuzzTarget("reader", isAudio: true) { input in
    Sound(ParsedStream(input.payload).packets).check()
  }
}
