package import AudioCore

/// The words of a filter. A text fits when it has all words, in any order; a word that is not in it as it is may have its
/// letters in it in their order, from the beginning of a word on: `grsal` is in `Groove Salad`.
package struct FuzzyQuery: Equatable, Sendable {
  private let words: [FoldedText]

  /// The maximum number of characters of a text that count.
  static let maximumLength = 512
  /// The maximum number of words; more are ignored.
  private static let maximumWords = 16
  /// The least number of letters of a word that may have other letters between them.
  private static let minimumScattered = 3

  /// Creates a query from what was typed.
  package init(_ text: String) {
    let words = FoldedText(text, limit: Self.maximumLength).words
    self.words = words.prefix(Self.maximumWords).map { FoldedText(String($0)) }
  }

  /// True without a word: then everything fits.
  package var isEmpty: Bool { words.isEmpty }

  /// Returns how well a text with `name` and `remarks` fits: 0 is best; nil when it does not. Letters apart from each
  /// other count in the name only.
  package func rank(name: FoldedText, remarks: FoldedText? = nil) -> Int? {
    var sum = 0
    for word in words {
      guard let rank = Self.rank(of: word, name, remarks) else { return nil }
      sum += rank
    }
    return sum
  }

  /// True when a text with `name` and `remarks` has all words as they are, without other letters between theirs.
  func isWhole(in name: FoldedText, _ remarks: FoldedText) -> Bool {
    words.allSatisfy { name.place(of: $0) != nil || remarks.place(of: $0) != nil }
  }

  private static func rank(of word: FoldedText, _ name: FoldedText, _ remarks: FoldedText?) -> Int? {
    if let place = name.place(of: word) { return place.start == 0 ? 0 : place.beginsWord ? 1 : 2 }
    if let place = remarks?.place(of: word) { return place.beginsWord ? 3 : 4 }
    return scattered(word, in: name) == nil ? nil : 5
  }

  private static func scattered(_ word: FoldedText, in text: FoldedText) -> [Int]? {
    word.bytes.count < minimumScattered ? nil : text.places(scattered: word)
  }

  /// Returns the numbers of the characters of `text` that fit to a word.
  package func matches(in text: String) -> Set<Int> {
    guard !isEmpty else { return [] }
    var origins: [Int] = []
    let folded = FoldedText(text, limit: Self.maximumLength, origins: &origins)
    var found: Set<Int> = []
    for word in words {
      if let place = folded.place(of: word) {
        found.formUnion(origins[place.start..<place.start + word.bytes.count])
      } else if let places = Self.scattered(word, in: folded) {
        found.formUnion(places.map { origins[$0] })
      }
    }
    return found
  }
}
