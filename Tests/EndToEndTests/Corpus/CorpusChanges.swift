import Foundation

/// `Tests/Corpus/CHANGES.md`: the changes of recorded answers that are wanted, each with its reason and the sentence
/// of CHANGELOG.md that announces it.
struct CorpusChanges {
  /// One line of the file.
  struct Change: Equatable {
    /// The name of the request; see ``CorpusEntry/name``.
    var name: String
    /// The member; see ``CorpusComparison/member(of:)``. `*` stands for the whole answer.
    var member: String
    /// The sentence in CHANGELOG.md.
    var sentence: String
    /// The line as it is in the file.
    var line: String

    /// Whether this is the line for `difference`.
    func names(_ difference: CorpusComparison.Difference) -> Bool {
      name == difference.name && (member == "*" || member == difference.member)
    }
  }

  private static let openHeading = "## Open\n"
  private static let recordedHeading = "## Recorded\n"

  /// The lines below `## Open`: the answers have changed, and the files have not.
  let open: [Change]
  /// The lines of the file that are not a change, though they look like one.
  let faults: [String]
  private let text: String

  /// Reads the text of the file.
  init(_ text: String) {
    self.text = text
    var (open, faults): ([Change], [String]) = ([], [])
    var isOpen = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { isOpen = line + "\n" == Self.openHeading }
      guard line.hasPrefix("- ") else { continue }
      guard let match = line.wholeMatch(of: /- `([^`]+)` `([^`]+)`: .+ CHANGELOG: "([^"]+)"/) else {
        faults.append(String(line))
        continue
      }
      if isOpen {
        open.append(
          Change(name: "\(match.1)", member: "\(match.2)", sentence: "\(match.3)", line: String(line)))
      }
    }
    (self.open, self.faults) = (open, faults)
  }

  /// The text of the file after its open changes were recorded.
  var recorded: String {
    guard !open.isEmpty, let heading = text.range(of: Self.recordedHeading) else { return text }
    let lines = open.map { $0.line + "\n" }
    let start = lines.reduce(String(text[..<heading.upperBound])) { $0.replacingOccurrences(of: $1, with: "") }
    return start.replacingOccurrences(of: Self.openHeading + "\n\n", with: Self.openHeading + "\n") + "\n"
      + lines.joined() + text[heading.upperBound...].drop { $0 == "\n" }
  }

  /// The sentences of open changes that are not in `changelog`. Line ends count as blanks.
  func missingSentences(in changelog: String) -> [String] {
    let words = changelog.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return open.map(\.sentence).filter { !words.contains($0) }
  }
}
