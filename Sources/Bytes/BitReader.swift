/// Reads numbers of any count of bits one after the other, and never beyond the end of the bytes.
package struct BitReader: Sendable {
  /// The order of the bits, in each byte and in each number.
  package enum Order: Sendable {
    /// The highest bit of a byte comes first, and is the highest of its number: MPEG.
    case highestFirst
    /// The lowest bit of a byte comes first, and is the lowest of its number: Vorbis.
    case lowestFirst
  }

  /// The place of the next bit, from 0.
  package var place: Int

  private let bytes: ArraySlice<UInt8>
  private let order: Order

  /// Makes a reader of `bytes` that begins at the bit `place`.
  package init(_ bytes: ArraySlice<UInt8>, _ order: Order, at place: Int = 0) {
    self.bytes = bytes
    self.order = order
    self.place = place
  }

  /// The number in the next `count` bits, 0…63; nil when there are fewer.
  package mutating func bits(_ count: Int) -> Int? {
    let start = place
    guard skip(count) != nil else { return nil }
    var value = 0
    switch order {
    case .highestFirst: for bit in start..<place { value = value << 1 | byte(of: bit) >> (7 - bit & 7) & 1 }
    case .lowestFirst: for bit in (start..<place).reversed() { value = value << 1 | byte(of: bit) >> (bit & 7) & 1 }
    }
    return value
  }

  /// Skips `count` bits, 0 or more; nil when there are fewer.
  package mutating func skip(_ count: Int) -> Void? {
    guard count <= 8 * bytes.count - place else { return nil }
    place += count
    return ()
  }

  private func byte(of bit: Int) -> Int { Int(bytes[bytes.startIndex + bit >> 3]) }
}
