import AudioCore
import Muxing
import NIOCore
import TestSupport
import Testing

@Suite(
  "The Ogg stream for listeners", .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "ogginfo", "oggdec", "opusdec")))
struct OggWriterTests {
  /// A codec, how ffmpeg encodes it, and the format of its headers.
  struct Coding: CustomTestStringConvertible, Sendable {
    var codec: Codec
    var options: String
    var format: AudioFormat

    var testDescription: String { codec.rawValue }
  }

  static let codings = [
    Coding(codec: .vorbis, options: "-c:a libvorbis -q:a 4", format: AudioFormat(sampleRate: 44100, channels: 2)),
    Coding(
      codec: .opus, options: "-c:a libopus -b:a 96k -ar 48000", format: AudioFormat(sampleRate: 48000, channels: 2)),
    Coding(codec: .flac, options: "-c:a flac", format: AudioFormat(sampleRate: 44100, channels: 2)),
    Coding(
      codec: .speex, options: "-c:a libspeex -ar 16000 -ac 1", format: AudioFormat(sampleRate: 16000, channels: 1)),
  ]

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The path of a file with four seconds of music, one packet per page, and its packets.
  private func source(_ coding: Coding) throws -> (path: String, packets: [Packet]) {
    let music = try SignalSource.shared.path(.init(.music, seconds: 4), as: .wav)
    let path = scratch.path("source.ogg")
    let options = coding.options.split(separator: " ").map(String.init)
    let result = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-y", "-i", music, "-map_metadata", "-1"] + options + ["-page_duration", "1", path])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return (path, OggFile(scratch.read("source.ogg")).packets(coding.codec, format: coding.format))
  }

  /// The bytes that a listener gets for `packets`; `title` gives the title of each packet by its number.
  private func stream(_ packets: [Packet], title: (Int) -> String = { _ in "" }) throws -> [UInt8] {
    var writer = OggWriter(serial: 7)
    var output = ByteBuffer()
    for (number, packet) in packets.enumerated() {
      #expect(writer.append(packet, title: title(number), to: &output))
    }
    writer.finish(to: &output)
    let bytes = Array(output.readableBytesView)
    _ = try scratch.write(bytes, as: "stream.ogg")
    return bytes
  }

  /// The samples of the file `name`, decoded by oggdec, opusdec or, for the other codecs, ffmpeg.
  private func decoded(_ name: String, _ codec: Codec) throws -> [Int16] {
    let path = scratch.path(name)
    let out = scratch.path("decoded.raw")
    let result =
      switch codec {
      case .vorbis: try ProcessRunner.run("oggdec", ["-Q", "-R", "-o", out, path])
      case .opus: try ProcessRunner.run("opusdec", ["--quiet", "--no-dither", "--rate", "48000", path, out + ".wav"])
      default: try ProcessRunner.run("ffmpeg", ["-v", "error", "-y", "-i", path, "-f", "s16le", out])
      }
    try #require(result.exitCode == 0, "\(result.errorText)")
    let bytes = codec == .opus ? Array(scratch.read("decoded.raw.wav").dropFirst(44)) : scratch.read("decoded.raw")
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  /// The output of ogginfo, or of opusinfo for Opus, for the file `name`.
  private func info(_ name: String, _ codec: Codec) throws -> String {
    let program = codec == .opus ? "opusinfo" : "ogginfo"
    return try ProcessRunner.run(program, [scratch.path(name)]).text
  }

  @Test("the stream contains the packets unchanged, and decoders get the same audio from it", arguments: codings)
  func whole(coding: Coding) throws {
    let (_, packets) = try source(coding)
    let file = OggFile(try stream(packets) { _ in "Artist - Song" })
    #expect(
      file.pages.allSatisfy { $0.isWhole } && file.pages.first?.isFirst == true && file.pages.last?.isLast == true)
    #expect(file.pages.map(\.sequence) == Array(0..<UInt32(file.pages.count)))
    let headers = coding.codec == .vorbis ? 3 : 2
    #expect(Array(file.pages.flatMap(\.packets).dropFirst(headers)) == packets.map(\.bytes))
    #expect(try decoded("stream.ogg", coding.codec) == decoded("source.ogg", coding.codec))
    let text = try info("stream.ogg", coding.codec)
    if coding.codec == .vorbis || coding.codec == .opus {
      #expect(text.contains("ARTIST=Artist") && text.contains("TITLE=Song"), "\(text)")
    }
    #expect(!text.lowercased().contains("warning") && !text.contains("egative"), "\(text)")
  }

