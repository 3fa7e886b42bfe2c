import Foundation
import TestSupport
import Testing

/// All that the daemon answers, sends and refuses, held against what was recorded in Tests/Corpus. Its README says how.
@Suite("The corpus of answers", .ownThreads)
struct CorpusTests {
  private static let folder = Radiod.root + "/Tests/Corpus"
  private static func read(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
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
