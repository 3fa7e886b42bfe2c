/// A text as filters compare it: texts in ASCII by their bytes, which costs a fraction, others by their characters, of
/// which one may have several spellings.
struct MPDComparedText: Equatable {
  private let text: String
  /// The bytes of a text in ASCII; nil for another text.
  private let bytes: [UInt8]?

  /// Prepares `text`, in lower case when `foldsCase` is true.
  init(_ text: String, foldsCase: Bool) {
    self.text = foldsCase ? text.lowercased() : text
    bytes = self.text.utf8.allSatisfy { $0 < 0x80 } ? Array(self.text.utf8) : nil
  }

  /// True when there are no characters.
  var isEmpty: Bool { text.isEmpty }

  static func == (left: MPDComparedText, right: MPDComparedText) -> Bool { left.text == right.text }

  /// True when `part` is a part of the text.
  func contains(_ part: MPDComparedText) -> Bool {
    guard let bytes, let wanted = part.bytes else { return part.isEmpty || text.contains(part.text) }
    guard let first = wanted.first else { return true }
    guard wanted.count <= bytes.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
