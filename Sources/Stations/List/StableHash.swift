/// Makes short names from longer texts, the same on every machine and in every run.
package enum StableHash {
  /// Returns 16 hexadecimal digits: 64 bits of the FNV-1a hash (Fowler, Noll, Vo; RFC 9923) of the text's UTF-8. Two
  /// texts may have the same digits.
  package static func digits(of text: String) -> String { digits(ofBytes: text.utf8) }

  /// The same for any bytes.
  package static func digits(ofBytes bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
