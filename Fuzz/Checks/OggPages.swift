import Parser

/// Pages of an Ogg stream whose check sums are made right again, so that mutated ones are looked into.
enum OggPages {
  private static let mark = Array("OggS".utf8)

  /// `bytes` with a right check sum wherever a whole page could be.
  static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var place = 0
    while let start = Bytes.find(mark, in: bytes, from: place) {
      place = start + 1
      guard let end = end(of: bytes, from: start) else { continue }
      let sum = OggChecksum.of(Array(bytes[start..<end]))
      for (index, field) in OggChecksum.field.enumerated() {
        bytes[start + field] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
      place = end
    }
    return bytes
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    guard start + 27 <= bytes.count else { return nil }
    let body = start + 27 + Int(bytes[start + 26])
    guard body <= bytes.count else { return nil }
    let end = bytes[(start + 27)..<body].reduce(body) { $0 + Int($1) }
    return end <= bytes.count ? end : nil
  }
}
