import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Files of real Ogg encoders", .enabled(if: Tool.hasOggTools))
struct OggFileTests {
  struct Coded: Sendable, CustomTestStringConvertible {
    /// The encoder and its options; `IN` and `OUT` are the files.
    var command: String
    var codec: Codec
    /// ffmpeg's options for the input sound.
    var input = "-ar 44100"
    var format = AudioFormat(sampleRate: 44100, channels: 2)
    var testDescription: String { "\(command) of \(input)" }
  }

  private static let stereo48 = AudioFormat(sampleRate: 48000, channels: 2)
  private static func opusenc(_ options: String, input: String = "-ar 48000", channels: Int = 2) -> Coded {
    Coded(
      command: "opusenc --quiet \(options) IN OUT", codec: .opus, input: input,
      format: AudioFormat(sampleRate: 48000, channels: channels))
  }

  static let coded: [Coded] =
    ["-q 0", "-q 10", "-b 128 --managed", "--title x --artist y"].map {
      Coded(command: "oggenc -Q \($0) -o OUT IN", codec: .vorbis)
    } + [
      Coded(
        command: "oggenc -Q -q 3 -o OUT IN", codec: .vorbis, input: "-ar 8000 -ac 1",
        format: AudioFormat(sampleRate: 8000, channels: 1)),
      Coded(
        command: "oggenc -Q -o OUT IN", codec: .vorbis, input: "-ar 48000 -ac 6",
        format: AudioFormat(sampleRate: 48000, channels: 6)),
      Coded(command: "oggenc -Q -q -1 -o OUT IN", codec: .vorbis, input: "-ar 44100 -t 0.01"),  // one page
      Coded(command: "ffmpeg -v error -i IN -c:a libvorbis -q:a 5 OUT", codec: .vorbis),
      Coded(command: "ffmpeg -v error -i IN -c:a vorbis -strict -2 OUT", codec: .vorbis),
      Coded(
        command: "ffmpeg -v error -i IN -c:a libopus -f ogg OUT", codec: .opus, input: "-ar 48000", format: stereo48),
      Coded(
        command: "ffmpeg -v error -i IN -c:a libopus -page_duration 20000 -f ogg OUT", codec: .opus, input: "-ar 48000",
        format: stereo48),
      Coded(command: "flac -s -5 --ogg -o OUT IN", codec: .flac),
      Coded(
        command: "flac -s -0 -b 1000 --ogg -o OUT IN", codec: .flac, input: "-ar 96000 -ac 1",
        format: AudioFormat(sampleRate: 96000, channels: 1)),
      Coded(command: "ffmpeg -v error -i IN -c:a flac -f ogg OUT", codec: .flac),
    ] + ["2.5", "5", "10", "20", "40", "60"].map { opusenc("--framesize \($0)") } + [
      opusenc("--bitrate 6 --framesize 60", input: "-ar 8000 -ac 1", channels: 1),
      opusenc("--hard-cbr --bitrate 256", input: "-ar 48000 -ac 6", channels: 6),
      opusenc("", input: "-ar 48000 -t 0.03"),
      opusenc("--max-delay 0", input: "-ar 44100"), opusenc("--comp 0", input: "-ar 48000 -t 0.0001"),
    ]

  /// The Ogg file of each encoding, made once.
  private static let files = Dictionary(
    uniqueKeysWithValues: coded.map { coded in (coded.testDescription, Result { try encode(coded) }) })

  /// The Ogg file of `coded`.
  private static func file(_ coded: Coded) throws -> [UInt8] {
    guard let file = files[coded.testDescription] else { return try encode(coded) }
    return try file.get()
  }

  private static func encode(_ coded: Coded) throws -> [UInt8] {
    // Without metadata chunks, since `flac` warns about them.
    let wave = try Tool.encoded("\(coded.input) -bitexact -map_metadata -1 -fflags +bitexact", fileName: "a.wav")
    let words = coded.command.split(separator: " ").map(String.init)
    return try Tool.output(words[0], Array(words.dropFirst()), fileName: "a.ogg", input: wave)
  }

