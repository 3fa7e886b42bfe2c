import AudioCore

/// The words of a part of a title, for comparisons: in small letters, without diacritics and marks.
struct TitleWords: Equatable {
  /// The words: sequences of letters and digits.
  let words: [Substring]
  /// The words without anything between them.
  let key: String

  /// Splits `text`. An apostrophe splits, too: `You're` has two words.
  init(_ text: String) {
    let folded = FoldedText(text)
    words = folded.words
    key = folded.key
  }

  /// The words with single blanks between them.
  var phrase: String { words.joined(separator: " ") }

  /// The same without numbers at the end: `jingle 12` is `jingle`.
  var phraseWithoutNumber: String {
    let end = words.lastIndex { !$0.allSatisfy(\.isNumber) }.map { $0 + 1 } ?? 0
    return words[..<end].joined(separator: " ")
  }

  /// True when the words begin with all of `others`, or end with them.
  func isAround(_ others: TitleWords) -> Bool {
    !others.words.isEmpty && (words.starts(with: others.words) || words.suffix(others.words.count) == others.words[...])
  }

  /// True when one of the words is one that broadcasters have in their names.
  var namesBroadcaster: Bool {
    words.contains { word in
      ["fm", "radio", "station", "channel", "antenne", "rundfunk"].contains(word) || word.hasSuffix("radio")
        || word.count > 2 && word.hasSuffix("fm")
    }
  }
}
