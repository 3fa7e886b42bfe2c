/// One request and its answer in the corpus, or one step and the events after it.
struct CorpusEntry: Sendable, Equatable {
  /// The request in one line, such as `GET /api/history?limit=1` or `MPD status`; unique in its file.
  var request: String
  /// The answer: one line for its status, and for each header, member, or line of text.
  var lines: [String]

  /// What `CHANGES.md` calls such a request: its first two words, without a query.
  var name: String {
    let words = request.split(separator: " ")
    guard words.count > 1, words[0] != "EVENTS" else { return words.first.map(String.init) ?? "" }
    return "\(words[0]) \(words[1].prefix { $0 != "?" })"
  }
}

/// One file of the corpus: entries as text.
enum CorpusFile {
  private static let indentation = "  "

  /// The file with `entries` in it. Each begins in the first column, and the lines of its answer are indented.
  static func text(_ entries: [CorpusEntry]) -> String {
    entries.map { entry in
      ([entry.request] + entry.lines.map { indentation + $0 }).map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// The entries of a file.
  static func entries(_ text: String) -> [CorpusEntry] {
    var entries: [CorpusEntry] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(indentation) {
        if !entries.isEmpty { entries[entries.count - 1].lines.append(String(line.dropFirst(indentation.count))) }
      } else {
        entries.append(CorpusEntry(request: String(line), lines: []))
      }
    }
    return entries
  }

  /// `entries` with a number behind each request that came before.
  static func numbered(_ entries: [CorpusEntry]) -> [CorpusEntry] {
    var counts: [String: Int] = [:]
    return entries.map { entry in
      let count = counts[entry.request, default: 0] + 1
      counts[entry.request] = count
      return CorpusEntry(request: count == 1 ? entry.request : "\(entry.request) #\(count)", lines: entry.lines)
    }
  }
}
