extension StreamHead {
  /// Longest validator that is sent back, in bytes.
  private static let longestValidator = 256

  /// The part of the whole that a 206 sends, by `Content-Range: bytes 100-199/1000` (RFC 9110, 14.4): where it
  /// begins, and how long the whole is if that is said. Nil when it does not say it.
  package var part: (start: Int, total: Int?)? {
    guard let value = value("content-range"), value.lowercased().hasPrefix("bytes") else { return nil }
    let numbers = value.dropFirst(5).split(separator: "/", maxSplits: 1)
    guard numbers.count == 2, let dash = numbers[0].firstIndex(of: "-"),
      let start = Self.number(numbers[0][..<dash]), start >= 0
    else { return nil }
    return (start, Self.number(numbers[1]))
  }

  /// What distinguishes this body from a later one at the same address: a strong entity tag, else when it was modified last.
  /// Nil when the server says neither.
  package var validator: String? {
    if let tag = value("etag"), tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count >= 2 { return Self.plain(tag) }
    return value("last-modified").flatMap(Self.plain)
  }

  /// False when the server says that it sends no parts.
  package var mayHaveParts: Bool { value("accept-ranges")?.lowercased() != "none" }

  private func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

  private static func number(_ text: Substring) -> Int? {
    let digits = text.drop { $0 == " " }
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }

  /// `text` if it can be sent back as it came.
  private static func plain(_ text: String) -> String? {
    text.utf8.count <= longestValidator && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }
}
