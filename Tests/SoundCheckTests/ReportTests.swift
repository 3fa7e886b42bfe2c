import AudioCore
import JSON
import SoundCheck
import Testing

@Suite("the answers of a check")
struct ReportTests {
  private static let tone = Sound.tone(997, dBFS: -6, seconds: 1, noise: nil)

  private func json(_ report: CheckReport) -> String { String(decoding: JSONWriter.line(report.json), as: UTF8.self) }

  @Test("lines and counts")
  func lines() throws {
    let report = try Self.tone.report(ExpectationList([.of(.tone, "997±1"), .of(.peak, "max:-10")]))
    #expect(
      report.lines == ["ok    tone 997 Hz (997 ± 1)", "FAIL  peak −6 dBFS at 0.030 s (max −10)"], "\(report.lines)")
    #expect(CheckReport.summary([report]) == "1 of 2 expectations failed" && !report.holds)
    let good = try Self.tone.report(ExpectationList([.notSilent]))
    #expect(CheckReport.summary([good]) == "1 expectation holds" && good.holds)
    let lost = CheckReport(failure: "cannot read x", code: 66, facts: SourceFacts(name: "x"))
    #expect(CheckReport.summary([report, good, lost]) == "1 of 3 expectations failed, 3 sources, 1 not measured")
    #expect(!lost.holds && lost.lines.isEmpty)
  }

  @Test("the object has what was measured, the limit, the difference and the places")
  func object() throws {
    let report = try Self.tone.report(ExpectationList([.of(.peak, "max:-10"), .codec(.mp3), .silent]))
    let object = report.json
    #expect(object["holds"]?.flag == false && object["failed"]?.integer(Int.self) == 3)
    #expect(object["samples"]?.integer(Int.self) == 44_100 && object["duration"]?.double == 1)
    let peak = object["expectations"]?.elements?[0]
    #expect(peak?["name"]?.text == "peak" && peak?["unit"]?.text == "dBFS" && peak?["limit"]?["max"]?.double == -10)
    #expect(abs((peak?["measured"]?.double ?? 0) + 6) < 0.01 && abs((peak?["difference"]?.double ?? 0) - 4) < 0.01)
    #expect(peak?["places"]?.elements?.first?["time"]?.double != nil, "\(json(report))")
    #expect(object["expectations"]?.elements?[1]["limit"]?["value"]?.text == "mp3")

    let all = try Self.tone.report(ExpectationList())
    let measures = all.json["measures"]
    #expect(abs((measures?["tone"]?.elements?.first?["frequency"]?.double ?? 0) - 997) < 0.01, "\(json(all))")
    #expect(measures?["lufs"]?.double != nil && measures?["truePeak"]?.elements?.count == 1)
    #expect(all.lines.contains { $0.hasPrefix("tone           997 Hz −6 dBFS") }, "\(all.lines)")
    let lost = CheckReport(failure: "no", code: 65, facts: SourceFacts(name: "x"))
    #expect(json(lost) == #"{"type":"check","source":"x","holds":false,"error":"no","code":65,"schema":"check/1"}"#)
  }

  @Test("sound without a frame, without a finite sample, and of two formats is refused")
  func refused() throws {
    #expect(throws: CheckError.self) { try CheckReport(SoundMeter(ExpectationList()), facts: SourceFacts(name: "x")) }
    var facts = SourceFacts(name: "x")
    facts.invalidSamples = 44_100
    #expect(throws: CheckError.self) { try Self.tone.report(ExpectationList(), facts: facts) }
    facts.invalidSamples = 2
    #expect(
      try Self.tone.report(ExpectationList(), facts: facts).warning == "2 samples are NaN or infinite and count as 0")
    let meter = SoundMeter(ExpectationList())
    try Self.tone.feed(meter)
    #expect(throws: CheckError.self) { try Sound.tone(997, rate: 48_000).feed(meter) }
  }

  @Test("JUnit: a suite for each source, a case for each expectation, and text that is safe in XML")
  func junit() throws {
    let report = try Self.tone.report(
      ExpectationList([.of(.tone, "997"), .of(.peak, "max:-10")]), facts: SourceFacts(name: "a<\"&\u{1}>.wav"))
    let lost = CheckReport(failure: "cannot read x", code: 66, facts: SourceFacts(name: "x"))
    let text = String(decoding: JUnitReport.text([report, lost]), as: UTF8.self)
    #expect(text.contains(#"<testsuites name="radiod check" tests="3" failures="1" errors="1">"#), "\(text)")
    #expect(
      text.contains(#"<testsuite name="a&lt;&quot;&amp;\#u{FFFD}&gt;.wav" tests="2" failures="1" errors="0">"#),
      "\(text)")
    #expect(text.contains(#"name="peak max −10"><failure message="peak −6 dBFS at 0.030 s"/></testcase>"#), "\(text)")
    #expect(text.contains(#"name="measured"><error message="cannot read x"/></testcase>"#), "\(text)")
  }

  @Test("JUnit: each suite has its own name, and each case in it")
  func junitNames() throws {
    let report = try Self.tone.report(
      ExpectationList([
        .band(low: 100, high: 200, .atMost(-20)), .band(low: 100, high: 300, .atMost(-20)), .of(.peak, "max:-5"),
        .of(.peak, "max:-5"),
      ]))
    let text = String(decoding: JUnitReport.text([report, report]), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.count { $0.hasPrefix(#"<testsuite name="sound" "#) } == 1, "\(text)")
    #expect(lines.count { $0.hasPrefix(#"<testsuite name="sound (2)" "#) } == 1, "\(text)")
    let cases = lines.filter { $0.hasPrefix("<testcase") }
    #expect(Set(cases).count == 8, "\(text)")
    for name in ["band 100–200 Hz max −20", "band 100–300 Hz max −20", "peak max −5", "peak max −5 (2)"] {
      #expect(cases.contains { $0.hasPrefix(#"<testcase classname="sound (2)" name="\#(name)""#) }, "\(text)")
    }
  }
}
