/// Finds the end of an answer's head in a stream that comes in pieces: after the first empty line.
struct HeadEnd {
  private var isInBody = false
  /// Line ends in a row so far.
  private var lineEnds = 0

  /// How many bytes of the next piece belong to the head.
  mutating func bytesOfHead(in piece: some Collection<UInt8>) -> Int {
    guard !isInBody else { return 0 }
    for (index, byte) in piece.enumerated() where byte != UInt8(ascii: "\r") {
      lineEnds = byte == UInt8(ascii: "\n") ? lineEnds + 1 : 0
      if lineEnds == 2 {
        isInBody = true
        return index + 1
      }
    }
    return piece.count
  }
}
