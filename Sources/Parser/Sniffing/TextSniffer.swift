/// Distinguishes text from sound, and recognises the kind of text.
enum TextSniffer {
  /// Returns what `prefix` is, or nil when it is not text.
  static func verdict(_ prefix: [UInt8]) -> Sniffer.Verdict? {
    if isUTF16(prefix) { return .notAudio(found: "text") }
    let bytes = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
    guard !bytes.isEmpty, bytes.allSatisfy(isOfText), isASCIIBased(bytes) else { return nil }
    let text = String(decoding: bytes.drop(while: isBlank), as: UTF8.self).lowercased()
    return text.first == "<" ? markup(text) : plain(text)
  }

  private static func markup(_ text: String) -> Sniffer.Verdict {
    if text.hasPrefix("<asx") || (text.contains("<playlist") && text.contains("xspf")) {
      return .notAudio(found: "a playlist")
    }
    let isHTML = htmlMarks.contains { text.hasPrefix($0) } || text.contains("<html") || text.contains("<!doctype html")
    return .notAudio(found: isHTML ? "an HTML page" : "XML")
  }

  private static let htmlMarks = [
    "<!doctype html", "<html", "<head", "<body", "<title", "<script", "<meta", "<h1", "<p>", "<div", "<!--",
  ]

  private static func plain(_ text: String) -> Sniffer.Verdict {
    if text.hasPrefix("#ext"), text.contains("#ext-x-") { return .unsupported(kind: "HLS (HTTP Live Streaming)") }
    if playlistMarks.contains(where: { text.hasPrefix($0) }) { return .notAudio(found: "a playlist") }
    return .notAudio(found: isJSON(text) ? "JSON" : "text")
  }

  private static let playlistMarks = ["#extm3u", "[playlist]", "[reference]", "http://", "https://"]

  /// True for an object or array whose first member looks like one.
  private static func isJSON(_ text: String) -> Bool {
    guard let opening = text.first, opening == "{" || opening == "[" else { return false }
    guard let next = text.dropFirst().first(where: { !$0.isWhitespace }) else { return false }
    return opening == "{" ? next == "\"" || next == "}" : "\"{[]-0123456789tfn".contains(next)
  }

  /// True for bytes that occur in text of any ASCII-based charset: no control characters except blanks, line ends and
  /// escape.
  private static func isOfText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0D, 0x1B, 0x20...0x7E, 0x80...0xFE: true
    default: false
    }
  }

  /// Longest run of bytes with the high bit set that is taken for text of an 8-bit or multi-byte charset: such text has
  /// blanks, line ends or markup in between.
  private static let maximumWordLength = 96

  /// False for bytes with the high bit set that neither are UTF-8 nor stand between ASCII characters, as they do in
  /// words of other charsets.
  private static func isASCIIBased(_ bytes: ArraySlice<UInt8>) -> Bool {
    var run = 0
    var longest = 0
    for byte in bytes {
      run = byte < 0x80 ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest <= maximumWordLength || isUTF8(bytes)
  }

  /// True for UTF-8; its last character may be cut off.
  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    (0...3).contains { cut in String(validating: bytes.dropLast(cut), as: UTF8.self) != nil }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// True when the bytes begin with a byte order mark and three of every four characters have a zero high byte.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]), bytes.count >= 4 else { return false }
    let highBytes = stride(from: isLittleEndian ? 3 : 2, to: bytes.count, by: 2)
    let zeros = highBytes.count { bytes[$0] == 0 }
    return zeros * 4 >= bytes.count / 2 * 3
  }
}
