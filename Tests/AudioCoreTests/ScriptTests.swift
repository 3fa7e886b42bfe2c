import Foundation
import Glibc
import TestSupport
import Testing

/// Scripts/test with two lanes of three tests, `A.Timed/late()`, `A.Plain/steady()` and `B.Other/last()`, of which the
/// first belongs to a suite that judges real time. A script takes the place of the tests: for each test a file has what it
/// does at each try, and the script says what swift-testing says of that.
private struct FakeRun {
  private let scratch: Scratch
  private let process: ProcessRunner
  private static let lanes = "timed A.Timed\n\none A\ntwo B\n"
  private static let bundle = #"""
    #!/bin/sh
    folder=$(dirname "$0") filter=. skip='^$'
    while [ $# -gt 0 ]; do
      case $1 in
        --filter) filter=$2 ;;
        --skip) skip=$2 ;;
        --event-stream-output-path) events=$2 ;;
      esac
      shift
    done
    say() { printf '{"kind":"%s","payload":{"kind":"%s",%s},"version":0}\n' "$@" >>"$events"; }
    ids=$(printf '%s\n' 'A.Timed/late()' 'A.Plain/steady()' 'B.Other/last()' | grep -E -- "$filter" | grep -Ev -- "$skip")
    for id in $ids; do
      say test function "\"id\":\"$id/File.swift:1:2\",\"name\":\"${id#*/}\",\"displayName\":\"$id is good\""
    done
    status=0
    for id in $ids; do
      name=${id#*/} name=${name%??} test="\"testID\":\"$id/File.swift:1:2\""
      outcome=$(head -n 1 "$folder/$name" 2>/dev/null)
      [ -z "$outcome" ] || sed -i 1d "$folder/$name"
      echo "◇ Test \"$id is good\" started."
      say event testStarted "$test"
      case $outcome in
        fails)
          echo "✘ Test \"$id is good\" recorded an issue at File.swift:1:2: too late"
          say event issueRecorded "$test,\"issue\":{\"isKnown\":false}"
          status=1
          ;;
        hangs)
          setsid sh -c 'echo $$ >"$0"; trap "" TERM; sleep 600; sleep 600' "$folder/child" &
          wait
          ;;
        crashes) kill -SEGV $$ ;;
        exits) exit 0 ;;
      esac
      echo "✔ Test \"$id is good\" passed after 0.001 seconds."
      say event testEnded "$test"
    done
    say event runEnded '"messages":[]'
    echo "✔ Test run with $(echo $ids | wc -w) tests passed after 0.001 seconds."
    exit $status
    """#

  /// Starts it. `outcomes` says what happens at each try of the tests, by their names; without that they pass.
  init(_ outcomes: [String: [String]]) throws {
    scratch = try Scratch()
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Scripts").standardizedFileURL.path
    for folder in ["Scripts", "Tests", "built"] {
      try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: false)
    }
    for script in ["test", "lane"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("Scripts/\(script)"), withDestinationPath: "\(scripts)/\(script)")
    }
    try scratch.write(Self.lanes, as: "Tests/lanes")
    chmod(try scratch.write(Self.bundle, as: "built/SpringRadioPackageTests.xctest"), 0o755)
    for (name, tries) in outcomes { try scratch.write(tries.map { "\($0)\n" }.joined(), as: "built/\(name)") }
    let limit = outcomes.values.contains { $0.contains("hangs") } ? 4 : 60
    process = try ProcessRunner(
      scratch.path("Scripts/test"), [scratch.path("built")],
      environment: ["LANE_SECONDS": "\(limit)", "TMPDIR": scratch.path])
  }

  /// Waits for its end: its exit status, and the lines that it printed.
  func end() -> (status: Int32?, lines: [String]) {
    let status = process.wait(limit: .seconds(60))
    return (status, process.output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// What is left of it: folders of results, and the process that a test left when it hung.
  var leftovers: [String] {
    get throws {
      let folders = try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasPrefix("tmp") }
      let child = pid_t(String(decoding: scratch.read("built/child"), as: UTF8.self).dropLast())
      return folders + (child.map { kill($0, 0) == 0 ? ["process \($0)"] : [] } ?? [])
    }
  }
}

@Suite("What runs the tests", .enabled(if: ProcessRunner.hasPrograms("python3", "setsid", "seq", "tail")))
struct ScriptTests {
  /// What happens to tests, and what Scripts/test says of it: its exit status, and its last lines.
  private static let rows: [(outcomes: [String: [String]], status: Int32, end: [String])] = [
    ([:], 0, ["0 second tries", passed(2), passed(1)]),
    (
      ["late": ["fails", "passes"]], 0,
      [#"1 second tries: "A.Timed/late() is good" (A.Timed/late()) passed alone"#, passed(2), passed(1)]
    ),
    (
      ["late": ["fails", "fails"]], 1,
      [#"1 second tries: "A.Timed/late() is good" (A.Timed/late()) failed again"#, passed(2), passed(1)]
    ),
    (["steady": ["fails", "passes"]], 1, ["0 second tries", passed(2), passed(1)]),
    (["last": ["fails", "passes"]], 1, ["0 second tries", passed(2), passed(1)]),
    (
      ["late": ["fails", "passes"], "last": ["fails", "passes"]], 1,
      [#"1 second tries: "A.Timed/late() is good" (A.Timed/late()) passed alone"#, passed(2), passed(1)]
    ),
    (["late": ["hangs"]], 1, [passed(1), #"HANGS: "A.Timed/late() is good" (A.Timed/late())"#]),
    (["last": ["hangs"]], 1, [passed(2), #"HANGS: "B.Other/last() is good" (B.Other/last())"#]),
    (["late": ["fails", "hangs"]], 1, [passed(1), #"HANGS: "A.Timed/late() is good" (A.Timed/late())"#]),
    (["late": ["fails"], "steady": ["crashes"]], 1, [#"CRASHED: "A.Plain/steady() is good" (A.Plain/steady())"#]),
    (["late": ["exits"]], 1, [#"CRASHED: "A.Timed/late() is good" (A.Timed/late())"#]),
  ]

  private static func passed(_ count: Int) -> String { "✔ Test run with \(count) tests passed after 0.001 seconds." }

  @Test("a late test of a timed suite runs again, alone; other failures are final; a hang is ended, and named last")
  func outcomes() throws {
    let runs = try Self.rows.map { try FakeRun($0.outcomes) }  // they wait, so they do it side by side
    for (row, run) in zip(Self.rows, runs) {
      let (status, lines) = run.end()
      #expect(status == row.status, "\(row.outcomes): \(lines)")
      #expect(lines.suffix(row.end.count) == row.end[...], "\(row.outcomes): \(lines)")
      #expect(try run.leftovers.isEmpty, "\(row.outcomes)")
      let late = #"late beside others, once more alone: "A.Timed/late() is good" (A.Timed/late())"#
      #expect(lines.contains(late) == (row.outcomes["late"]?.count == 2), "\(row.outcomes): \(lines)")
      let saysThreads = lines.contains { $0.hasPrefix("thread ") && $0.contains("state S, system call ") }
      #expect(saysThreads == row.outcomes.values.contains { $0.contains("hangs") }, "\(row.outcomes): \(lines)")
    }
  }
}
