import AudioCore
import Parser
import Radio
import Testing

@Suite("The stall detector")
struct StallDetectorTests {
  /// Feeds the same values repeatedly. Returns the time after which the detector throws, and its error; nil when it
  /// does not throw within `limit`.
  private func secondsUntilGivenUp(
    _ stallDetector: inout StallDetector, bytes: Int, sound: Duration, waited: Duration, limit: Duration = .seconds(100)
  ) -> (seconds: Double, error: TuneError)? {
    var time: Duration = .zero
    while time < limit {
      time += waited
      do throws(TuneError) {
        try stallDetector.received(bytes: bytes, sound: sound, waited: waited)
      } catch {
        return (time / .seconds(1), error)
      }
    }
    return nil
  }

  @Test("after 15 s without an audio frame, many bytes are not audio, and a few bytes are a stall")
  func nothingYet() {
    var noise = StallDetector(url: "http://h/", host: "h")
    let first = secondsUntilGivenUp(&noise, bytes: 4000, sound: .zero, waited: .milliseconds(250))
    #expect(first?.seconds == 15)
    #expect(first?.error == .notAudio(source: "http://h/", found: "no audio frame within 15 s"))
    var trickle = StallDetector(url: "http://h/", host: "h")
    let second = secondsUntilGivenUp(&trickle, bytes: 1, sound: .zero, waited: .milliseconds(500))
    #expect(second?.seconds == 15)
    #expect(second?.error == .stalled(host: "h", afterSeconds: 15))
  }

  @Test(
    "less than a quarter of the sound for 10 s is a stall, and more is a slow station",
    arguments: [(0.0, true), (0.1, true), (0.24, true), (0.26, false), (0.8, false), (1, false)])
  func share(share: Double, isStalled: Bool) {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    try? stallDetector.received(bytes: 1 << 16, sound: .seconds(4), waited: .milliseconds(10))
    let end = secondsUntilGivenUp(
      &stallDetector, bytes: 10, sound: .seconds(0.5 * share), waited: .milliseconds(500), limit: .seconds(600))
    #expect((end != nil) == isStalled)
    if let end { #expect(end.seconds >= 9.5 && end.seconds <= 11.5, "\(end.seconds)") }
  }

  @Test(
    "parts without audio are an error only before the first audio, after four parts or 256 KiB",
    arguments: [(100, false, 4), (200_000, false, 2), (100, true, nil), (200_000, true, nil)])
  func emptyParts(bytes: Int, hasSound: Bool, maximum: Int?) throws {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    if hasSound { try stallDetector.received(bytes: 1000, sound: .milliseconds(26), waited: .zero) }
    var count = 0
    do throws(TuneError) {
      while count < 20 {
        try stallDetector.received(bytes: bytes, sound: .zero, waited: .zero)
        var parser = StreamParser(source: "http://h/")
        count += 1
        #expect(try stallDetector.end(of: &parser) == [])
      }
    } catch {
      #expect(error == .notAudio(source: "http://h/", found: "nothing"))
    }
    #expect(count == maximum ?? 20)
  }

  @Test("a stall is detected however much sound came before")
  func afterPlenty() {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    for _ in 0..<100_000 { try? stallDetector.received(bytes: 16000, sound: .seconds(1), waited: .milliseconds(1)) }
    let end = secondsUntilGivenUp(&stallDetector, bytes: 1, sound: .zero, waited: .milliseconds(500))
    #expect(end.map { $0.seconds <= 11.5 } == true)
  }

  @Test("a wait longer than a connection allows means that the program was suspended, and is not a stall")
  func stoodStill() throws {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    try stallDetector.received(bytes: 1 << 16, sound: .seconds(4), waited: .milliseconds(10))
    for _ in 0..<10 { try stallDetector.received(bytes: 1000, sound: .milliseconds(60), waited: .seconds(20)) }
    var fresh = StallDetector(url: "http://h/", host: "h")
    try fresh.received(bytes: 10, sound: .zero, waited: .seconds(60))
  }

  @Test("time in which back-pressure holds the sender back does not count")
  func heldBack() throws {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    for _ in 0..<10_000 { try stallDetector.received(bytes: 100, sound: .milliseconds(1), waited: .milliseconds(1)) }
  }

  @Test("a recognized format that cannot be played is an error after 3 s, unless sound came before")
  func named() {
    var stallDetector = StallDetector(url: "http://h/", host: "h")
    var time: Duration = .zero
    let named = #expect(throws: TuneError.self) {
      while time < .seconds(10) {
        time += .milliseconds(250)
        try stallDetector.received(bytes: 4000, sound: .zero, waited: .milliseconds(250), silentKind: "Ogg with CELT")
      }
    }
    #expect(named == .unsupported(source: "http://h/", kind: "Ogg with CELT"))
    #expect(time == .seconds(3))
    var heard = StallDetector(url: "http://h/", host: "h")
    #expect(throws: Never.self) {
      try heard.received(bytes: 4000, sound: .seconds(1), waited: .seconds(1))
      try heard.received(bytes: 4000, sound: .zero, waited: .seconds(5), silentKind: "Ogg with CELT")
    }
  }
}
