import Glibc

/// A text prepared for comparisons and searches: in lower case, without diacritics, with one blank for each run of
/// characters that are neither letters nor numbers. Texts are equal when their characters are, however they are encoded.
package struct FoldedText: Equatable, Sendable {
  /// The folded text in UTF-8, without blanks at its ends.
  package let bytes: [UInt8]

  /// The byte that stands for everything that is neither a letter nor a number.
  static let blank = UInt8(ascii: " ")

  /// Folds `text`, of which at most `limit` characters count.
  package init(_ text: String, limit: Int = .max) {
    var cache = FoldingCache()
    self.init(text, limit: limit, cache: &cache)
  }

  /// Folds one of many texts, which share `cache`.
  package init(_ text: String, limit: Int = .max, cache: inout FoldingCache) {
    bytes = Self.fold(text, limit, &cache) { _ in }
  }

  /// Folds `text`. `origins` becomes the number of the character of each byte.
  package init(_ text: String, limit: Int = .max, origins: inout [Int]) {
    var numbers: [Int] = []
    var cache = FoldingCache()
    bytes = Self.fold(text, limit, &cache) { numbers.append($0) }
    origins = Array(numbers.prefix(bytes.count))
  }

  private static func fold(_ text: String, _ limit: Int, _ cache: inout FoldingCache, note: (Int) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    func add(_ byte: UInt8) {
      bytes.append(byte)
      note(number)
    }
    func addBlank() { if let last = bytes.last, last != blank { add(blank) } }
    let utf8 = text.utf8
    var index = text.startIndex
    while index < text.endIndex, number < limit {
      let next = utf8.index(after: index)
      let byte = utf8[index]
      // An ASCII byte before another one is a whole character, which is much faster to see than to look for.
      if byte < 0x80, byte != 0x0D, next == text.endIndex || utf8[next] < 0x80 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): add(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): add(byte | 0x20)
        default: addBlank()
        }
        index = next
      } else {
        for byte in cache.bytes(of: text[index]) {
          if byte == blank { addBlank() } else { add(byte) }
        }
        index = text.index(after: index)
      }
      number += 1
    }
    if bytes.last == blank { bytes.removeLast() }
    return bytes
  }

  /// The folded text: `Drum'n'Bass` is `drum n bass`, `Océan` is `ocean`.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The words: sequences of letters and numbers.
  package var words: [Substring] { text.utf8.split(separator: Self.blank).map(Substring.init) }
  /// The letters and numbers without anything between them.
  package var key: String { words.joined() }
  /// True when the folded text is in ASCII: then its bytes are its characters.
  package var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  package static func == (left: FoldedText, right: FoldedText) -> Bool {
    left.bytes == right.bytes || !left.isASCII && left.text == right.text
  }

  /// True when the text contains `part`; false for a part of which folding left nothing. Texts in ASCII are compared by
  /// their bytes, which costs a fraction.
  package func contains(_ part: FoldedText) -> Bool {
    guard isASCII, part.isASCII else { return !part.bytes.isEmpty && text.contains(part.text) }
    return place(of: part) != nil
  }

  /// Returns the byte at which `part` begins, and whether it begins a word there, which it does if it does so anywhere.
  /// Returns nil when the text does not contain the bytes of `part`, or `part` is empty.
  package func place(of part: FoldedText) -> (start: Int, beginsWord: Bool)? {
    guard part.bytes.count <= bytes.count, let first = part.bytes.first else { return nil }
    let (last, length) = (bytes.count - part.bytes.count, part.bytes.count)
    return bytes.withUnsafeBytes { text in
      part.bytes.withUnsafeBytes { part in
        guard let text = text.baseAddress, let part = part.baseAddress else { return nil }
        var found: Int?
        var start = 0
        while start <= last, let next = memchr(text + start, Int32(first), last - start + 1) {
          start = UnsafeRawPointer(next) - text
          if memcmp(text + start, part, length) == 0 {
            if start == 0 || text.load(fromByteOffset: start - 1, as: UInt8.self) == Self.blank { return (start, true) }
            found = found ?? start
          }
          start += 1
        }
        return found.map { ($0, false) }
      }
    }
  }

  /// Returns the places of the bytes of `word`, which is not empty, when they are in the text in this order, the first
  /// one at the beginning of a word.
  package func places(scattered word: FoldedText) -> [Int]? {
    let word = word.bytes
    guard word.count <= bytes.count else { return nil }
    for start in bytes.indices where bytes[start] == word[0] && (start == 0 || bytes[start - 1] == Self.blank) {
      var places = [start]
      var index = start + 1
      while index < bytes.count, places.count < word.count {
        if bytes[index] == word[places.count] { places.append(index) }
        index += 1
      }
      // Later beginnings have fewer letters after them.
      return places.count == word.count ? places : nil
    }
    return nil
  }
}
