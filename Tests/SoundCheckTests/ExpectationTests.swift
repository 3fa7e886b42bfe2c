import AudioCore
import JSON
import SoundCheck
import Testing

@Suite("expectations")
struct ExpectationTests {
  @Test(
    "values, tolerances and limits, with units and with both minus signs",
    arguments: [
      (Quantity.tone, "997", Bound.around(997, tolerance: 1)), (.tone, "997±5", .around(997, tolerance: 5)),
      (.tone, "1kHz+-2Hz", .around(1000, tolerance: 2)), (.lufs, "-23", .around(-23, tolerance: 0.5)),
      (.lufs, "−23±1", .around(-23, tolerance: 1)), (.lufs, "-23LUFS+/-0.5LU", .around(-23, tolerance: 0.5)),
      (.peak, "max:-1", .atMost(-1)), (.truePeak, "min:-20dBTP", .atLeast(-20)), (.silence, "max:0.5s", .atMost(0.5)),
      (.silence, "max:500ms", .atMost(0.5)), (.only, "60", .atLeast(60)), (.only, "-60dB", .atLeast(60)),
      (.startsWithin, "2s", .atMost(2)), (.clipped, "max:0", .atMost(0)), (.channels, "2", .around(2, tolerance: 0)),
      (.duration, "30±0.1", .around(30, tolerance: 0.1)), (.balance, "0±3", .around(0, tolerance: 3)),
      (.rate, "44.1kHz", .around(44_100, tolerance: 0)), (.dc, "max:0.001", .atMost(0.001)),
    ])
  func bounds(quantity: Quantity, text: String, bound: Bound) throws {
    #expect(try Bound(text, of: quantity) == bound)
  }

  @Test(
    "what is not a value is refused with the option and examples",
    arguments: [
      (Quantity.tone, "abc"), (.tone, ""), (.tone, "max:5"), (.tone, "997±"), (.tone, "997±-1"), (.tone, "-997"),
      (.tone, "nan"), (.tone, "1e3"), (.lufs, "5dB"), (.lufs, "inf"), (.lufs, "0x10"), (.peak, "max:"),
      (.peak, "max:x"),
      (.peak, "maximum:1"), (.silence, "max:-1"), (.channels, "1.5"), (.channels, "0"), (.duration, "5min"),
      (.clipped, "max:0.5"), (.only, "max:5"), (.startsWithin, "max:5"), (.level, "1000"), (.rms, "--5"),
    ])
  func refused(quantity: Quantity, text: String) {
    let error = #expect(throws: OptionError.self) { try Bound(text, of: quantity) }
    #expect(error.map { "\($0)".hasPrefix("\(quantity.rawValue) takes ") } == true, "\(String(describing: error))")
  }

  @Test("bands, codecs, phases and patterns are read, or refused in one line")
  func words() throws {
    #expect(try SoundExpectation.band("1000-2kHz=-20±1") == .band(low: 1000, high: 2000, .around(-20, tolerance: 1)))
    for text in ["1000", "1000-2000", "2000-1000=-20", "0-100=-20", "a-b=1", "100-200=x", "=", "-=-"] {
      #expect(throws: OptionError.self) { try SoundExpectation.band(text) }
    }
    #expect(try SoundExpectation.codec("MP3") == .codec(.mp3))
    #expect(throws: OptionError.self) { try SoundExpectation.codec("wma") }
    #expect(try SoundExpectation.phase("out") == .phase(isIn: false))
    #expect(throws: OptionError.self) { try SoundExpectation.phase("sideways") }
    for text in ["(", "[a", "a{1,200}{1,200}", "(a)\\1", String(repeating: "a", count: 513)] {
      #expect(throws: OptionError.self) { try TitlePattern(text) }
    }
    _ = try TitlePattern(String(repeating: "a", count: 512))
  }

  /// An expectation from the words of a command line; without a value for one of a flag.
  private static func item(_ words: String) throws -> SoundExpectation {
    let parts = words.split(separator: " ").map(String.init)
    let quantity = try #require(Quantity(rawValue: parts[0]))
    return switch quantity {
    case .silent: .silent
    case .notSilent: .notSilent
    case .isMono: .isMono
    case .phase: try .phase(parts[1])
    case .codec: try .codec(parts[1])
    case .band: try .band(parts[1])
    default: try .of(quantity, parts[1])
    }
  }

  private static func check(_ words: [String], _ change: (inout ExpectationList) -> Void = { _ in }) throws {
    var list = ExpectationList(try words.map(item))
    change(&list)
    try list.check()
  }

