import AudioCore
import Player
import Testing

@Suite struct OutputSpecTests {
  @Test(
    "the words of outputs and the names of devices are parsed",
    arguments: [
      ("alsa", nil, OutputSpec.alsa(device: "default")), ("alsa", "plughw:1,0", .alsa(device: "plughw:1,0")),
      ("silent", nil, .silent), ("raw", nil, .raw), ("wav:a.wav", nil, .wav(path: "a.wav")),
      ("wav:/x/a:b.wav", nil, .wav(path: "/x/a:b.wav")),
    ])
  func understood(text: String, device: String?, expected: OutputSpec) throws {
    #expect(try OutputSpec(text, device: device) == expected)
  }

  @Test("an invalid output is an error of the option", arguments: ["", "ALSA", "wav", "wav:", "mp3:x", "alsa:hw:0"])
  func refused(text: String) {
    #expect(throws: OptionError.self) { try OutputSpec(text) }
  }

  @Test(
    "only plain device names reach ALSA",
    arguments: [
      ("default", true), ("null", true), ("pulse", true), ("my_dev1", true), ("hw:0", true), ("hw:0,3", true),
      ("plughw:CARD=PCH,DEV=0", true), ("", false), ("hw:", false), ("plughw:", false), ("file:'|cat > x',raw", false),
      ("file:x,raw", false), ("plug:hw:0", false), ("default:CARD=0", false), ("a b", false), ("hw:0|x", false),
      ("hw:{x}", false), ("dmix,1", false), ("default\n", false), ("häw", false), ("hw:hw:0", false),
    ])
  func names(name: String, isAllowed: Bool) {
    #expect(ALSADevices.isAllowedName(name) == isAllowed)
    #expect((try? OutputSpec("alsa", device: name)) == (isAllowed ? .alsa(device: name) : nil))
  }

  @Test("each word of an output makes that output")
  func making() throws {
    #expect(try OutputSpec("alsa", device: "hw:7").makeOutput().name == "hw:7")
    #expect(try OutputSpec("silent").makeOutput() is SilentOutput)
    #expect(try OutputSpec("raw").makeOutput() is RawOutput)
    for text in ["alsa", "silent", "raw", "wav:/x/a.wav"] {
      let spec = try OutputSpec(text)
      #expect(spec.makeOutput().name == spec.name)
    }
    #expect(try OutputSpec("wav:/x/a.wav").name == "/x/a.wav")
    #expect(try OutputSpec("alsa").isPaced && OutputSpec("silent").isPaced)
    #expect(try !OutputSpec("raw").isPaced && !OutputSpec("wav:a").isPaced)
  }
}
