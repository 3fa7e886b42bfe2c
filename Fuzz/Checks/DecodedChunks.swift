import Downloader

/// The result of decoding a chunked body.
struct DecodedChunks: Equatable {
  private(set) var content: [UInt8] = []
  private(set) var fault: ChunkDecoder.ChunkError?
  private(set) var hasEnded = false

  init(_ bytes: [UInt8], splits: Splits) {
    var decoder = ChunkDecoder()
    splits.forEach(of: bytes) { piece in
      content += decoder.feed(piece)
      return true
    }
    fault = decoder.fault
    hasEnded = decoder.hasEnded
  }
}
