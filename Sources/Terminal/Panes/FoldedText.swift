import Stations

/// A text prepared for a filter: in lower case, without diacritics, with a blank for each run of other characters, as
/// UTF-8.
package struct FoldedText: Sendable {
  /// The folded text in UTF-8, without blanks at its ends.
  package private(set) var bytes: [UInt8] = []

  /// The byte that stands for everything that is neither a letter nor a number.
  static let blank = UInt8(ascii: " ")

  /// Folds `text`, of which at most `longest` characters count.
  package init(_ text: String) {
    var cache = FoldingCache()
    fold(text, &cache) { _ in }
  }

  /// Folds one of many texts, which share `cache`.
  init(_ text: String, cache: inout FoldingCache) { fold(text, &cache) { _ in } }

  /// Folds `text`. `origins` becomes the number of the character of each byte.
  init(_ text: String, origins: inout [Int]) {
    var numbers: [Int] = []
    var cache = FoldingCache()
    fold(text, &cache) { numbers.append($0) }
    numbers.removeLast(numbers.count - bytes.count)
    origins = numbers
  }

  /// The maximum number of characters that count.
  static let longest = 512

  private mutating func fold(_ text: String, _ cache: inout FoldingCache, note: (Int) -> Void) {
    var number = 0
    func add(_ byte: UInt8) {
      bytes.append(byte)
      note(number)
    }
    func addBlank() { if let last = bytes.last, last != Self.blank { add(Self.blank) } }
    let utf8 = text.utf8
    var index = text.startIndex
    while index < text.endIndex, number < Self.longest {
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
          if byte == Self.blank { addBlank() } else { add(byte) }
        }
        index = text.index(after: index)
      }
      number += 1
    }
    if bytes.last == Self.blank { bytes.removeLast() }
  }
}

/// What single scalars become when they are folded: names of one list have few different ones.
struct FoldingCache {
  private var known: [Unicode.Scalar: [UInt8]] = [:]

  /// The maximum number of scalars that are kept.
  private static let mostKnown = 8192

  /// Returns what `character` becomes, in UTF-8; a blank for one that is neither a letter nor a number.
  mutating func bytes(of character: Character) -> [UInt8] {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.dropFirst().isEmpty else { return Self.folded(character) }
    if let bytes = known[scalar] { return bytes }
    let bytes = Self.folded(character)
    if known.count < Self.mostKnown { known[scalar] = bytes }
    return bytes
  }

  private static func folded(_ character: Character) -> [UInt8] {
    character.lowercased().flatMap { lower -> [UInt8] in
      StationSearchText.letters(of: lower).map { Array($0.utf8) } ?? [FoldedText.blank]
    }
  }
}
