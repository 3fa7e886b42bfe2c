import AudioCore
import RadioModel
import Remote
import Testing

@Suite("Formats of lines about the radio")
struct StatusTemplateTests {
  private static func status(_ title: String? = "Artist - Song") -> RadioStatus {
    var status = RadioStatus(state: .playing, volume: 70)
    status.station = "groovesalad"
    status.name = "Groove Salad"
    status.title = title
    status.codec = .mp3
    status.bitRate = 128_000
    status.url = ShownAddress("http://x.example/a")
    return status
  }

  @Test(
    "fields, alternatives, lengths, escapes and brackets",
    arguments: [
      ("{state} {icon} {station} {id}", "playing ▶ Groove Salad groovesalad"),
      ("{artist}/{title}/{line}", "Artist/Song/Artist - Song"), ("{volume} %{muted}", "70 %"),
      ("{codec} {bitrate} {url}{image}{reason}{notice}", "MP3 128 kbit/s http://x.example/a"),
      ("{{ artist }} - {{title}}", "Artist - Song"), ("{reason|notice|title}", "Song"),
      ("{line:8}", "Artist …"), ("{title:4}", "Song"), ("{line:7:json}", "\"Artist…\""),
      ("[{artist} - ]{title}", "Artist - Song"), ("[{reason}: ]{title}", "Song"), ("[{reason}{title}]", "Song"),
      ("[[{reason}!] {notice}]x", "x"), ("[[{reason}!]{title}]", "Song"), ("[radio] {title}", "[radio] Song"),
      ("\\[{title}\\] \\{title}", "[Song] {title}"), ("a\\b ] } {} {a b} {1} {-}", "a\\b ] } {} {a b} {1} {-}"),
      (#"{"text":{title:json},"x":{"y":{state:json}}}"#, #"{"text":"Song","x":{"y":"playing"}}"#),
      ("{title}}}", "Song}}"), ("{{title}", "{Song"), ("", ""), ("plain", "plain"),
    ])
  func lines(format: String, line: String) throws {
    #expect(try StatusTemplate(format).line(for: Self.status()) == line)
  }

  @Test(
    "a title cannot leave the text that it is put into, and has no control characters",
    arguments: [
      ("{title:pango}", "Tom &amp; &lt;b&gt;&quot;x&apos;&lt;/b&gt; %{A1:reboot:}"),
      ("{title:polybar}", "Tom & <b>\"x'</b> % {A1:reboot:}"), ("{title:json}", #""Tom & <b>\"x'</b> %{A1:reboot:}""#),
      ("{title:pango:json}", #""Tom &amp; &lt;b&gt;&quot;x&apos;&lt;/b&gt; %{A1:reboot:}""#),
      ("{title:6:pango}", "Tom &amp;…"),
    ])
  func hostileTitles(format: String, line: String) throws {
    let status = Self.status("Tom &\n<b>\"x'</b> %{A1:reboot:}\u{1B}")
    #expect(try StatusTemplate(format).line(for: status) == line)
  }

  @Test("what was heard before the radio stopped is not a title that is heard")
  func stopped() throws {
    var status = Self.status()
    for state in RadioStatus.State.allCases {
      status.state = state
      status.reason = "why"
      let line = try StatusTemplate("{artist}{title}{line}|{station}").line(for: status)
      #expect(line == (state.isTunedIn ? "ArtistSongArtist - Song|Groove Salad" : "|Groove Salad"))
      #expect(try StatusTemplate("{icon}").line(for: status).count == 1)
    }
  }

  @Test("the number of recordings is a field, which is empty without one")
  func recordings() throws {
    var status = RadioStatus(state: .playing)
    let template = try StatusTemplate("on[ REC {recordings}]")
    #expect(template.line(for: status) == "on")
    status.recordings = 2
    #expect(template.line(for: status) == "on REC 2")
  }

  @Test("the time behind live is a field, which is empty at live, and a held pause has its title")
  func behind() throws {
    var status = Self.status()
    let template = try StatusTemplate("{title}[ -{behind}]")
    for (seconds, line) in [(nil, "Song"), (0.4, "Song"), (320, "Song -5:20")] as [(Double?, String)] {
      status.behindLive = seconds
      #expect(template.line(for: status) == line)
    }
    status.state = .paused
    #expect(template.line(for: status) == " -5:20")
    status.seekable = 0...400
    #expect(template.line(for: status) == "Song -5:20")
  }

  @Test(
    "a wrong format is an error that names the fault, with a near word",
    arguments: [
      ("{titel}", "no field {titel}; did you mean title?"),
      ("{title:pangoo}", "no modifier :pangoo; did you mean pango?"),
      ("{title:0}", "no modifier :0"), ("{title:1000}", "no modifier :1000"), ("{title|}", "no field {}"),
      ("{zzzzzz}", "no field {zzzzzz}; state, icon, station"), ("[{title}", "has a [ without its ]"), ("[", "has a ["),
      (String(repeating: "[", count: 9) + String(repeating: "]", count: 9), "at most 8 brackets"),
      (String(repeating: "x", count: 4097), "at most 4096 bytes, not 4097"), ("a\nb", "one line without control"),
    ])
  func faults(format: String, words: String) throws {
    let error = #expect(throws: OptionError.self) { try StatusTemplate(format) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("a line comes for each change that the format shows, and a stopped line without a daemon")
  func changes() throws {
    var lines = StatusLines(try StatusTemplate("{state} {title|station} {volume}[ {reason}]"))
    func status(_ text: String) -> EventFeed.Element { .event(ServerEvent(name: "status", data: text)) }
    #expect(lines.line(for: .lost(.failed(reason: "away"))) == "stopped  0 away")
    #expect(lines.line(for: .lost(.failed(reason: "away"))) == nil)
    #expect(lines.line(for: .connected) == nil)
    let playing = #"{"state":"playing","name":"FIP","title":"A - B","volume":7,"muted":false}"#
    #expect(lines.line(for: status(playing)) == "playing B 7")
    #expect(lines.line(for: status(playing)) == nil)
    #expect(
      lines.line(for: .event(ServerEvent(name: "title", data: #"{"title":"C - D","name":"FIP"}"#))) == "playing D 7")
    #expect(lines.line(for: .event(ServerEvent(name: "title", data: #"{"title":"E - D","name":"FIP"}"#))) == nil)
    #expect(lines.line(for: .event(ServerEvent(name: "queue", data: #"{"version":3}"#))) == nil)
    #expect(lines.line(for: .event(ServerEvent(name: "status", data: "nonsense"))) == nil)
    var notices = StatusLines(try StatusTemplate("{state}[ {notice}]"))
    #expect(notices.line(for: status(playing)) == "playing")
    // One that does not last is in no status.
    #expect(notices.line(for: .event(ServerEvent(name: "notice", data: #"{"text":"this is live"}"#))) == nil)
    #expect(notices.line(for: status(playing)) == nil)
    let silent = playing.replacing("{", with: #"{"notice":"no device","#)
    #expect(notices.line(for: status(silent)) == "playing no device")
    #expect(lines.line(for: .lost(.failed(reason: "away"))) == "stopped  7 away")
    #expect(lines.line(for: status(playing)) == "playing B 7")
  }
}
