import AudioCore
import Glibc
import JSON
import SoundCheck
import TestSupport
import Testing

@Suite("the measures of a check")
struct MeasureTests {
  /// A left channel at −6 dBFS and a right one at −12 dBFS, with half a second of silence from 1 s on.
  private static let stereo = Sound(channels: [
    Sound.tone(500, dBFS: -6, seconds: 3, noise: nil).channels[0],
    Sound.tone(500, dBFS: -12, seconds: 3, noise: nil).channels[0],
  ]).changed { samples in for n in 44_100..<66_150 { samples[n] = 0 } }

  @Test(
    "each number holds and fails where it should, in the worst channel",
    arguments: [
      (Quantity.rms, "-9.8±3.1", "-12", "rms −6.79 dBFS, channel 1"),
      (.peak, "max:-5.9", "max:-6.1", ""), (.truePeak, "max:-5.9", "max:-6.1", ""),
      (.balance, "-6±0.1", "0±3", "balance −6 dB: channel 1 is louder"), (.channels, "2", "1", "channels 2"),
      (.rate, "44100", "48000", "rate 44100 Hz"), (.duration, "3±0.001", "max:2.9", "duration 3 s"),
      (.silence, "max:0.51s", "max:0.49s", "silence 0.5 s at 1.000 s"),
      (.clipped, "max:0", "min:1", "clipped samples 0"),
      (.dc, "max:0.001", "min:0.1", ""), (.startsWithin, "0.1s", "0s", ""), (.gaps, "max:0", "min:1", "gaps 0"),
      (.lufs, "min:-12", "max:-12", ""), (.lufsRange, "max:20", "min:19", ""),
    ])
  func numbers(quantity: Quantity, good: String, bad: String, text: String) throws {
    // A tone that begins at the phase 1 has no silent sample at its beginning.
    let sound = quantity == .startsWithin ? Self.stereo.changed { $0[0] = 0 } : Self.stereo
    let right = try sound.findings(.of(quantity, good))[0]
    #expect(right.holds, "\(right.line)")
    let wrong = try sound.findings(.of(quantity, bad))[0]
    #expect(!wrong.holds, "\(wrong.line)")
    if !text.isEmpty { #expect(wrong.text.hasPrefix(text), "\(wrong.text)") }
  }

  @Test("one channel can be measured alone")
  func oneChannel() throws {
    var list = ExpectationList([try .of(.rms, "-12.79±0.01"), try .of(.tone, "500"), try .of(.peak, "-12±0.1")])
    list.channel = 2
    let report = try Self.stereo.report(list)
    #expect(report.findings.map(\.holds) == [true, false, true], "\(report.lines)")
    #expect(report.findings[2].text.hasSuffix(", channel 2"), "\(report.lines)")
    list.channel = 3
    #expect(throws: OptionError.self) { try Self.stereo.report(list) }
  }

  @Test("peaks, clipping and a constant part have a place or a channel")
  func places() throws {
    let sound = Sound(channels: [[Float](repeating: 0.1, count: 44_100), [Float](repeating: 0, count: 44_100)]).changed
    {
      for n in 20_000..<20_005 { $0[n] = 1 }
    }
    let findings = try sound.findings(.of(.peak, "max:-1"), .of(.clipped, "max:0"), .of(.dc, "max:0.001"))
    #expect(!findings.contains { $0.holds })
    #expect(findings[0].line == "FAIL  peak 0 dBFS at 0.454 s, channel 1 (max −1)", "\(findings[0].line)")
    #expect(findings[1].text == "clipped samples 10, longest run 5 at 0.454 s, channel 1", "\(findings[1].text)")
    #expect(findings[2].text.hasPrefix("DC 0.1001") && findings[2].text.hasSuffix("channel 1"), "\(findings[2].text)")
  }

  @Test("samples of one sign in one channel are sound", arguments: [0, 1], [-0.1, 0.1] as [Float])
  func oneSign(channel: Int, value: Float) throws {
    var sound = Sound(channels: [[Float]](repeating: [Float](repeating: 0, count: 8000), count: 2))
    for n in 2000..<4000 { sound.channels[channel][n] = value }
    let findings = try sound.findings(.notSilent, .of(.silence, "max:1"))
    #expect(findings[0].holds && findings[0].places.first?.time == 2000.0 / 44_100, "\(findings[0].line)")
    #expect(abs(findings[1].number - 4000.0 / 44_100) < 1e-9, "\(findings[1].line)")
  }

  @Test("silence, the sign of the phase, equal channels and the codec")
  func properties() throws {
    let silent = Sound(channels: [[Float](repeating: 0.0009, count: 4410)])
    let tone = Sound.tone(500, dBFS: -20)
    func findings(_ sound: Sound, _ item: SoundExpectation) throws -> Bool { try sound.findings(item)[0].holds }
    #expect(try findings(silent, .silent) && !findings(silent, .notSilent))
    #expect(try findings(tone, .notSilent) && !findings(tone, .silent))
    #expect(try findings(Sound(channels: [[0.0011]]), .notSilent))
    let same = Sound(channels: [tone.channels[0], tone.channels[0]])
    let opposite = Sound(channels: [tone.channels[0], tone.channels[0].map { -$0 }])
    let close = Sound(channels: [tone.channels[0], tone.louder(by: 0.1).channels[0]])
    #expect(try findings(same, .phase(isIn: true)) && !findings(same, .phase(isIn: false)))
    #expect(try findings(opposite, .phase(isIn: false)) && !findings(opposite, .phase(isIn: true)))
    #expect(try findings(same, .isMono) && !findings(close, .isMono) && findings(tone, .isMono))
    #expect(try !findings(tone, .phase(isIn: true)) && !findings(tone, .of(.balance, "0")))
    let six = Sound(channels: [[Float]](repeating: tone.channels[0], count: 5) + [close.channels[1]])
    #expect(try findings(six, .of(.channels, "6")) && !findings(six, .isMono))
    var facts = SourceFacts(name: "sound")
    facts.codec = .mp3
    facts.add(title: "Artist - Song")
    let list = ExpectationList([
      .codec(.mp3), .codec(.aac), .title(try TitlePattern("^Artist .*Song$")), .title(try TitlePattern("song")),
    ])
    let meter = SoundMeter(list)
    try tone.feed(meter)
    #expect(try CheckReport(meter, facts: facts).findings.map(\.holds) == [true, false, true, false])
  }

  @Test("the level of a band is that of its tone, and −120 without one")
  func bands() throws {
    let findings = try Sound.tone(1500, dBFS: -20, noise: nil).findings(
      .band(low: 1000, high: 2000, .around(-20, tolerance: 0.05)), .band(low: 4000, high: 8000, .atMost(-90)),
      .band(low: 1000, high: 2001, .atMost(-21)))
    #expect(findings.map(\.holds) == [true, true, false], "\(findings.map(\.line))")
    #expect(throws: OptionError.self) {
      try Sound.tone(500, rate: 8000).findings(.band(low: 1000, high: 5000, .atMost(0)))
    }
    let odd = #expect(throws: OptionError.self) {
      try Sound.tone(500, rate: 11_025).findings(.band(low: 1000, high: 5513, .atMost(0)))
    }
    #expect(odd.map { "\($0)".contains("above 5512.5 Hz") } == true, "\(String(describing: odd))")
  }

  @Test("a number that fails by less than its decimals has more of them")
  func decimals() throws {
    let finding = try Sound.tone(500, dBFS: -0.999, noise: nil).findings(.of(.peak, "max:-1"))[0]
    #expect(!finding.holds && finding.text.hasPrefix("peak −0.99"), "\(finding.line)")
  }

  @Test("the answers do not depend on how the sound is divided into blocks")
  func blocks() throws {
    let list = ExpectationList([
      .silent, try .of(.tone, "997"), try .of(.level, "-6"), try .of(.only, "60"), try .of(.silence, "max:1"),
      try .of(.rms, "-6"), try .of(.lufs, "-10"), .band(low: 500, high: 2000, .atMost(0)),
    ])
    var texts: Set<[String]> = []
    let sound = Sound.tone(997, seconds: 1.3)
    for frames in [1, 7, 1024, 57_330] {
      let meter = SoundMeter(list)
      try sound.feed(meter, blockFrames: frames)
      texts.insert(try CheckReport(meter, facts: SourceFacts(name: "sound")).lines)
    }
    #expect(texts.count == 1, "\(texts)")
  }
}
