import AudioCore
import Downloader

/// The result of demultiplexing a body, with adjacent pieces of sound joined.
struct DemultiplexedBody: Equatable {
  private(set) var chunks: [StreamChunk] = []
  private(set) var audioCount = 0
  private(set) var hasGivenUp = false

  init(
    _ bytes: [UInt8], interval: Int?, splits: Splits = Splits(largest: .max, seed: 0), charset: TextCharset = .default
  ) {
    var demultiplexer = ICYDemultiplexer(interval: interval, charset: charset)
    var audio: [UInt8] = []
    var pieces = 0
    splits.forEach(of: bytes) { piece in
      for chunk in demultiplexer.feed(Array(piece)) {
        switch chunk {
        case .audio(let bytes):
          claim(!bytes.isEmpty, "no empty pieces of sound")
          audio += bytes
          audioCount += bytes.count
        case .metadata:
          if !audio.isEmpty { chunks.append(.audio(audio)) }
          audio = []
          chunks.append(chunk)
        case .discontinuity: fail("broken promise: one body continues itself")
        }
      }
      // Reflection is slow, so only every 64th piece is checked.
      pieces += 1
      if pieces % 64 == 0 {
        let held = Self.heldBytes(demultiplexer)
        claim(held <= 4081, "a block is at most 1 + 255 × 16 bytes: \(held)")
      }
      return true
    }
    if !audio.isEmpty { chunks.append(.audio(audio)) }
    hasGivenUp = demultiplexer.hasGivenUp
  }

  /// How many bytes of the current block the demultiplexer holds.
  private static func heldBytes(_ demultiplexer: ICYDemultiplexer) -> Int {
    let block = Mirror(reflecting: demultiplexer).children.first { $0.label == "block" }?.value as? [UInt8]
    guard let block else { fail("ICYDemultiplexer has no 'block' any more: say here where it holds bytes") }
    return block.count
  }
}
