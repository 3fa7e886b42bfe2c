import AudioCore
import JSON
import RadioModel
import Testing

@Suite("The status of a radio that is paused or behind")
struct TimeShiftStatusTests {
  private static var held: TunerSnapshot {
    var snapshot = TunerSnapshot()
    (snapshot.state, snapshot.isPaused, snapshot.isHeld) = (.stopped, true, true)
    (snapshot.title, snapshot.titleStart, snapshot.elapsed) = ("A - B", .seconds(100), .milliseconds(130_250))
    (snapshot.codec, snapshot.format) = (.mp3, AudioFormat(sampleRate: 44_100, channels: 2))
    snapshot.behindLive = .seconds(320)
    snapshot.seekable = .seconds(10) ... .milliseconds(450_250)
    return snapshot
  }

  @Test("a held pause is paused, with title, codec, format and places, also as JSON")
  func heldPause() throws {
    let status = RadioStatus(Self.held, event: 7)
    #expect(status.state == .paused && status.title == "A - B" && status.codec == .mp3 && status.format != nil)
    #expect(status.titleElapsed == 30.25 && status.behindLive == 320 && status.seekable == 10...450.25)
    let json = try JSONReader.read(JSONWriter.line(status.json))
    #expect(json["state"]?.text == "paused" && json["song"]?.text == "B" && json["codec"]?.text == "mp3")
    #expect(json["titleElapsed"]?.double == 30.25 && json["behindLive"]?.double == 320)
    #expect(json["seekableStart"]?.double == 10 && json["seekableEnd"]?.double == 450.25)
    #expect(RadioStatus(json: json) == status)
  }

  @Test("where no sound is kept, the status has none of it, and places in the wrong order count as none")
  func nothingKept() throws {
    let json = RadioStatus(TunerSnapshot(), event: 1).json
    for member in ["titleElapsed", "behindLive", "seekableStart", "seekableEnd"] { #expect(json[member] == nil) }
    let wrong = json.adding(.object(["seekableStart": 5, "seekableEnd": 4]))
    #expect(RadioStatus(json: wrong)?.seekable == nil)
  }
}