  @Test(
    "expectations that cannot both hold, or alone, are refused in one sentence with both",
    arguments: [
      (["silent", "not-silent"], "silent and not-silent cannot both hold"),
      (["tone 997", "silent"], "tone 997 ± 1 and silent"),
      (["silent", "starts-within 2s"], "silent and starts-within"),
      (["silent", "peak min:-20"], "silent and peak min −20"), (["silent", "rms -30"], "silent and rms −30 ± 0.5"),
      (["not-silent", "peak max:-70"], "not-silent and peak max −70"),
      (["peak max:-10", "peak min:-5"], "peak max −10 and min −5 cannot both hold"),
      (["peak max:-10", "rms min:-5"], "peak max −10 and rms min −5"),
      (["tone 997", "level -5", "peak max:-10"], "level −5 ± 0.5 and peak max −10"),
      (["true-peak max:-10", "peak min:-5"], "true-peak max −10 and peak min −5"),
      (["true-peak max:-10", "rms min:-2"], "true-peak max −10 and rms min −2"),
      (["clipped min:1", "peak max:-1"], "clipped min 1 and peak max −1"),
      (["dc -0.5", "peak max:-10"], "dc −0.5 ± 0.001 and peak max −10"),
      (["lufs -23", "lufs -14"], "lufs −23 ± 0.5 and"),
      (["silence min:10", "duration max:5"], "silence min 10 and duration max 5"),
      (["rate 8000", "tone 5000"], "rate 8000 ± 0 and tone 5000 ± 1"),
      (["rate 8000", "band 1000-5000=-20"], "rate 8000 ± 0 and band 1000–5000 Hz −20 ± 1"),
      (["band 100-200=-20", "band 100-200=max:-40"], "band 100–200 Hz −20 ± 1 and 100–200 Hz max −40"),
      (["phase in", "phase out"], "phase in and out cannot both hold"),
      (["phase out", "is-mono"], "phase out and is-mono"),
      (["is-mono", "balance 3"], "is-mono and balance 3 ± 1"),
      (["channels 1", "balance 0"], "channels 1 ± 0 and balance"),
      (["channels 1", "phase in"], "channels 1 ± 0 and phase in"), (["codec mp3", "codec aac"], "codec mp3 and aac"),
      (["tone 997", "tone 440"], "tone may be given once"), (["level -20"], "level is about the tone"),
      (["only 60"], "only is about the tone"),
      (["peak max:-130"], "peak max −130 cannot hold: no measure is below −120 dBFS"),
      (["lufs -80"], "lufs −80 ± 0.5 cannot hold: no measure is below −70 LUFS"),
    ])
  func contradictions(words: [String], sentence: String) {
    let error = #expect(throws: OptionError.self) { try Self.check(words) }
    #expect(error.map { "\($0)".hasPrefix(sentence) } == true, "\(String(describing: error))")
    #expect(throws: OptionError.self) { try Self.check(words.reversed()) }
  }

  @Test("options that leave an expectation no value are refused")
  func options() throws {
    for words in ["phase in", "balance 0", "is-mono", "channels 1"] {
      #expect(throws: OptionError.self, "\(words)") { try Self.check([words]) { $0.channel = 2 } }
    }
    try Self.check(["channels 2", "rms -20"]) { $0.channel = 2 }
    #expect(throws: OptionError.self) { try Self.check(["duration 30"]) { $0.seconds = 10 } }
    try Self.check(["duration 10", "starts-within 5s"]) { $0.seconds = 10 }
    #expect(throws: OptionError.self) { try Self.check(["silent", "peak -50"]) }
    try Self.check(["silent", "peak -50"]) { $0.silenceLevel = -40 }
    #expect(throws: OptionError.self) { try Bound("max:-0.1", of: .dc) }
  }

  @Test(
    "expectations that can both hold are accepted",
    arguments: [
      ["peak max:-1", "peak min:-20", "not-silent", "tone 997", "level -20"], ["peak max:-10", "rms min:-7"],
      ["peak max:-10", "tone 997", "level min:-8"], ["silent", "rms max:-58", "peak min:-80", "silence min:5s"],
      ["true-peak max:-1", "peak max:-1", "clipped max:0"], ["is-mono", "phase in", "balance 0"],
      ["is-mono", "channels 1"],
      ["is-mono", "channels 6"], ["rate 44100", "tone 22050"], ["dc 0.5", "peak min:-6.1"], ["dc max:0.1", "dc -0.05"],
      ["codec mp3", "codec MP3"], ["duration 5", "silence max:10"], ["lufs max:-60"], ["peak max:-120"],
    ])
  func compatible(words: [String]) throws { try Self.check(words) }
}
