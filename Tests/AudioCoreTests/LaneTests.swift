import Foundation
import Testing

@Suite("The lanes of `make test`")
struct LaneTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  /// The target whose suites are divided among the lanes.
  private static let divided = "EndToEndTests"

  /// The last word of each line of the list.
  private func listed() throws -> [String] {
    let text = try String(contentsOf: Self.tests.appendingPathComponent("lanes"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// The test targets, and the suites of the one that is divided.
  private func present() throws -> [String] {
    let targets = try FileManager.default.contentsOfDirectory(atPath: Self.tests.path).filter { $0.hasSuffix("Tests") }
    let folder = Self.tests.appendingPathComponent(Self.divided)
    var suites: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      guard text.contains("\n  @Test(") else { continue }
      let types = text.matches(of: /(?m)^(?:final )?(?:struct|class|enum|extension) (\w+)/).map { String($0.1) }
      let suite = types.first { $0.hasSuffix("Tests") && name.hasPrefix($0) }
      suites.insert(try #require(suite, "\(name) has tests, and no suite of its name"))
    }
    return targets.filter { $0 != Self.divided } + suites.map { Self.divided + "." + $0 }
  }

  @Test("each test target and each end-to-end suite is in one lane")
  func complete() throws {
    let (listed, present) = (try listed(), try present())
    #expect(Set(present).subtracting(listed).isEmpty, "these are in no lane")
    #expect(Set(listed).subtracting(present).isEmpty, "these do not exist")
    #expect(listed.count == Set(listed).count)
  }
}
