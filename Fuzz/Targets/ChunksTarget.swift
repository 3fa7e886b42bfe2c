extension FuzzTarget {
  /// The decoder of chunked bodies: a body that was cut into chunks comes out completely, and anything else is a named
  /// fault, the same for any split.
  static let chunks = FuzzTarget("chunks") { input in
    let splits = input.splits()
    let bytes = input.payload
    let whole = DecodedChunks(bytes, splits: Splits(largest: .max, seed: 0))
    let split = DecodedChunks(bytes, splits: splits)
    claim(whole == split, "the same content and end, however it is split: \(whole) and \(split)")
    claim(split.content.count <= bytes.count, "no more content than bytes")
    var coded: [UInt8] = []
    splits.forEach(of: bytes) { piece in
      coded += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
      return true
    }
    let back = DecodedChunks(coded + Array("0\r\n\r\nrest".utf8), splits: splits)
    claim(back.content == bytes && back.hasEnded && back.fault == nil, "what was cut into chunks comes out whole")
  }
}
