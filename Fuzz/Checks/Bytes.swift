import Glibc

/// A fast search in bytes.
enum Bytes {
  /// The position of `needle` in `bytes`, searched from `start`.
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

  /// The position of `text` in `bytes`.
  static func find(_ text: String, in bytes: [UInt8]) -> Int? { find(Array(text.utf8), in: bytes) }
}
