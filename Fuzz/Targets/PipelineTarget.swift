import AudioCore
import Parser

extension FuzzTarget {
  /// The whole pipeline: the bytes of an HTTP answer become a head, sound and titles, packets, and PCM, the same for
  /// any split.
  static let pipeline = FuzzTarget("pipeline", isAudio: true) { input in
    let splits = input.splits()
    let isSummed = input.byte() % 4 != 0
    let bytes = isSummed ? CheckSums.repaired(input.payload) : input.payload
    let whole = PipelineResult(bytes, splits: Splits(largest: .max, seed: 0))
    let split = PipelineResult(bytes, splits: splits)
    claim(whole == split, "the same packets and titles, however the answer is split")
    // AAC has no headers in MP4.
    let audio = whole.packets.reduce(0) { $0 + $1.bytes.count - ($1.codec == .aac ? ADTSHeader.size : 0) }
    claim(audio <= 2 * bytes.count + 8191, "damage does not multiply sound: \(audio) of \(bytes.count)")
    Sound(whole.packets).check()
  }
}
