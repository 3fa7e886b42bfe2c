extension StreamHead {
  /// The longest validator that is sent back, in bytes.
  private static let longestValidator = 256

  /// The range that a 206 response sends, from `Content-Range: bytes 100-199/1000` (RFC 9110, 14.4): its start, and the
  /// length of the whole body if the server says it. Nil without a valid range.
  package var part: (start: Int, total: Int?)? {
    guard let value = value("content-range"), value.lowercased().hasPrefix("bytes") else { return nil }
    let numbers = value.dropFirst(5).split(separator: "/", maxSplits: 1)
    guard numbers.count == 2, let dash = numbers[0].firstIndex(of: "-"),
      let start = Self.number(numbers[0][..<dash]), start >= 0
    else { return nil }
    return (start, Self.number(numbers[1]))
  }

  /// A value that distinguishes this body from a later one at the same address: a strong entity tag, otherwise the
  /// modification date. Nil when the server sends neither, or the value cannot be sent back.
  package var validator: String? {
    if let tag = value("etag"), tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count >= 2 { return Self.plain(tag) }
    return value("last-modified").flatMap(Self.plain)
  }

  /// False when the server says that it does not send ranges.
  package var mayHaveParts: Bool { value("accept-ranges")?.lowercased() != "none" }

  private func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

  private static func number(_ text: Substring) -> Int? {
    let digits = text.drop { $0 == " " }
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }

  /// Returns `text` if it can be sent back unchanged: at most ``longestValidator`` bytes of printable ASCII.
  private static func plain(_ text: String) -> String? {
    text.utf8.count <= longestValidator && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }
}
