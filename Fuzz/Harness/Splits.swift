/// A way to split bytes into pieces of 1 to `largest` bytes. With the same seed, the same input is split the same way.
struct Splits {
  let largest: Int
  let seed: UInt64

  /// Calls `body` with the pieces of `bytes` in their order, as long as it returns true.
  func forEach(of bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Bool) {
    // A long input in single bytes would be slow.
    let largest = max(largest, bytes.count / 512)
    var state = seed
    var place = 0
    while place < bytes.count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let size = min(1 + Int(state >> 33) % largest, bytes.count - place)
      guard body(bytes[place..<(place + size)]) else { return }
      place += size
    }
  }
}
