/// The words of a filter. A text fits when it has all words, in any order; a word that is not in it as it is may have its
/// letters in it in their order, from the beginning of a word on: `grsal` is in `Groove Salad`.
package struct FuzzyQuery: Equatable, Sendable {
  private let words: [[UInt8]]

  /// The maximum number of words; more are ignored.
  private static let mostWords = 16
  /// The least number of letters of a word that may have other letters between them.
  private static let shortestScattered = 3

  /// Creates a query from what was typed.
  package init(_ text: String) {
    words = FoldedText(text).bytes.split(separator: FoldedText.blank).prefix(Self.mostWords).map(Array.init)
  }

  /// True without a word: then everything fits.
  package var isEmpty: Bool { words.isEmpty }

  /// Returns how well a text with `name` and `remarks` fits: 0 is best; nil when it does not. Letters apart from each
  /// other count in the name only.
  package func rank(name: FoldedText, remarks: FoldedText? = nil) -> Int? {
    var sum = 0
    for word in words {
      guard let rank = Self.rank(of: word, name.bytes, remarks?.bytes) else { return nil }
      sum += rank
    }
    return sum
  }

  private static func rank(of word: [UInt8], _ name: [UInt8], _ remarks: [UInt8]?) -> Int? {
    if let place = place(of: word, in: name) {
      return place == 0 ? 0 : name[place - 1] == FoldedText.blank ? 1 : 2
    }
    if let remarks, let place = Self.place(of: word, in: remarks) {
      return place == 0 || remarks[place - 1] == FoldedText.blank ? 3 : 4
    }
    return scattered(word, in: name) == nil ? nil : 5
  }

  /// Returns where `word` begins: at the beginning of a word if it does so anywhere.
  private static func place(of word: [UInt8], in text: [UInt8]) -> Int? {
    guard word.count <= text.count, let first = word.first else { return nil }
    return text.withUnsafeBufferPointer { text -> Int? in
      word.withUnsafeBufferPointer { word -> Int? in
        var found: Int?
        for start in 0...text.count - word.count where text[start] == first {
          var length = 1
          while length < word.count, text[start + length] == word[length] { length += 1 }
          guard length == word.count else { continue }
          if start == 0 || text[start - 1] == FoldedText.blank { return start }
          found = found ?? start
        }
        return found
      }
    }
  }

  /// Returns the places of the letters of `word` when they are in `text` in this order, the first one at the beginning
  /// of a word.
  private static func scattered(_ word: [UInt8], in text: [UInt8]) -> [Int]? {
    guard word.count >= shortestScattered, word.count <= text.count else { return nil }
    for start in text.indices where text[start] == word[0] && (start == 0 || text[start - 1] == FoldedText.blank) {
      var places = [start]
      var index = start + 1
      while index < text.count, places.count < word.count {
        if text[index] == word[places.count] { places.append(index) }
        index += 1
      }
      // Later beginnings have fewer letters after them.
      return places.count == word.count ? places : nil
    }
    return nil
  }

  /// Returns the numbers of the characters of `text` that fit to a word.
  package func matches(in text: String) -> Set<Int> {
    guard !isEmpty else { return [] }
    var origins: [Int] = []
    let folded = FoldedText(text, origins: &origins).bytes
    var found: Set<Int> = []
    for word in words {
      if let place = Self.place(of: word, in: folded) {
        found.formUnion(origins[place..<place + word.count])
      } else if let places = Self.scattered(word, in: folded) {
        found.formUnion(places.map { origins[$0] })
      }
    }
    return found
  }
}
