import Foundation
import TestSupport
import Testing

@Suite("radiod manual", .ownThreads)
struct ManualTests {
  private static func manual() throws -> [String] {
    let result = try Radiod.run("manual")
    #expect(result.exitCode == 0 && result.errorText.isEmpty)
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func file(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(Radiod.root)/\(path)", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("it is the prose of packaging/radiod.1.in, in which something takes the place of each name")
  func prose() throws {
    var rest = try Self.manual()[...]
    let lines = try Self.file("packaging/radiod.1.in")
    let isProse = { (line: String) in !line.contains(/@[A-Z-]+@/) }
    #expect(lines.count { !isProse($0) } == 7)
    #expect(rest.allSatisfy(isProse))
    var isReplaced = false
    for line in lines {
      if isProse(line) {
        // Nothing is between the lines of the prose but what takes the place of a name.
        let index = try #require(isReplaced ? rest.firstIndex(of: line) : rest.startIndex)
        try #require(index < rest.endIndex && rest[index] == line, "'make' builds in what changed")
        rest = rest[(index + 1)...]
      }
      isReplaced = !isProse(line)
    }
    #expect(rest.isEmpty)
  }

  @Test("each command has a section, and the options of several commands and the keys are listed")
  func declarations() throws {
    let lines = try Self.manual()
    let sections = lines.filter { $0.hasPrefix(".Sh ") }
    #expect(sections.first == ".Sh NAME" && sections.last == ".Sh SEE ALSO" && Set(sections).count == sections.count)
    for line in [".Cm play", ".Ss radiod stations add", ".It Fl \\-stations Ar file", ".It Ic Ctrl\\-L", ".It 78"] {
      #expect(lines.contains { $0.hasPrefix(line) }, "\(line)")
    }
    // No line of text is lost as a macro that does not exist.
    let macros = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(macros.allSatisfy { $0.count == 3 && $0.dropFirst().allSatisfy(\.isLetter) }, "\(macros.sorted())")
  }

  /// The exit codes with their meanings in `lines` of docs/troubleshooting.md, without its backticks.
  private static func documentedCodes(_ lines: [String]) throws -> [String] {
    let start = try #require(lines.firstIndex(of: "|---|---|"))
    return lines[(start + 1)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        .replacingOccurrences(of: "`", with: "")
    }
  }

  /// The exit codes with their meanings in `lines` of mdoc, in the form of the page.
  private static func printedCodes(_ lines: [String]) throws -> [String] {
    let start = try #require(lines.firstIndex(of: ".Sh EXIT STATUS"))
    let text = lines[(start + 2)...].prefix { $0 != ".El" }.map { line in
      guard line.hasPrefix(".Cm ") else { return line }
      return String(line.dropFirst(4)).replacing(" ,", with: ",").replacing(" :", with: ":").replacing(" ;", with: ";")
    }.joined(separator: " ").replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    return text.split(separator: ".It ").map { item in
      let words = item.split(separator: " ")
      let meaning = words.dropFirst().joined(separator: " ")
      return "\(words[0]) \(meaning.prefix(1).lowercased())\(meaning.dropFirst().dropLast())"
    }
  }

  @Test("manual, help and docs/troubleshooting.md have the same exit codes")
  func exitCodes() throws {
    let documented = try Self.documentedCodes(
      Self.file("docs/troubleshooting.md").drop { $0 != "## Exit codes" }.map { $0 })
    #expect(
      documented.map { String($0.prefix { $0 != " " }) } == [
        "0", "1", "64", "65", "66", "69", "71", "73", "74", "78", "130",
      ])
    #expect(try Self.printedCodes(Self.manual()) == documented)
    let help = try Radiod.run("--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let short = documented.map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
    #expect(help.replacing("'", with: "").contains("Exit codes: \(short)."), "\(help)")
  }

  @Test("version and date are those of the last version in CHANGELOG.md")
  func date() throws {
    let lines = try Self.manual()
    let heading = try #require(try Self.file("CHANGELOG.md").first { $0.hasPrefix("## [") && $0.contains(" - ") })
    let parser = DateFormatter()
    parser.locale = Locale(identifier: "en_US_POSIX")
    parser.dateFormat = "MMMM d, yyyy"
    let day = try #require(parser.date(from: String(lines[0].dropFirst(".Dd ".count))))
    parser.dateFormat = "yyyy-MM-dd"
    let version = try Radiod.run("--version").text.dropFirst("radiod ".count).dropLast()
    #expect(heading == "## [\(version)] - \(parser.string(from: day))")
    #expect(lines[2] == ".Os SpringRadio \(version)")
  }
}
