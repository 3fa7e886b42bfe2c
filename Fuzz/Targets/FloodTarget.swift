import Downloader

extension FuzzTarget {
  /// One or more heads without an end: the normaliser gives up at its limit, and not much later.
  static let flood = FuzzTarget("flood") { input in
    let pieceSize = input.choice([1000, 7, 4096, 16 << 10, 64 << 10])
    let count = 64 * (1 + input.byte())
    let start = input.byte()
    let end = input.byte()
    let bytes = input.payload
    let part = bytes[min(start, bytes.count)...].prefix(end + 1)
    var normalizer = HeadNormalizer()
    var fed = 0
    func feed(_ piece: ArraySlice<UInt8>) -> Bool {
      fed += piece.count
      switch try? normalizer.feed(piece) {
      case .needMore?:
        claim(fed <= HeadNormalizer.maximumHeadBytes, "\(fed) bytes of head are too many")
        return true
      case .pass(let output)?:
        claim(output.count <= 4 * fed + 2048, "\(fed) bytes do not become \(output.count)")
        return false
      case nil: return false
      }
    }
    guard feed(bytes[..<min(start, bytes.count)]), !part.isEmpty else { return }
    var piece: [UInt8] = []
    for _ in 0..<count {
      piece += part
      guard piece.count >= pieceSize else { continue }
      guard feed(piece[...]) else { return }
      piece = []
    }
    _ = feed(piece + bytes[min(start, bytes.count)...])
  }
}
