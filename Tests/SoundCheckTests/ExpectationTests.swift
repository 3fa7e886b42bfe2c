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
    "what is no value is refused with the option and examples",
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

  @Test("expectations that cannot both hold are refused")
  func contradictions() throws {
    func list(_ items: SoundExpectation...) throws { try ExpectationList(items).check() }
    #expect(throws: OptionError.self) { try list(.silent, .notSilent) }
    #expect(throws: OptionError.self) { try list(.of(.tone, "997"), .silent) }
    #expect(throws: OptionError.self) { try list(.of(.tone, "997"), .of(.tone, "440")) }
    #expect(throws: OptionError.self) { try list(.of(.peak, "max:-10"), .of(.peak, "min:-5")) }
    #expect(throws: OptionError.self) { try list(.of(.lufs, "-23"), .of(.lufs, "-14")) }
    #expect(throws: OptionError.self) { try list(.phase(isIn: true), .phase(isIn: false)) }
    #expect(throws: OptionError.self) { try list(.phase(isIn: false), .isMono) }
    #expect(throws: OptionError.self) { try list(.of(.level, "-20")) }
    #expect(throws: OptionError.self) { try list(.of(.only, "60")) }
    #expect(throws: OptionError.self) { try list(.of(.channels, "1"), .of(.balance, "0")) }
    #expect(throws: OptionError.self) { try list(.codec(.mp3), .codec(.aac)) }
    try list(.of(.peak, "max:-1"), .of(.peak, "min:-20"), .notSilent, .of(.tone, "997"), .of(.level, "-20"))
  }
}
