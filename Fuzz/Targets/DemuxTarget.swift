import AudioCore
import Downloader

extension FuzzTarget {
  /// The ICY demultiplexer: it loses and adds no byte of sound and gives clean titles, for any split of the body.
  static let demux = FuzzTarget("demux") { input in
    let charset = input.charset()
    let splits = input.splits()
    let interval = input.choice([1, 2, 3, 4, 7, 16, 64, 255, 1024, 4096, 8192, 16000, 0, -5, 16 << 20, 16 << 20 + 1])
    let bytes = input.payload
    let whole = DemultiplexedBody(bytes, interval: interval, charset: charset)
    let split = DemultiplexedBody(bytes, interval: interval, splits: splits, charset: charset)
    claim(whole == split, "the same sound and titles, however they are split")
    claim(whole.audioCount <= bytes.count, "no more sound than bytes")
    var last: StreamMetadata?
    for case .metadata(let metadata) in whole.chunks {
      claim(metadata != last, "a title comes once: \(metadata)")
      last = metadata
      for text in [metadata.title, metadata.url ?? ""] {
        if let fault = TextFault.inLine(text) {
          fail("broken promise: a clean title, but \(fault): \(text.debugDescription)")
        }
      }
      claim(metadata.url != "", "an address that is empty is none")
    }
    if ICYDemultiplexer.intervals.contains(interval) { followBlocks(of: bytes, interval: interval, charset: charset) }
  }

  /// Feeds a body in its own parts (sound, length, block) and checks the result of each part.
  private static func followBlocks(of bytes: [UInt8], interval: Int, charset: TextCharset) {
    var demultiplexer = ICYDemultiplexer(interval: interval, charset: charset)
    var implausible = 0
    var rest = bytes[...]
    while rest.count > interval {
      let audio = Array(rest.prefix(interval))
      claim(demultiplexer.feed(audio) == [.audio(audio)], "\(interval) bytes of sound come out as they are")
      rest = rest.dropFirst(interval)
      let length = rest.removeFirst()
      claim(demultiplexer.feed([length]).isEmpty, "a length gives nothing")
      let block = Array(rest.prefix(Int(length) * 16))
      guard block.count == Int(length) * 16 else { return }
      guard length > 0 else { continue }
      rest = rest.dropFirst(block.count)
      switch demultiplexer.feed(block) {
      case []: implausible = 0
      case let chunks where chunks == [.audio([length] + block)]: implausible += 1
      case let chunks:
        guard chunks.count == 1, case .metadata? = chunks.first else {
          fail("broken promise: a block is a title, or sound as a whole, but gave \(chunks)")
        }
        implausible = 0
      }
      claim(
        demultiplexer.hasGivenUp == (implausible >= 2), "two implausible blocks in a row, no other number, are a lie")
      if demultiplexer.hasGivenUp {
        claim(demultiplexer.feed(Array(rest)) == (rest.isEmpty ? [] : [.audio(Array(rest))]), "then all is sound")
        return
      }
    }
  }
}