  @Test("a new title begins a new link, and no frame is lost or doubled", arguments: codings)
  func titles(coding: Coding) throws {
    let (_, packets) = try source(coding)
    let third = packets.count / 3
    let bytes = try stream(packets) { ["One - A", "Two - B", "", "C"][$0 / third] }
    let file = OggFile(bytes)
    let begins = file.pages.filter(\.isFirst)
    #expect(begins.count == (packets.count % third == 0 ? 3 : 4) && Set(begins.map(\.serial)).count == begins.count)
    #expect(file.pages.filter(\.isLast).count == begins.count)
    let text = try info("stream.ogg", coding.codec)
    #expect(!text.lowercased().contains("warning") && !text.contains("egative"), "\(text)")
    if coding.codec == .vorbis || coding.codec == .opus {
      #expect(text.contains("ARTIST=One") && text.contains("TITLE=A") && text.contains("ARTIST=Two"), "\(text)")
    }
    guard coding.codec == .vorbis || coding.codec == .opus else { return }  // ffmpeg mishandles links
    let (heard, wanted) = (try decoded("stream.ogg", coding.codec), try decoded("source.ogg", coding.codec))
    #expect(heard.count == wanted.count)
    if coding.codec == .vorbis {
      #expect(heard == wanted)
    } else {
      let error = zip(heard, wanted).reduce(0.0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
      let power = wanted.reduce(0.0) { $0 + Double($1) * Double($1) }
      #expect(error / power < 1e-3, "a decoder that is restarted differs a little from one that continues")
    }
  }

  @Test("a listener that joins in the middle gets the headers and the audio from there", arguments: codings)
  func joined(coding: Coding) throws {
    let (_, packets) = try source(coding)
    let rest = packets.dropFirst(packets.count / 2)
    _ = try stream(Array(rest))
    let heard = try decoded("stream.ogg", coding.codec)
    var frames = rest.reduce(0) { $0 + $1.frameCount }
    if coding.codec == .vorbis { frames -= rest.first?.frameCount ?? 0 }
    if coding.codec == .opus { frames -= 3840 }  // 80 ms in which the decoder settles
    #expect(heard.count == frames * coding.format.channels)
    let text = try info("stream.ogg", coding.codec)
    #expect(!text.lowercased().contains("warning"), "\(text)")
  }

  @Test("a page holds at most half a second; a break, another format or another setup begins a link")
  func pages() throws {
    let (_, packets) = try source(Self.codings[0])
    let file = OggFile(try stream(packets))
    let granules = file.pages.dropFirst(2).map(\.granule)
    #expect(zip(granules.dropFirst(), granules).allSatisfy { $0 - $1 <= 22050 })
    #expect(granules.count < 14, "and not much less")
    var broken = packets
    broken[50].isDiscontinuity = true
    for place in 80..<packets.count { broken[place].headerFormat.sampleRate = 22050 }
    guard case .headers(let headers)? = packets[0].setup else {
      Issue.record("packets of Ogg have headers: \(packets[0])")
      return
    }
    for place in 110..<packets.count { broken[place].setup = .headers([headers[0], [], headers[2]]) }
    #expect(OggFile(try stream(broken)).pages.filter(\.isFirst).count == 4)
  }

  @Test(
    "a link after a break repeats no packets, and a link after a trimmed end repeats the four packets before it",
    arguments: [true, false])
  func ends(isBreak: Bool) throws {
    let head = Array("OpusHead".utf8) + [1, 2, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    let packets = (0..<10 as Range<UInt8>).map { number in
      let trim = !isBreak && number == 4 ? 100 : 0
      return Packet(
        codec: .opus, bytes: [0xFC, number], headerFormat: AudioFormat(sampleRate: 48000, channels: 2),
        frameCount: 960 - trim, bitRate: 1, isDiscontinuity: number == 0 || isBreak && number == 5,
        setup: .headers([head]), endTrim: trim)
    }
    let file = OggFile(try stream(packets))
    #expect(file.pages.filter(\.isFirst).count == 2)
    let sounds = file.pages.flatMap(\.packets).filter { $0.count == 2 }.map { $0[1] }
    #expect(sounds == (0..<5) + (isBreak ? [] : [1, 2, 3, 4]) + (5..<10))
  }

  @Test("a packet larger than a page is spread over several pages", arguments: [65_024, 65_025, 65_026, 400_000])
  func largePackets(size: Int) throws {
    let setup = CodecSetup.headers([[UInt8](repeating: 1, count: 34)])
    var random = SeededRandom(seed: 1)
    let packets = (0..<3).map { number in
      Packet(
        codec: .flac, bytes: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) },
        headerFormat: AudioFormat(sampleRate: 192_000, channels: 8), frameCount: 4608, bitRate: 1,
        isDiscontinuity: number == 0, setup: setup)
    }
    let file = OggFile(try stream(packets))
    #expect(file.pages.allSatisfy { $0.isWhole })
    #expect(Array(file.pages.flatMap(\.packets).dropFirst(2)) == packets.map(\.bytes))
    #expect(file.pages.filter { $0.packets.isEmpty }.allSatisfy { $0.granule == -1 })
    #expect(file.pages.map(\.granule).max() == Int64(3 * 4608))
  }

  @Test("the writer refuses packets that do not belong in Ogg")
  func others() {
    let format = AudioFormat(sampleRate: 44100, channels: 2)
    for (codec, setup): (Codec, CodecSetup?) in [
      (.mp3, nil), (.vorbis, nil), (.vorbis, .headers([[1]])), (.opus, .headers([])), (.flac, .headers([[1, 2]])),
      (.pcm, .samples(SampleCoding(kind: .signed, bytes: 2, isBigEndian: false))),
    ] {
      let packet = Packet(
        codec: codec, bytes: [1], headerFormat: format, frameCount: 1, bitRate: 1, isDiscontinuity: true, setup: setup)
      #expect(!OggWriter.takes(packet))
      var writer = OggWriter()
      var output = ByteBuffer()
      #expect(!writer.append(packet, title: "", to: &output) && output.readableBytes == 0)
    }
  }
}
