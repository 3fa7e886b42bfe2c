import Foundation
import Synchronization
import TestSupport
import Testing

/// All that the daemon answers, sends and refuses, held against what was recorded in Tests/Corpus. Its README says how.
@Suite("The corpus of answers", .ownThreads)
struct CorpusTests {
  private static let folder = Radiod.root + "/Tests/Corpus"
  /// With this in the environment the test writes the files.
  private static let isRecording = ProcessInfo.processInfo.environment["UPDATE_CORPUS"] != nil
  /// The most differences that are shown of one file.
  private static let maximumShown = 12

  private static func read(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  // MARK: The daemon

  /// What was asked in one situation, by protocol, and what there is to ask.
  private struct Answers: Sendable {
    var situation: String
    var entries: [String: [CorpusEntry]]
    var routes: [String]
    var commands: [String]
    var busMembers: [String]
  }

  private static func answers(_ situation: CorpusSituation) throws -> Answers {
    let radio = try CorpusRadio(situation)
    try radio.approach(situation.path)
    try radio.ask(situation.reads + situation.more)
    if situation.hasEveryCommand {
      try radio.ask(CorpusCommands.others + CorpusCommands.wrong(radio.commands()) + CorpusCommands.busOthers)
    }
    try radio.ask(CorpusCommands.busReads)
    try radio.change(situation.playback, waits: true)
    try radio.change(situation.changes)
    return try Answers(
      situation: situation.name, entries: radio.entries.mapValues(CorpusFile.numbered), routes: radio.routes(),
      commands: radio.commands(), busMembers: radio.busMembers())
  }

  @Test(
    "every answer, event and refusal is as recorded, or its change is named in Tests/Corpus/CHANGES.md",
    .enabled(if: CorpusRadio.isPossible, "needs a session bus with its clients, and ffmpeg"))
  func same() async throws {
    let collected = Mutex<[Answers]>([])
    try await sideBySide(CorpusSituation.all) { situation in
      let answers = try Self.answers(situation)
      collected.withLock { $0.append(answers) }
    }
    let all = collected.withLock { $0 }.sorted { $0.situation < $1.situation }
    Self.expectComplete(all)

    let changes = CorpusChanges(Self.read(Self.folder + "/CHANGES.md"))
    var used: [CorpusChanges.Change] = []
    var hasUnnamed = false
    for one in all {
      for (kind, entries) in one.entries.sorted(by: { $0.key < $1.key }) {
        let file = "\(one.situation)/\(kind).txt"
        let recorded = CorpusFile.entries(Self.read("\(Self.folder)/\(file)"))
        let differences = CorpusComparison.differences(recorded: recorded, current: entries)
        used += changes.open.filter { change in differences.contains(where: change.names) }
        let unnamed = differences.filter { difference in !changes.open.contains { $0.names(difference) } }
        hasUnnamed = hasUnnamed || !unnamed.isEmpty
        if !unnamed.isEmpty { Issue.record("\(Self.text(of: unnamed, in: file))") }
        let new = Self.isRecording ? [] : CorpusComparison.unrecorded(recorded: recorded, current: entries)
        if !new.isEmpty {
          Issue.record("\(file) lacks these; UPDATE_CORPUS=1 records them:\n\(new.joined(separator: "\n"))")
        }
      }
    }
    for change in changes.open where !used.contains(change) {
      Issue.record("Tests/Corpus/CHANGES.md: nothing has changed that this line names: \(change.line)")
    }
    guard Self.isRecording, !hasUnnamed else { return }
    try Self.record(all, changes)
  }

  private static func text(of differences: [CorpusComparison.Difference], in file: String) -> String {
    let shown = differences.prefix(maximumShown).map { "  \($0)\n" }.joined()
    let rest = differences.count > maximumShown ? "  and \(differences.count - maximumShown) more\n" : ""
    let first = differences[0]
    return """
      Tests/Corpus/\(file): answers have changed that clients may rely on:
      \(shown)\(rest)If this is wanted, name each below "Open" in Tests/Corpus/CHANGES.md, such as
      - `\(first.name)` `\(first.member)`: THE REASON. CHANGELOG: "THE SENTENCE"
      and record them with UPDATE_CORPUS=1 (Tests/Corpus/README.md).
      """
  }

  private static func expectComplete(_ all: [Answers]) {
    let coverage = CorpusCoverage(entries: all.flatMap { $0.entries.values.flatMap { $0 } })
    let advice = "nothing in Tests/EndToEndTests/Corpus asks for these"
    for one in all.prefix(1) {
      #expect(one.routes.count > 30 && one.commands.count > 80 && one.busMembers.count > 25)
      #expect(coverage.missing(routes: one.routes) == [], "\(advice)")
      #expect(coverage.missing(commands: one.commands) == [], "\(advice)")
      #expect(coverage.missing(busMembers: one.busMembers) == [], "\(advice)")
    }
  }

  private static func record(_ all: [Answers], _ changes: CorpusChanges) throws {
    for one in all {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(one.situation)", withIntermediateDirectories: true)
      for (kind, entries) in one.entries {
        try CorpusFile.text(entries).write(
          toFile: "\(folder)/\(one.situation)/\(kind).txt", atomically: true, encoding: .utf8)
      }
    }
    if !changes.open.isEmpty {
      try changes.recorded.write(toFile: folder + "/CHANGES.md", atomically: true, encoding: .utf8)
    }
  }

  // MARK: The files

  @Test("each line of CHANGES.md is a change, and its sentence is in CHANGELOG.md")
  func namedChanges() {
    let changes = CorpusChanges(Self.read(Self.folder + "/CHANGES.md"))
    #expect(changes.faults.isEmpty, "- `REQUEST` `MEMBER`: REASON. CHANGELOG: \"SENTENCE\"")
    #expect(changes.missingSentences(in: Self.read(Radiod.root + "/CHANGELOG.md")).isEmpty)
  }

  @Test("CHANGES.md allows what its open lines name, and recording moves them")
  func changesFile() throws {
    let changes = CorpusChanges(
      """
      # Changes

      ## Open

      - `GET /api/status` `.volume`: it is a text. CHANGELOG: "The volume is a text."
      - not a change

      ## Recorded

      - `MPD status` `*`: it is shorter. CHANGELOG: "MPD's status is shorter."

      """)
    #expect(changes.open.map(\.name) == ["GET /api/status"] && changes.faults == ["- not a change"])
    let change = try #require(changes.open.first)
    func difference(_ name: String, _ member: String) -> CorpusComparison.Difference {
      CorpusComparison.Difference(request: name, name: name, member: member, text: "")
    }
    #expect(change.names(difference("GET /api/status", ".volume")))
    #expect(!change.names(difference("GET /api/status", ".muted")))
    #expect(!change.names(difference("POST /api/volume", ".volume")))
    #expect(changes.missingSentences(in: "- The volume\n  is a text.").isEmpty)
    #expect(changes.missingSentences(in: "- The volume.") == ["The volume is a text."])
    let recorded = CorpusChanges(changes.recorded)
    #expect(recorded.open.isEmpty && changes.recorded.contains("## Recorded\n\n- `GET /api/status` `.volume`"))
    #expect(changes.recorded.contains("\"\n- `MPD status` `*`: it is shorter."))
    #expect(changes.recorded.contains("## Open\n\n- not a change\n\n## Recorded"))
  }

  @Test(
    "a member that is changed, moved, gone or of another type is a difference, and one more is none",
    arguments: [
      (#"{"a":1,"b":[{"c":"x"}]}"#, nil), (#"{"new":0,"a":1,"b":[{"c":"x","d":{}}],"e":null}"#, nil),
      (#"{"a":2,"b":[{"c":"x"}]}"#, ".a: was 1, is 2"), (#"{"a":"1","b":[{"c":"x"}]}"#, #".a: was 1, is "1""#),
      (#"{"a":1.0,"b":[{"c":"x"}]}"#, ".a: was 1, is 1.0"), (#"{"b":[{"c":"x"}]}"#, ".a: was 1, is missing"),
      (#"{"b":[{"c":"x"}],"a":1}"#, ".b: is at another place"), (#"{"a":1,"b":{"c":"x"}}"#, ".b: was [1], is missing"),
      (#"{"a":1,"b":[{"c":"x"},{"c":"x"}]}"#, ".b: was [1], is [2]"),
      (#"{"a":1,"b":[{"C":"x"}]}"#, #".b[].c: was "x", is missing"#),
    ])
  func differences(json: String, expected: String?) throws {
    func entry(_ text: String) throws -> [CorpusEntry] {
      [CorpusEntry(request: "GET /a?b=1", lines: ["200 OK"] + (try #require(CorpusJSON.lines(of: text))))]
    }
    let found = CorpusComparison.differences(
      recorded: try entry(#"{"a":1,"b":[{"c":"x"}]}"#), current: try entry(json))
    #expect(found.first.map { "\($0.member): \($0.text)" } == expected)
    #expect(found.allSatisfy { $0.name == "GET /a" && $0.request == "GET /a?b=1" })
  }

  @Test(
    "another status is a difference, and so is a request that is not asked any more; a file reads as it was written")
  func answers() {
    let recorded = [
      CorpusEntry(request: "GET /a", lines: ["200 OK", "ETag: \"x\""]),
      CorpusEntry(request: "MPD b", lines: ["c: d", "OK"]),
    ]
    #expect(CorpusFile.entries(CorpusFile.text(recorded)) == recorded)
    let current = [CorpusEntry(request: "GET /a", lines: ["404 Not Found", "ETag: \"x\""])]
    let found = CorpusComparison.differences(recorded: recorded, current: current)
    #expect(found.map(\.member) == ["status", "answer"])
    #expect(CorpusComparison.unrecorded(recorded: current, current: recorded) == ["MPD b"])
    let twice = CorpusFile.numbered(current + current).map(\.request)
    #expect(twice == ["GET /a", "GET /a #2"])
  }
}
