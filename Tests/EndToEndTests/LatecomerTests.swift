import TestSupport
import Testing

/// Sound of unsupported kinds, as users meet it: real files, and a server that sends them.
@Suite("Unsupported codecs are named and not played as noise", .ownThreads)
struct LatecomerTests {
  /// A file, with the ffmpeg options that make it and the words that must name it.
  struct Case: Sendable, CustomTestStringConvertible {
    var options: String
    var name: String
    var word: String

    init(_ options: String, _ name: String, _ word: String) {
      self.options = options
      self.name = name
      self.word = word
    }

    var testDescription: String { "\(name): \(word)" }

    private static let sound = "-v error -f lavfi -i sine=r=44100:d=1"
    private static let both = "-v error -f lavfi -i testsrc=s=64x48:d=1 -f lavfi -i sine=r=44100:d=1"

    /// The file's bytes.
    func bytes() throws -> [UInt8] {
      let scratch = try Scratch()
      let input =
        (options.hasPrefix("VIDEO") ? Self.both : Self.sound) + " " + options.replacing("VIDEO", with: "") + " OUT"
      let arguments = input.split(separator: " ").map { $0 == "OUT" ? scratch.path(name) : String($0) }
      let result = try ProcessRunner.run("ffmpeg", arguments)
      guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "\(name): \(result.errorText)") }
      return scratch.read(name)
    }
  }

  static let cases: [Case] = [
    Case("-c:a aac -f latm", "x.latm", "AAC in LATM/LOAS"),
    Case("-c:a aac -mpegts_flags +latm", "latm.ts", "AAC in LATM/LOAS"),
    Case("-c:a wmav2", "x.wma", "Windows Media"),
    Case("-c:a real_144 -ar 8000 -f rm", "x.ra", "RealAudio"),
    Case("-c:a ac3", "x.ac3", "AC-3"),
    Case("-c:a eac3", "x.eac3", "E-AC-3"),
    Case("VIDEO -c:v mpeg2video -c:a ac3", "ac3.ts", "AC-3"),
    Case("-c:a dca -strict -2", "x.dts", "DTS"),
    Case("VIDEO -c:v mpeg4 -c:a ac3 -movflags faststart", "ac3.mp4", "AC-3"),
    Case("VIDEO -map 0 -c:v mpeg4 -movflags frag_keyframe+empty_moov", "silent.mp4", "video without sound"),
    Case("VIDEO -map 0 -c:v mpeg2video", "silent.ts", "video without sound"),
    Case("VIDEO", "x.webm", "WebM"),
    Case("VIDEO", "x.avi", "AVI"),
    Case("VIDEO", "x.mpg", "MPEG program stream"),
    Case("VIDEO", "x.flv", "Flash video"),
    Case("", "x.wv", "WavPack"),
  ]

  private func check(_ result: ProcessRunner.Result, _ words: String...) {
    #expect(result.exitCode == 65, "\(result.errorText)")
    #expect(!result.text.contains("levels"))
    let lines = result.errorLines.filter { !$0.hasPrefix("connected to ") && !$0.hasPrefix("playing ") }
    #expect(lines.count == 1, "\(result.errorText)")
    for word in words { #expect(lines.first?.contains(word) == true, "\(result.errorText)") }
  }

  @Test(
    "play, spectrum and probe name an unsupported codec, from a file and from a server",
    .enabled(if: SignalSource.isAvailable),
    arguments: cases)
  func named(example: Case) throws {
    try check(example.bytes(), name: example.name, word: example.word)
  }

  @Test("play, spectrum and probe name MIDI and AMR files")
  func made() throws {
    let midi: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0]
    try check(midi, name: "x.mid", word: "a MIDI file")
    // One second of frames at 12.2 kbit/s (RFC 4867, 5).
    let frame: [UInt8] = [0x3C] + Array(repeating: 0x55, count: 31)
    try check(Array("#!AMR\n".utf8) + Array(repeating: frame, count: 50).joined(), name: "x.amr", word: "AMR")
  }

  private func check(_ bytes: [UInt8], name: String, word: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(bytes, as: name)
    check(try Radiod.run("play", path, "--no-view"), word, "not supported", path)
    check(try Radiod.run("spectrum", path, "--json"), word, "not supported", path)
    // The content type is wrong on purpose: the bytes decide.
    let server = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: bytes) }
    check(try Radiod.run("play", server.url("/live"), "--no-view"), word, "not supported")
    check(try Radiod.run("probe", server.url("/live")), word, "not supported")
  }

  // MARK: Formats that are supported now

  @Test("a file's ID3 title is logged, and is among the first lines of JSON", .enabled(if: SignalSource.isAvailable))
  func fileTitle() throws {
    let scratch = try Scratch()
    let path = scratch.path("x.mp3")
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-metadata", "title=Söng", "-metadata", "artist=Band", path])
    #expect(result.exitCode == 0)
    let play = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(play.errorLines.contains("title: Band - Söng"), "\(play.errorText)")
    let spectrum = try Radiod.run("spectrum", path, "--json")
    let lines = spectrum.text.split(separator: "\n")
    #expect(lines.prefix(3).contains { $0.contains("Band - Söng") }, "\(lines.prefix(3))")
  }

  @Test(
    "sound in a transport stream and in MP4 is played", .enabled(if: SignalSource.isAvailable),
    arguments: [
      ("-c:a aac", "x.ts"), ("-c:a libmp3lame", "x.ts"), ("-c:a aac -movflags frag_keyframe+empty_moov", "x.mp4"),
      ("-c:a flac -movflags frag_keyframe+empty_moov -strict -2", "x.mp4"),
      ("-c:a libopus -movflags frag_keyframe+empty_moov -ar 48000", "x.mp4"),
    ])
  func played(options: String, name: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Case(options, name, "").bytes(), as: name)
    let result = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(abs(file.seconds - 1) < 0.06)
  }
}
