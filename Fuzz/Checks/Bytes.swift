import Glibc

/// Searching in bytes, fast.
enum Bytes {
  /// Where `needle` stands in `bytes`, from `start` on.
  static func find(_ needle: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
    guard let first = needle.first else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var place = start
      while place + needle.count <= bytes.count {
        guard let found = memchr(base + place, Int32(first), bytes.count - needle.count + 1 - place) else { return nil }
        place = UnsafeRawPointer(found) - base
        if memcmp(found, needle, needle.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }

  /// Where `text` stands in `bytes`.
  static func find(_ text: String, in bytes: [UInt8]) -> Int? { find(Array(text.utf8), in: bytes) }
}
