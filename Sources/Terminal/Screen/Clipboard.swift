import Bytes

/// Texts for the terminal's clipboard, set with a control sequence (OSC 52).
package enum Clipboard {
  /// The maximum length of a text in UTF-8 bytes. Terminals drop sequences that are too long; the shortest limits are a
  /// few kilobytes.
  package static let maximumBytes = 1024

  /// Returns the bytes that make the terminal copy ``text(for:)``; nothing for a text without a printable character.
  package static func bytes(for text: String) -> [UInt8] {
    let kept = self.text(for: text)
    guard !kept.isEmpty else { return [] }
    return Array("\u{1B}]52;c;".utf8) + Base64.encode(kept.utf8) + [0x07]
  }

  /// Returns what is copied of `text`: one clean line of at most ``maximumBytes`` bytes, which ends at a character.
  package static func text(for text: String) -> String {
    let line = CleanText.singleLine(text, limit: nil)
    var length = 0
    return String(
      line.prefix { character in
        length += character.utf8.count
        return length <= maximumBytes
      })
  }
}
