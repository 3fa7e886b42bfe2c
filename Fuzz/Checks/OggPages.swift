import Parser

/// Repairs the checksums of Ogg pages, so that mutated ones are parsed.
enum OggPages {
  private static let mark = Array("OggS".utf8)

  /// `bytes` with a correct checksum wherever a complete page could be.
  static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for page in pages(bytes) {
      let sum = OggChecksum.of(Array(bytes[page]))
      for (index, field) in OggChecksum.field.enumerated() {
        bytes[page.lowerBound + field] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
    }
    return bytes
  }

  /// `bytes` with correct checksums for the FLAC frames that lie within a page.
  static func withFLACSummed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for page in pages(bytes) {
      let body = page.lowerBound + 27 + Int(bytes[page.lowerBound + 26])
      bytes.replaceSubrange(body..<page.upperBound, with: FLACFrames.summed(Array(bytes[body..<page.upperBound])))
    }
    return bytes
  }

  /// The ranges of possible complete pages, one behind the other.
  static func pages(_ bytes: [UInt8]) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var place = 0
    while let start = Bytes.find(mark, in: bytes, from: place) {
      place = start + 1
      guard let end = end(of: bytes, from: start) else { continue }
      pages.append(start..<end)
      place = end
    }
    return pages
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    guard start + 27 <= bytes.count else { return nil }
    let body = start + 27 + Int(bytes[start + 26])
    guard body <= bytes.count else { return nil }
    let end = bytes[(start + 27)..<body].reduce(body) { $0 + Int($1) }
    return end <= bytes.count ? end : nil
  }
}
