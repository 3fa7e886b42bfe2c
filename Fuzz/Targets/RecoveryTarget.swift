import AudioCore
import Parser

extension FuzzTarget {
  /// Damage of any kind, then a good stream: the good stream is found again.
  static let recovery = FuzzTarget("recovery", isAudio: true) { input in
    let (tail, frames) = input.choice(tails)
    let junk = input.payload
    // The chunks of a WAV file, and tags, can hide the stream behind them by the length that they announce.
    guard Bytes.find("RIFF", in: junk) == nil, Bytes.find("RF64", in: junk) == nil else { return }
    let stream = ParsedStream(junk + tail)
    guard stream.counters.tagBytes == 0, stream.container == nil else { return }
    switch stream.error {
    case .format(.notAudio)?, .format(.unsupported)?:
      claim(stream.packets.isEmpty, "what is not audio is known at the start")
    case let error?: fail("broken promise: the stream goes on, but \(error)")
    case nil:
      let last = stream.packets.suffix(20).map(\.bytes)
      claim(last.elementsEqual(frames), "frames behind damage are found again")
    }
  }

  /// Streams longer than two of the longest frames that a damaged header may announce.
  private static let tails: [(all: [UInt8], last: [[UInt8]])] = [
    tail([0xFF, 0xF3, 0x84, 0xC4], frameLength: 192),  // MPEG-2 layer III, 64 kbit/s, mono
    tail([0xFF, 0xFB, 0x90, 0x64], frameLength: 417),  // MPEG-1 layer III, 128 kbit/s
    tail([0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC], frameLength: 371),  // AAC
  ]

  private static func tail(_ header: [UInt8], frameLength: Int) -> (all: [UInt8], last: [[UInt8]]) {
    let frames = (0..<((20 << 10) / frameLength)).map { number in
      header + [UInt8](repeating: UInt8(number % 40), count: frameLength - header.count)
    }
    return (Array(frames.joined()), frames.suffix(20))
  }
}
