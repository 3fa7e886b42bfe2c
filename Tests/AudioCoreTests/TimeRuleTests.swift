import Foundation
import TestSupport
import Testing

@Suite("Upper limits to real time in tests", .enabled(if: ProcessRunner.hasPrograms("python3")))
struct TimeRuleTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Scripts/check-times").standardizedFileURL.path

  /// Runs the check on a test target `A` with one file. Returns its exit status, and the numbers of the lines that it
  /// names.
  private static func check(_ source: String, timed: String = "") throws -> (status: Int32?, lines: [Int]) {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("A"), withIntermediateDirectories: false)
    try scratch.write("one A\n\(timed)\n", as: "lanes")
    try scratch.write(source, as: "A/BTests.swift")
    let result = try ProcessRunner.run(script, [scratch.path])
    let lines = result.text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /BTests\.swift:(\d+): real time has no upper limit here/).flatMap { Int($0.1) }
    }
    return (result.exitCode, lines)
  }

  /// The body of a test, and the number of its line that sets a limit; nil when none does.
  private static let rows: [(body: String, line: Int?)] = [
    ("let start = ContinuousClock.now\n#expect(ContinuousClock.now - start < .seconds(2))", 2),
    ("#expect(start.duration(to: .now) < TestTime.seconds(2), \"x\")", 1),
    ("#expect(\n  a == b\n    && ContinuousClock.now - start <= limit)", 1),
    ("let took = start.duration(to: .now) / .seconds(1)\n#expect(took > 1 && took < 2)", 2),
    ("var slowest = Duration.zero\nslowest = max(slowest, .now - start)\n#expect(slowest < .seconds(2))", 3),
    ("let clock = ContinuousClock()\nlet time = try clock.measure { work() }\ntry #require(time < .seconds(2))", 3),
    ("let clock = ContinuousClock()\n#expect((0.6...3).contains((clock.now - start) / .seconds(1)))", 2),
    ("let late = ContinuousClock.now - start\n#expect(abs(late / .seconds(1) - 2) < 0.3)", 2),
    ("let calls = server.requests.map(\\.arrival)\nlet rest = calls[1] - calls[0]\n#expect(rest < .seconds(2))", 3),
    (
      "let calls = server.requests.map(\\.arrival)\nlet rests = zip(calls, calls.dropFirst()).map { $1 - $0 }\n"
        + "#expect(rests.allSatisfy { $0 < .seconds(2) })", 3
    ),
    (
      "let times = (0..<9).map { _ in\n  let asked = ContinuousClock.now\n  return ContinuousClock.now - asked\n}\n"
        + "#expect(times[8] < .seconds(2))", 5
    ),
    ("#expect((radio.waitsForEnd(within: 9) ?? 99) < 5)", 1),
    ("scenario.expect(radio.waits(for: \"x\", within: 9), in: 0...5, radio.text)", 1),
    ("let seconds = try Self.seconds()\n#expect(seconds < 2)", 2),
    ("guard ContinuousClock.now - start < limit else {\n  return Issue.record(\"late\")\n}", 2),
    // Lower limits, orders of two times, and waits.
    ("#expect(ContinuousClock.now - start > .seconds(2))", nil),
    ("let took = ContinuousClock.now - start\n#expect(took >= .seconds(1) && count < 2)", nil),
    ("let (a, b) = (one.duration(to: .now), two.duration(to: .now))\n#expect(a < b)", nil),
    ("while ContinuousClock.now < deadline { pause() }\n#expect(count < 2)", nil),
    ("#expect(ProcessRunner.eventually(within: .seconds(5)) { count < 2 })", nil),
    // Processor time, a test's clock, and what the code has computed.
    ("let seconds = ProcessorTime.seconds { work() }\n#expect(seconds < 0.5)", nil),
    ("#expect(ProcessorTime.seconds - before < 1)", nil),
    ("let clock = TestClock()\nclock.advance(by: .seconds(2))\n#expect(clock.seconds < 3)", nil),
    ("let elapsed = play(packets)\n#expect(elapsed > .seconds(4.5) && elapsed < .seconds(5.2))", nil),
    ("#expect(policy.wait <= .seconds(1.2))", nil),
    // Texts and comments.
    ("#expect(text == \"ContinuousClock.now - start < .seconds(2)\")  // start.duration(to: .now) < x", nil),
  ]

  private static func file(_ bodies: [String]) -> String {
    bodies.enumerated().map { number, body in
      let lines = body.split(separator: "\n").map { "    \($0)\n" }.joined()
      return "  @Test func test\(number)() {\n\(lines)  }\n"
    }.joined()
  }

  private static let helper = """
      private static func seconds() -> Double {
        work()
        return (ContinuousClock.now - start) / .seconds(1)
      }

    """

  @Test("an expectation that limits a measured time is named with its line, all other comparisons are not")
  func rule() throws {
    let source = "struct BTests {\n" + Self.helper + Self.file(Self.rows.map(\.body)) + "}\n"
    var first = 2 + Self.helper.count { $0 == "\n" }
    var expected: [Int] = []
    for row in Self.rows {
      if let line = row.line { expected.append(first + line) }
      first += 2 + row.body.split(separator: "\n").count
    }
    let (status, lines) = try Self.check(source)
    #expect(status == 1 && lines == expected, "\(source.split(separator: "\n").enumerated().map { "\($0 + 1) \($1)" })")
  }

  @Test("suites that are marked in the list are exempt, and only these")
  func marks() throws {
    let body = Self.file(["#expect(start.duration(to: .now) < .seconds(2))"])
    let source = "struct BTests {\n\(body)}\n\n@Suite(\n  \"C\")\nfinal class CTests {\n\(body)}\n"
    #expect(try Self.check(source).lines == [3, 11])
    #expect(try Self.check(source, timed: "timed A.CTests").lines == [3])
    let (status, lines) = try Self.check(source, timed: "timed A.BTests\ntimed A.CTests")
    #expect(status == 0 && lines.isEmpty)
  }
}
