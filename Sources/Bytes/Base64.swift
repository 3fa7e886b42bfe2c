/// Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Returns `bytes` in Base64, with padding, as ASCII.
  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var count = 0
    func append(characters: Int) {
      for position in 0..<4 {
        output.append(position < characters ? alphabet[Int(group >> UInt32(18 - 6 * position)) & 63] : padding)
      }
    }
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      count += 1
      guard count == 3 else { continue }
      append(characters: 4)
      (group, count) = (0, 0)
    }
    if count > 0 {
      group <<= UInt32(8 * (3 - count))
      append(characters: count + 1)
    }
    return output
  }

  /// The value of each digit, by its byte.
  private static let values = Dictionary(uniqueKeysWithValues: zip(alphabet, UInt32(0)...))

  /// Returns the bytes of `text` in Base64, with or without padding; nil when it is not Base64.
  package static func decode(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    let digits = text.reversed().drop { $0 == padding }.reversed()
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for digit in digits {
      guard let value = values[digit] else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}
