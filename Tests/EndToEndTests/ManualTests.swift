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
    let isProse = { (line: String) in !line.contains { $0 == "@" } }
    #expect(lines.count { !isProse($0) } == 6)
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
    let macros = lines.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } }
    #expect(macros.allSatisfy { $0.count == 3 }, "\(Set(macros).sorted())")
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
