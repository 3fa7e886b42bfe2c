import AudioCore
import Testing

@Suite("The format of samples without a header")
struct RawSampleFormatTests {
  @Test(
    "a valid format is parsed",
    arguments: [
      ("s16le:44100:2", .s16le, 44_100, 2), ("F32LE:48000:1", .f32le, 48_000, 1), ("s16le:1:1", .s16le, 1, 1),
      ("f32le:768000:64", .f32le, 768_000, 64),
    ] as [(String, RawSampleFormat.Encoding, Int, Int)])
  func reads(text: String, encoding: RawSampleFormat.Encoding, rate: Int, channels: Int) throws {
    let format = try RawSampleFormat(text)
    #expect(format.encoding == encoding && format.audio == AudioFormat(sampleRate: rate, channels: channels))
  }

  @Test(
    "an invalid format is refused with an error that names the fault",
    arguments: [
      ("", "s16le:44100:2"), ("s16le", "s16le:44100:2"), ("s16le:44100", "not 's16le:44100'"),
      ("s16be:44100:2", "not 's16be:44100:2'"), ("s16le:44100:2:1", "not"), ("s16le:-1:2", "not"),
      ("s16le:+44100:2", "not"), ("s16le:44100.0:2", "not"), ("s16le:44100:", "not"), ("s16le: 44100:2", "not"),
      ("s16le:0:2", "from 1 to 768000 Hz, not 0"), ("s16le:768001:2", "not 768001"), ("s16le:9999999999:2", "not"),
      ("s16le:44100:0", "1 to 64 channels, not 0"), ("f32le:44100:65", "not 65"),
      ("s16le:44100:2\u{1B}]0;x", "not 's16le:44100:2]0;x'"),
    ])
  func refuses(text: String, part: String) {
    let error = #expect(throws: OptionError.self) { try RawSampleFormat(text) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }
}
