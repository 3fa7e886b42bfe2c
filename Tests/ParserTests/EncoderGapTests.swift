import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Encoder delay and padding")
struct EncoderGapTests {
  static let encodings: [(program: String, options: [String])] = [
    ("lame", ["-b", "128"]), ("lame", ["-V", "4"]), ("lame", ["-b", "64", "-m", "m"]),
    ("lame", ["--resample", "22.05"]), ("lame", ["-p", "-b", "96"]), ("ffmpeg", ["-b:a", "96k"]),
  ]

  private func encoded(_ index: Int) throws -> [UInt8] {
    let (program, options) = Self.encodings[index]
    let wave = try Tool.encoded("", fileName: "a.wav")
    let arguments =
      program == "lame" ? ["--quiet"] + options + ["IN", "OUT"] : ["-v", "error", "-i", "IN"] + options + ["OUT"]
    return try Tool.output(program, arguments, fileName: "a.mp3", input: wave)
  }

  @Test(
    "a file is as long as the sound that was encoded, to the sample",
    .enabled(if: ProcessRunner.hasPrograms("lame", "ffmpeg")),
    arguments: encodings.indices)
  func files(index: Int) throws {
    let stream = try encoded(index)
    for access in [StreamOrigin.FileAccess.bySeeking, .inOrder] {
      let parsing = FileParsing(stream, access: access) { 1000 }
      #expect(parsing.error == nil)
      #expect(parsing.frameCount == 3 * parsing.packets[0].headerFormat.sampleRate)
      #expect(parsing.packets[0].startTrim == min(1105, parsing.packets[0].startTrim + parsing.packets[0].frameCount))
      #expect(parsing.packets.reduce(0) { $0 + $1.startTrim } == 1105)
    }
  }

  @Test(
    "nothing is cut from a live stream", .enabled(if: ProcessRunner.hasPrograms("lame", "ffmpeg")),
    arguments: encodings.indices)
  func live(index: Int) throws {
    let stream = try encoded(index)
    let parsing = Parsing(stream)
    #expect(parsing.packets.allSatisfy { $0.startTrim == 0 && $0.endTrim == 0 })
    #expect(parsing.bytes == FileParsing(stream).bytes)
  }

  /// An Info frame of MPEG-1 in stereo at 128 kbit/s, with `fields` behind its mark.
  private func info(_ fields: [UInt8]) -> [UInt8] {
    let head: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0, count: 32) + Array("Info".utf8) + fields
    return head + [UInt8](repeating: 0, count: 417 - head.count)
  }

  private func lame(packets: Int, delay: Int, padding: Int, name: String = "LAME3.100") -> [UInt8] {
    let delays = delay << 12 | padding
    return MP4Sample.number(0xF) + MP4Sample.number(packets) + MP4Sample.number(0) + [UInt8](repeating: 0, count: 104)
      + Array(name.utf8) + [UInt8](repeating: 0, count: 12) + MP4Sample.number(delays, 3)
  }

  /// Fields of an Info frame in front of 20 packets of 1152 PCM frames, and the PCM frames cut at the start and the
  /// end.
  static let fields: [(packets: Int, delay: Int, padding: Int, name: String, start: Int, end: Int)] = [
    (20, 576, 1000, "LAME3.100", 1105, 471), (20, 1105, 529, "Lavc59.37", 1634, 0), (20, 0, 0, "Lavf59.27", 529, 0),
    (20, 4095, 4095, "LAME3.100", 4624, 3566), (20, 576, 1000, "Unknown00", 0, 0),
    (30, 576, 1000, "LAME3.100", 1105, 0),
    (10, 576, 1000, "LAME3.100", 1105, 471), (0, 4095, 4095, "LAME3.100", 4624, 0),
    (1, 4095, 4095, "LAME3.100", 4624, 0),
  ]

  @Test("the Info frame's delay and padding cut a bounded number of frames, for any values", arguments: fields.indices)
  func info(index: Int) {
    let row = Self.fields[index]
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0x55, count: 413)
    let fields = lame(packets: row.packets, delay: row.delay, padding: row.padding, name: row.name)
    let parsing = FileParsing(info(fields) + (0..<20).flatMap { _ in frame })
    #expect(parsing.packets.count == 20)
    #expect(parsing.packets.reduce(0) { $0 + $1.startTrim } == row.start)
    #expect(parsing.packets.reduce(0) { $0 + $1.endTrim } == row.end)
    #expect(parsing.frameCount == 20 * 1152 - row.start - row.end)
  }

  @Test("an Info frame that is truncated, or in the middle of a file, cuts no sound")
  func elsewhere() {
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0x55, count: 413)
    let sound = (0..<20).flatMap { _ in frame }
    let gap = info(lame(packets: 20, delay: 576, padding: 1000))
    for stream in [sound + gap + sound, info([0, 0, 0]) + sound, info(MP4Sample.number(0xF)) + sound] {
      #expect(FileParsing(stream).packets.allSatisfy { $0.startTrim == 0 && $0.endTrim == 0 })
    }
  }

  @Test(
    "junk behind the sound is not an error in a local file, but in a served file after 1 MiB and in a pipe after 128 KiB"
  )
  func junk() {
    let frames = Sample.frames(Sample.mp3, 100)
    var generator = SeededRandom(seed: 4)
    let stream = frames.flatMap { $0 } + generator.bytes(200_000).map { $0 == 0xFF ? 0 : $0 }
    let file = FileParsing(stream)
    #expect(file.error == nil)
    #expect(file.bytes == frames)
    #expect(FileParsing(stream + frames.flatMap { $0 }).bytes == frames + frames)
    let served = frames.flatMap { $0 } + [UInt8](repeating: 0, count: 1_000_000) + frames.flatMap { $0 }
    #expect(FileParsing(served, access: .byRanges).bytes == frames + frames)
    // A server can send more bytes than the length that it announced, so the search in its file has a limit.
    let endless = FileParsing(stream + [UInt8](repeating: 0, count: 1 << 20), access: .byRanges)
    #expect(endless.error == .notAudio(source: "sample", found: "no audio frame in 1024 KiB behind the sound"))
    #expect(endless.bytes == frames)
    var pipe = StreamParser(source: "standard input", origin: .pipe)
    do {
      _ = try pipe.feed(stream)
      _ = try pipe.feed([0])
      Issue.record("not given up")
    } catch {
      #expect(error == .notAudio(source: "standard input", found: "no audio frame in 128 KiB behind the sound"))
    }
  }
}
