import AudioCore
import JSON
import RadioModel
import Remote
import Testing

@Suite("Texts for the state and the events of the daemon")
struct FormatterTests {
  private static let playing = """
    "state":"playing","name":"Groove Salad","title":"Artist - Song","codec":"mp3","bitRate":127900,"sampleRate":44100,\
    "channels":2,"buffered":8.1,"bufferCapacity":20,"volume":70,"muted":false
    """

  private static func status(_ members: String) throws -> RadioStatus {
    try #require(RadioStatus(json: try JSONReader.read(Array("{\(members)}".utf8))))
  }

  @Test(
    "a status is shown in two lines",
    arguments: [
      (playing, "Groove Salad: Artist - Song", "playing  MP3 128 kbit/s  44.1 kHz stereo  buffer 8 s  volume 70 %"),
      (#""state":"stopped","volume":0,"muted":true"#, "no station chosen yet", "stopped  volume 0 %, muted"),
      (#""state":"paused","name":"FIP","codec":"aac","volume":5,"muted":false"#, "FIP", "paused  volume 5 %"),
      (
        #""state":"paused","name":"FIP","title":"A","codec":"aac","elapsed":754.9,"behindLive":320,"seekableStart":154.5,"#
          + #""seekableEnd":1074.9,"volume":5,"muted":false"#, "FIP: A",
        "paused  at 12:34  5:20 behind live  AAC  volume 5 %"
      ),
      (
        #""state":"playing","name":"FIP","codec":"aac","elapsed":754.9,"behindLive":9,"seekableStart":1,"#
          + #""seekableEnd":754,"volume":5,"muted":false"#, "FIP", "playing  0:09 behind live  AAC  volume 5 %"
      ),
      (
        #""state":"retrying","retryIn":3,"reason":"lost it","name":"FIP","volume":5,"muted":false"#, "FIP",
        "retrying in 3 s: lost it  volume 5 %"
      ),
      (#""state":"failed","reason":"no","name":"F","volume":5,"muted":false"#, "F", "failed: no  volume 5 %"),
      (
        #""state":"playing","name":"\u001b[2JF","title":"a\u009b1mb","volume":5,"muted":false,"notice":"n\u0007"#
          + #"o","sampleRate":48000,"channels":1,"buffered":1e300,"bufferCapacity":1,"bitRate":9223372036854775807"#,
        "[2JF: a1mb", "playing, no sound  48 kHz mono  buffer 9999 s  volume 5 %  (no)"
      ),
    ])
  func lines(members: String, heard: String, state: String) throws {
    #expect(StatusFormatter.lines(try Self.status(members)) == [heard, state])
  }

  private static func event(_ name: String, _ members: String, id: String? = nil) -> EventFeed.Element {
    .event(ServerEvent(name: name, data: "{\(members)}", id: id))
  }

  @Test("names and titles lose their control characters, in the history and in the lines for events")
  func clean() throws {
    let text = #""title":"a\u001b]0;b\u0007c","name":"\u009b2JF""#
    let entry = try JSONReader.read(Array(#"{"time":1,\#(text)}"#.utf8))
    #expect(HistoryEntry(json: entry)?.text == "2JF: a]0;bc")
    var formatter = EventFormatter()
    #expect(formatter.lines(for: Self.event("title", text)) == ["2JF: a]0;bc"])
    let status = #""state":"playing","name":"\u009b2JF","volume":5,"muted":false"#
    #expect(formatter.lines(for: Self.event("status", status)) == ["playing 2JF"])
  }

  @Test("the lines for events report each change once")
  func watching() {
    var formatter = EventFormatter()
    func reported(_ element: EventFeed.Element) -> [String] { formatter.lines(for: element) }
    #expect(reported(.connected) == [])
    #expect(reported(Self.event("status", Self.playing)) == ["playing Groove Salad", "Groove Salad: Artist - Song"])
    #expect(reported(Self.event("status", Self.playing)) == [])
    #expect(reported(Self.event("title", #""title":"Artist - Song","name":"Groove Salad""#)) == [])
    #expect(reported(Self.event("title", #""title":"Next","name":"Groove Salad""#)) == ["Groove Salad: Next"])
    let louder = Self.playing.replacing("Artist - Song", with: "Next").replacing(":70", with: ":75")
    #expect(reported(Self.event("status", louder)) == ["volume 75 %"])
    let lost = #""state":"retrying","retryIn":3,"reason":"gone","name":"FIP","volume":75,"muted":false"#
    #expect(reported(Self.event("status", lost)) == ["retrying in 3 s: gone"])
    #expect(reported(Self.event("status", lost.replacing("3", with: "2"))) == [])
    #expect(reported(Self.event("status", lost.replacing("gone", with: "full"))) == ["retrying in 3 s: full"])
    #expect(reported(Self.event("notice", #""text":"playing silently""#)) == ["notice: playing silently"])
    #expect(reported(Self.event("queue", #""version":3"#)) == [])
    #expect(reported(Self.event("status", "nonsense")) == [])
    #expect(
      reported(.lost(.failed(reason: "radiod serve is not running"))) == [
        "lost the daemon: radiod serve is not running"
      ])
    #expect(reported(Self.event("status", louder)) == ["playing Groove Salad"])
  }

  @Test(
    "an event is written as one JSON object on one line",
    arguments: [
      (
        event("title", "\"title\": \"a\\u001b\", \"x\": [1, {}]", id: "7"),
        #"{"type":"title","id":"7","title":"a\u001b","x":[1,{}]}"#
      ),
      (event("title", #""type":"no","id":3"#), #"{"type":"title"}"#),
      (.lost(.failed(reason: "gone")), #"{"type":"lost","reason":"gone"}"#),
      (.connected, nil),
      (event("title", "nonsense"), nil),
    ] as [(EventFeed.Element, String?)])
  func json(element: EventFeed.Element, expected: String?) {
    #expect(EventFormatter.json(for: element).map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
