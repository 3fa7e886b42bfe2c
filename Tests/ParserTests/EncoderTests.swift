import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Streams of real encoders", .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "lame")))
struct EncoderTests {
  struct Coded: Sendable {
    var options: String
    var fileName: String
    var codec: Codec
    var format: AudioFormat
    var infoFrames = 0
    var tagged = false
  }

  static let stereo = AudioFormat(sampleRate: 44100, channels: 2)

  @Test(
    "three seconds encoded by ffmpeg come out completely",
    arguments: [
      Coded(options: "-b:a 128k -write_xing 0 -id3v2_version 0", fileName: "a.mp3", codec: .mp3, format: stereo),
      Coded(
        options: "-q:a 4 -metadata title=x -write_id3v1 1", fileName: "a.mp3", codec: .mp3, format: stereo,
        infoFrames: 1, tagged: true),
      Coded(
        options: "-ac 1 -ar 16000 -b:a 24k -metadata title=x -write_apetag 1", fileName: "a.mp3", codec: .mp3,
        format: AudioFormat(sampleRate: 16000, channels: 1), infoFrames: 1, tagged: true),
      Coded(options: "-b:a 192k", fileName: "a.mp2", codec: .mp2, format: stereo),
      Coded(
        options: "-ar 48000 -b:a 64k", fileName: "a.aac", codec: .aac,
        format: AudioFormat(sampleRate: 48000, channels: 2)),
      Coded(
        options: "-ac 1 -b:a 32k -write_id3v2 1 -metadata title=x", fileName: "a.aac", codec: .aac,
        format: AudioFormat(sampleRate: 44100, channels: 1), tagged: true),
      Coded(options: "-c:a mp3 -b:a 128k", fileName: "a.wav", codec: .mp3, format: stereo),
      Coded(options: "", fileName: "a.wav", codec: .pcm, format: stereo),
      Coded(options: "-c:a pcm_s24be", fileName: "a.aiff", codec: .pcm, format: stereo),
      Coded(options: "-metadata title=x", fileName: "a.flac", codec: .flac, format: stereo),
      Coded(
        options: "-ac 1 -ar 96000 -sample_fmt s32 -frame_size 777", fileName: "a.flac", codec: .flac,
        format: AudioFormat(sampleRate: 96000, channels: 1)),
    ])
  func ffmpeg(coded: Coded) throws {
    let stream = try Tool.encoded(coded.options, fileName: coded.fileName)
    let parsing = Parsing(stream) { 777 }
    #expect(parsing.error == nil)
    #expect(parsing.packets.allSatisfy { $0.codec == coded.codec && $0.headerFormat == coded.format })
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters.infoFrames == coded.infoFrames)
    #expect(parsing.counters.bytesSkipped <= 1)  // an odd chunk of a WAV file is padded
    #expect(parsing.counters.checksumErrors == 0)
    #expect((parsing.counters.tagBytes > 0) == coded.tagged)
    let seconds = parsing.packets.reduce(0.0) { $0 + $1.duration / .seconds(1) }
    #expect((2.999...3.2).contains(seconds))
    let bytes = parsing.bytes.reduce(0) { $0 + $1.count }
    #expect(bytes > stream.count - (coded.codec == .flac ? 9000 : 2500))  // ffmpeg reserves space for tags
  }

  @Test(
    "LAME's streams in free format and with checksums come out completely",
    arguments: [["--freeformat", "-b", "480"], ["-p", "-b", "96"], ["-p", "-V", "5", "-m", "m"]])
  func lame(options: [String]) throws {
    let wave = try Tool.encoded("", fileName: "a.wav")
    let arguments = ["--quiet"] + options + ["IN", "OUT"]
    let stream = try Tool.output("lame", arguments, fileName: "a.mp3", input: wave)
    let parsing = Parsing(stream) { 1000 }
    #expect(parsing.error == nil)
    #expect(parsing.counters.checksumErrors == 0)
    #expect(parsing.counters.bytesSkipped == 0)
    #expect(parsing.counters.infoFrames == 1)
    #expect(parsing.packets.count > 80)
    guard options.contains("-p") else { return }
    #expect(parsing.bytes.allSatisfy { $0[1] & 1 == 0 })
    var broken = stream
    broken[stream.count - (try #require(parsing.bytes.last).count) + 6] ^= 0x80
    #expect(Parsing(broken).counters.checksumErrors == 1)
  }

  @Test(
    "the error names the format that is not supported",
    arguments: [
      ("", "a.m4a", MP4Sample.indexAtEnd),
      ("", "a.wma", "Windows Media (ASF)"),
      ("-c:a adpcm_ima_wav", "a.wav", "a WAV file of IMA's ADPCM"),
      ("-c:a aac -f latm", "a.latm", "AAC in LATM/LOAS"), ("-c:a aac", "a.mkv", "a Matroska or WebM file"),
      ("-c:a real_144 -ar 8000 -ac 1", "a.rm", "RealAudio"), ("", "a.au", "an AU file"),
      ("", "a.caf", "a Core Audio file"),
    ])
  func unsupported(options: String, fileName: String, kind: String) throws {
    let stream = try Tool.encoded(options, fileName: fileName)
    #expect(Parsing(stream).error == .unsupported(source: "sample", kind: kind))
  }

  private static let plain = Result { try Tool.encoded("-b:a 64k -write_xing 0 -id3v2_version 0", fileName: "a.mp3") }

  @Test(
    "a real MP3 stream joined at a random byte gives the same packets as the whole stream",
    arguments: 1...12 as ClosedRange<UInt64>)
  func joined(seed: UInt64) throws {
    let stream = try Self.plain.get()
    let whole = Parsing(stream).bytes
    var generator = SeededRandom(seed: seed)
    let part = Array(stream.dropFirst(.random(in: 1..<5000, using: &generator)))
    let packets = Parsing(part).bytes
    #expect(packets == Array(whole.suffix(packets.count)))
    #expect(packets.reduce(0) { $0 + $1.count } > part.count - 300)
  }
}
