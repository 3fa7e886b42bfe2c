import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Sources without any sound")
struct SilentSourceTests {
  private static let info: [UInt8] = {
    var frame = Sample.MPEG(bitRateIndex: 5).frame(filler: 0)
    frame.replaceSubrange(36..<40, with: Array("Info".utf8))
    return frame
  }()

  private static let tag = ID3Sample.tag(ID3Sample.frame("TIT2", ID3Sample.text("One", .utf8)), padding: 300)

  private static let cut = Array(Sample.mp3.frame().prefix(100))

  static let sources: [(bytes: NamedBytes, found: String)] = [
    (NamedBytes("a tag with a title, cut short", Array(tag.dropLast(100))), "nothing but tags"),
    (NamedBytes("a whole tag with a title", tag), "nothing but tags"),
    (NamedBytes("an info frame", info), "nothing but an encoder's info frame"),
    (NamedBytes("an info frame behind a tag", tag + info), "nothing but an encoder's info frame"),
    (NamedBytes("an info frame and a part of a frame", info + cut), "no audio frame"),
    (NamedBytes("a part of a frame", cut), "no audio frame"),
    (NamedBytes("a tag and a part of a frame", tag + cut), "no audio frame"),
    (NamedBytes("headers of Ogg", oggHeaders), "an Ogg stream without sound"),
    (NamedBytes("a head of FLAC with a title", FLACSample.head(["TITLE=One"])), "FLAC without sound"),
  ]

  private static let oggHeaders: [UInt8] = {
    var sample = OggSample(serial: 1)
    return sample.opusLink(["TITLE=One"], packets: 0).flatMap { $0 }
  }()

  @Test("a source without sound is not an audio stream, and the error names its content", arguments: sources)
  func named(source: (bytes: NamedBytes, found: String)) {
    let expected = TuneError.notAudio(source: "sample", found: source.found)
    #expect(Parsing(source.bytes.bytes).error == expected)
    #expect(Parsing(source.bytes.bytes) { 7 }.error == expected)
  }
}
