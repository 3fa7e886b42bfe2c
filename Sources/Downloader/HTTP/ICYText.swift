import AudioCore

/// The text of one ICY metadata block, such as `StreamTitle='Artist - Song';StreamUrl='…';`. The parser accepts the
/// known mistakes of servers.
struct ICYText {
  private let bytes: ArraySlice<UInt8>

  /// The text of `block`, a metadata block without its length byte, padded with NUL.
  init(block: ArraySlice<UInt8>) {
    var trimmed = block
    while trimmed.last == 0 { trimmed.removeLast() }
    bytes = trimmed
  }

  /// False for a block without `stream` (in any case) that is mostly not text: audio that was taken for a title.
  var isPlausible: Bool {
    if bytes.isEmpty || Self.range(of: "stream", in: bytes) != nil { return true }
    let controls = bytes.lazy.filter { $0 < 0x20 || $0 == 0x7F }.count
    let highs = bytes.lazy.filter { $0 >= 0x80 }.count
    // Text in any charset has almost no control bytes; of audio bytes about one in eight is one.
    return controls * 20 < bytes.count && (highs * 4 < bytes.count * 3)
  }

  /// Returns the title and the address, or nil when the block contains no title.
  func metadata(charset: TextCharset) -> StreamMetadata? {
    guard let title = value(of: "StreamTitle") else { return nil }
    let url = value(of: "StreamUrl").map { CleanText.singleLine(charset.decode($0)) }
    // Decoding comes before cleaning, so that no character reference can add what the cleaning removes.
    return StreamMetadata(
      title: CleanText.singleLine(CharacterReferences.decoded(charset.decode(title))),
      url: url.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the bytes between the quotes after `key=`. The value ends at the first quote before a `;`, otherwise at
  /// the last quote, otherwise at the end of the block. A value without an opening quote ends at `;`.
  private func value(of key: String) -> ArraySlice<UInt8>? {
    guard let keyRange = Self.range(of: key.lowercased() + "=", in: bytes) else { return nil }
    var rest = bytes[keyRange.upperBound...]
    guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return rest.prefix { $0 != UInt8(ascii: ";") }
    }
    rest.removeFirst()
    for index in rest.indices.dropLast() where rest[index] == quote && rest[index + 1] == UInt8(ascii: ";") {
      return rest[..<index]
    }
    if let last = rest.lastIndex(of: quote) { return rest[..<last] }
    return rest
  }

  /// Returns the first range of `needle` (lower-case ASCII) in `haystack`, ignoring case.
  private static func range(of needle: String, in haystack: ArraySlice<UInt8>) -> Range<Int>? {
    let pattern = Array(needle.utf8)
    guard haystack.count >= pattern.count else { return nil }
    for start in haystack.startIndex...(haystack.endIndex - pattern.count) {
      let matches = pattern.indices.allSatisfy { offset in
        let byte = haystack[start + offset]
        let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        return lower == pattern[offset]
      }
      if matches { return start..<(start + pattern.count) }
    }
    return nil
  }
}
