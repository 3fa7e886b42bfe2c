import AudioCore
import JSON
import RadioModel
import Stations
import Testing

@Suite("The status for programs")
struct RadioStatusTests {
  private func text(_ status: RadioStatus) -> String { String(decoding: JSONWriter.line(status.json), as: UTF8.self) }

  private var playing: TunerSnapshot {
    var snapshot = TunerSnapshot()
    snapshot.state = .playing
    snapshot.source = .station(Station(id: "a", name: "A", url: "http://u:p@a/x", image: "http://a/i.png"))
    snapshot.name = "A"
    snapshot.title = "Air - \"La Femme\""
    snapshot.codec = .aac
    snapshot.bitRate = 64_000
    snapshot.format = AudioFormat(sampleRate: 44100, channels: 2)
    snapshot.elapsed = .milliseconds(12_345)
    snapshot.bufferedSeconds = 8.1004
    snapshot.bufferCapacitySeconds = 20
    snapshot.volume = 70
    return snapshot
  }

  @Test("the status is one object with plain numbers, without credentials and without unknown values")
  func object() {
    #expect(
      text(RadioStatus(playing, event: 123)) == """
        {"state":"playing","station":"a","name":"A","url":"http://a/x","image":"http://a/i.png",\
        "title":"Air - \\"La Femme\\"","artist":"Air","song":"\\"La Femme\\"","codec":"aac","bitRate":64000,\
        "sampleRate":44100,"channels":2,"elapsed":12.345,"buffered":8.1,"bufferCapacity":20,"volume":70,\
        "muted":false,"recordings":0,"retries":0,"underruns":0,"event":123,"version":"\(ProductVersion.text)"}
        """)
    var typed = TunerSnapshot()
    typed.source = .url("http://u:p@a/x")
    typed.isMuted = true
    typed.outputNotice = "no sound device"
    #expect(
      text(RadioStatus(typed, event: 0)) == """
        {"state":"stopped","url":"http://a/x","elapsed":0,"buffered":0,"bufferCapacity":0,"volume":100,"muted":true,\
        "notice":"no sound device","recordings":0,"retries":0,"underruns":0,"event":0,"version":"\(ProductVersion.text)"}
        """)
    #expect(
      text(RadioStatus(TunerSnapshot(), event: 0)) == """
        {"state":"stopped","elapsed":0,"buffered":0,"bufferCapacity":0,"volume":100,"muted":false,\
        "recordings":0,"retries":0,"underruns":0,"event":0,"version":"\(ProductVersion.text)"}
        """)
  }

  @Test("the status reads back unchanged from its text, in every state", arguments: RadioStatus.State.allCases)
  func roundTrip(state: RadioStatus.State) throws {
    var snapshot = playing
    switch state {
    case .stopped: snapshot.state = .stopped
    case .paused:
      snapshot.state = .stopped
      snapshot.isPaused = true
    case .connecting: snapshot.state = .connecting
    case .buffering: snapshot.state = .buffering
    case .playing: snapshot.state = .playing
    case .retrying: snapshot.state = .retrying(reason: "it's off", seconds: 3)
    case .ended: snapshot.state = .ended
    case .failed: snapshot.state = .failed(.unknownHost("h"))
    }
    snapshot.bufferedSeconds = 8.125
    snapshot.isMuted = true
    snapshot.outputNotice = "no sound device"
    var status = RadioStatus(snapshot, event: 1 << 40)
    status.version = "9.9"
    status.length = state == .playing ? 7384.5 : nil
    #expect(status.state == state)
    let json = try JSONReader.read(JSONWriter.line(status.json))
    #expect(RadioStatus(json: json) == status)
  }

  @Test("views get the length of a file, and the object contains it where it is known")
  func length() {
    var file = playing
    file.length = .milliseconds(90_500)
    #expect(RadioStatus(file, event: 1).length == 90.5)
    #expect(text(RadioStatus(file, event: 1)).contains(#","length":90.5,"#))
    #expect(!text(RadioStatus(playing, event: 1)).contains("length"))
  }

  @Test(
    "the status of a newer radio is read, and text that is not a status is rejected",
    arguments: [
      (#"{"state":"playing","volume":1,"muted":true,"new":{}}"#, true),
      (#"{"state":"dancing","volume":1,"muted":true}"#, false),
      (#"{"state":"playing","volume":"1","muted":true}"#, false), ("[]", false), ("{}", false),
    ])
  func reading(text: String, isGood: Bool) throws {
    #expect((RadioStatus(json: try JSONReader.read(Array(text.utf8))) != nil) == isGood)
  }
}
