import Foundation
import Testing

@Suite("The lanes of `make test`")
struct LaneTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  /// The target whose suites are divided among the lanes.
  private static let divided = "EndToEndTests"
  /// The first word of a line that marks a suite.
  private static let mark = "timed"

  /// The lines of the list: what is in a lane, and what is marked.
  private func listed() throws -> (inLanes: [String], marked: [String]) {
    let text = try String(contentsOf: Self.tests.appendingPathComponent("lanes"), encoding: .utf8)
    var (inLanes, marked): ([String], [String]) = ([], [])
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 2, "\(line)")
      if words[0] == Self.mark { marked.append(words[1]) } else { inLanes.append(words[1]) }
    }
    return (inLanes, marked)
  }

  private func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.tests.path).filter { $0.hasSuffix("Tests") }
  }

  /// The files of a target that have tests, each with the types of tests that it declares or extends.
  private func files(of target: String) throws -> [(name: String, types: [String])] {
    let folder = Self.tests.appendingPathComponent(target)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.compactMap { name -> (name: String, types: [String])? in
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      guard text.contains("\n  @Test(") else { return nil }
      let types = text.matches(of: /(?m)^(?:@Suite.*\) )?(?:final )?(?:struct|class|enum|extension) (\w+Tests)\b/)
      return (name, types.map { String($0.1) })
    }
  }

  @Test("each test target and each end-to-end suite is in one lane")
  func complete() throws {
    let suites = try files(of: Self.divided).map { name, types in
      let suite = types.first { name.hasPrefix($0) }
      return Self.divided + "." + (try #require(suite, "\(name) has tests, and no suite of its name"))
    }
    let present = Set(try targets().filter { $0 != Self.divided } + suites)
    let inLanes = try listed().inLanes
    #expect(present.subtracting(inLanes).isEmpty, "these are in no lane")
    #expect(Set(inLanes).subtracting(present).isEmpty, "these do not exist")
    #expect(inLanes.count == Set(inLanes).count)
  }

  @Test("each suite that is marked as timed exists, and is marked once")
  func timed() throws {
    let marked = try listed().marked
    #expect(!marked.isEmpty)
    let suites = try targets().filter { target in marked.contains { $0.hasPrefix(target + ".") } }.flatMap { target in
      try files(of: target).flatMap { $0.types.map { "\(target).\($0)" } }
    }
    #expect(Set(marked).subtracting(suites).isEmpty, "these do not exist")
    #expect(marked.count == Set(marked).count)
  }
}