  /// How many frames the coding's own decoder writes for `file`.
  private static func frames(of file: [UInt8], coded: Coded) throws -> Int {
    let command: [String] =
      switch coded.codec {
      case .vorbis: ["oggdec", "-Q", "-R", "-o", "OUT", "IN"]
      case .opus: ["opusdec", "--quiet", "--rate", "48000", "IN", "OUT"]
      default:
        ["flac", "-s", "-d", "--ogg", "--force-raw-format", "--endian=little", "--sign=signed", "-o", "OUT", "IN"]
      }
    let output = try Tool.output(
      command[0], Array(command.dropFirst()), fileName: coded.codec == .opus ? "a.wav" : "a.raw", input: file)
    // `opusdec` writes its own header to a WAV file; `data` and its length come last.
    let head = coded.codec == .opus ? (output.indices.first { output[$0...].starts(with: "data".utf8) } ?? 0) + 8 : 0
    return (output.count - head) / 2 / coded.format.channels
  }

  @Test("the parser gives as many frames as the coding's own decoder", arguments: coded)
  func frames(coded: Coded) throws {
    let file = try Self.file(coded)
    let parsing = Parsing(file) { 999 }
    #expect(parsing.error == nil)
    #expect(parsing.packets.allSatisfy { $0.codec == coded.codec && $0.headerFormat == coded.format })
    #expect(parsing.packets.dropFirst().allSatisfy { $0.bitRate > 0 && $0.bitRate < 10_000_000 })
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters == StreamParser.Counters())
    #expect(try parsing.packets.reduce(0) { $0 + $1.frameCount } == Self.frames(of: file, coded: coded))
  }

  @Test(
    "a chain of four files gives the packets of each file", arguments: 1...4 as ClosedRange<UInt64>)
  func chains(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let files = try Self.coded.shuffled(using: &generator).prefix(4).map(Self.file)
    let parts = files.map { Parsing($0) }
    let chain = Array(files.joined())
    let parsing = Parsing(chain) { .random(in: 1...40_000, using: &generator) }
    #expect(parsing.packets == parts.flatMap(\.packets))
    #expect(parsing.discontinuities.count == 4)
  }

  @Test(
    "the packets have the sizes that ffprobe reports",
    arguments: coded.filter { $0.codec != .opus || !$0.input.contains("-t") })
  func packets(coded: Coded) throws {
    let folder = try Scratch()
    let file = try Self.file(coded)
    let result = try ProcessRunner.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", try folder.write(file, as: "a.ogg")])
    let sizes = result.text.split(separator: "\n").compactMap { line in Int(line.prefix { $0.isNumber }) }
    #expect(Parsing(file).bytes.map(\.count) == sizes)
  }

  @Test("a chain of real files gives the title of each file")
  func titles() throws {
    let files = try ["oggenc -Q -a Can -t One -o OUT IN", "flac -s --ogg -T ARTIST=Can -T TITLE=Two -o OUT IN"].map {
      try Self.encode(Coded(command: $0, codec: .vorbis))
    }
    let spaced = try Self.encode(Coded(command: "opusenc --quiet --artist Can --title Three IN OUT", codec: .opus))
    #expect(Parsing(Array(files.joined()) + spaced).titles == ["Can - One", "Can - Two", "Can - Three"])
  }

  @Test("a Vorbis link without its set-up page gives no packet, and the next link does")
  func lostSetup() throws {
    let file = try Self.file(Self.coded[0])
    let pages = file.indices.filter { file[$0...].starts(with: "OggS".utf8) }
    let parsing = Parsing(Array(file[..<pages[1]]) + file[pages[2]...] + file)
    #expect(parsing.error == nil)
    #expect(parsing.packets == Parsing(file).packets)
  }

  @Test("the error names video alone, and video beside sound is left out")
  func video() throws {
    let picture = "-f lavfi -i testsrc=s=64x48:d=1 -map 1:v -c:v libtheora -f ogg"
    let silent = try Tool.encoded(picture, fileName: "a.ogv")
    #expect(Parsing(silent).error == .unsupported(source: "sample", kind: "Ogg with Theora video"))
    let both = try Tool.encoded(picture + " -map 0:a -c:a libvorbis", fileName: "a.ogv")
    let parsing = Parsing(both)
    #expect(parsing.error == nil)
    #expect(parsing.packets.allSatisfy { $0.codec == .vorbis })
    #expect((130_000...134_000).contains(parsing.packets.reduce(0) { $0 + $1.frameCount }))
  }
}
