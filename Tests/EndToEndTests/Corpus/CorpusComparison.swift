/// Compares what the daemon answers now with what was recorded. What is new is not a difference: members, headers,
/// lines, and events may be added.
enum CorpusComparison {
  /// One line that is not as it was recorded.
  struct Difference: Sendable, Equatable, CustomStringConvertible {
    /// The request as in the file.
    var request: String
    /// The request as in `CHANGES.md`.
    var name: String
    /// The member, header or key; `answer` when the request was not asked.
    var member: String
    /// What is wrong with it.
    var text: String

    var description: String { "\(request)\n    \(member): \(text)" }
  }

  /// The differences of `current` from `recorded`, in the order of the recorded lines.
  static func differences(recorded: [CorpusEntry], current: [CorpusEntry]) -> [Difference] {
    let answers = Dictionary(current.map { ($0.request, $0) }) { first, _ in first }
    var found: [Difference] = []
    for entry in recorded {
      guard let answer = answers[entry.request] else {
        found.append(difference(entry, "answer", "this is not asked any more"))
        continue
      }
      found += differences(entry, answer.lines)
    }
    return found
  }

  /// The requests of `current` that are not in `recorded`.
  static func unrecorded(recorded: [CorpusEntry], current: [CorpusEntry]) -> [String] {
    let known = Set(recorded.map(\.request))
    return current.map(\.request).filter { !known.contains($0) }
  }

  /// Every recorded line must be in the answer, in the same order. Taking the first fit for each is enough to find out.
  private static func differences(_ entry: CorpusEntry, _ lines: [String]) -> [Difference] {
    var found: [Difference] = []
    var place = 0
    for line in entry.lines {
      if let fit = lines[place...].firstIndex(of: line) {
        place = fit + 1
        continue
      }
      let member = member(of: line)
      // An empty object may get members.
      if line.hasSuffix(": {}"), lines.contains(where: { $0.hasPrefix(line.dropLast(4) + ".") }) { continue }
      let others = lines.filter { self.member(of: $0) == member && !entry.lines.contains($0) }
      if lines.contains(line) {
        let isDouble = entry.lines.count { $0 == line } > lines.count { $0 == line }
        found.append(difference(entry, member, isDouble ? "came more often" : "is at another place"))
      } else if let other = others.first {
        found.append(difference(entry, member, "was \(value(of: line)), is \(value(of: other))"))
      } else {
        found.append(difference(entry, member, "was \(value(of: line)), is missing"))
      }
    }
    return found
  }

  private static func difference(_ entry: CorpusEntry, _ member: String, _ text: String) -> Difference {
    Difference(request: entry.request, name: entry.name, member: member, text: text)
  }

  /// What a line is about: `.stations[].name`, `ETag`, `volume`, the first word of a line of text; `status` for the first
  /// line of an answer by HTTP.
  static func member(of line: String) -> String {
    if line.hasPrefix("| ") { return String(line.dropFirst(2).prefix { $0 != " " && $0 != "{" }) }
    guard let colon = line.firstRange(of: ": ") else {
      return line.first?.isNumber == true ? "status" : String(line.prefix { $0 != " " })
    }
    return String(line[..<colon.lowerBound]).replacing(/\[\d+\]/, with: "[]")
  }

  private static func value(of line: String) -> Substring {
    line.firstRange(of: ": ").map { line[$0.upperBound...] } ?? line[...]
  }
}
