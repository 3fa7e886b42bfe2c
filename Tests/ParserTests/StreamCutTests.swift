import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Sound that is cut off")
struct StreamCutTests {
  /// Returns how `bytes` end, in pieces of `piece` bytes.
  private func cut(
    _ bytes: some Sequence<UInt8>, _ origin: StreamOrigin = .file(.bySeeking), piece: Int = 1009
  ) throws -> StreamCut? {
    let bytes = Array(bytes)
    var parser = StreamParser(source: "x", origin: origin)
    var place = 0
    while place < bytes.count, parser.demand != .nothing {
      let end = min(place + piece, bytes.count)
      _ = try parser.feed(bytes[place..<end])
      place = end
      if case .position(let position) = parser.demand { place = position }
    }
    _ = try parser.finish()
    return parser.cut
  }

  private static let samples = [UInt8](repeating: 7, count: 40_000)

  @Test("WAV: bytes of an incomplete sample, and fewer samples than the header states", arguments: [1, 1009, 1 << 20])
  func wave(piece: Int) throws {
    let format = WAVTests.format(tag: 1)
    let list = WAVTests.chunk("LIST", Array("INFO".utf8))
    func cut(_ bytes: some Sequence<UInt8>) throws -> StreamCut? { try self.cut(bytes, piece: piece) }
    let whole = WAVTests.file(format, data: Self.samples)
    for file in [whole, whole + list, whole + whole] { #expect(try cut(file) == nil) }
    let stated = Duration.seconds(10_000.0 / 44_100)
    #expect(try cut(whole.dropLast(4000)) == .early(stated: stated))
    #expect(try cut(whole.dropLast(1)) == .early(stated: stated))
    for size in [0xFFFF_FFFF, 0x7FFF_F000, 0] {
      let pipe = WAVTests.file(format, data: Self.samples, announcing: size)
      #expect(try cut(pipe) == nil)
      #expect(try cut(pipe.dropLast(1)) == .midSample(bytes: 3, size: 4))
    }
    let odd = WAVTests.file(format, data: Self.samples + [1, 2])
    for file in [odd, odd + list, odd + whole] { #expect(try cut(file) == .midSample(bytes: 2, size: 4)) }
  }

  @Test("a pipe is cut off like a file; a live stream never is, and a header that is not believed states nothing")
  func origins() throws {
    let file = WAVTests.file(WAVTests.format(tag: 1), data: Self.samples, announcing: 50_000)
    let stated = StreamCut.early(stated: .seconds(12_500.0 / 44_100))
    #expect(try cut(file, .pipe) == stated && cut(file, .file(.inOrder)) == stated)
    #expect(try cut(file, .station) == nil)
    let absurd = WAVTests.chunk(
      "ds64", WAVTests.little(0, 8) + WAVTests.little((1 << 60) - 1, 8) + WAVTests.little(0, 12))
    let slow = WAVTests.format(tag: 1, channels: 1, rate: 1, bits: 8)
    let endless = WAVTests.file(slow, data: Self.samples, name: "RF64", before: absurd, announcing: 0xFFFF_FFFF)
    #expect(try cut(endless) == nil)
  }

  @Test("FLAC: fewer samples than STREAMINFO states, whatever is damaged in the middle")
  func flac() throws {
    func stream(_ frames: [[UInt8]], total: Int) -> [UInt8] {
      var head = FLACSample.head()
      let bytes = (0..<4).map { UInt8(total >> (24 - 8 * $0) & 255) }
      head[21] &= 0xF0
      head.replaceSubrange(22..<26, with: bytes)
      return head + frames.joined()
    }
    let frames = FLACSample.frames(0..<10)
    let stated = StreamCut.early(stated: .seconds(40_960.0 / 44_100))
    #expect(try cut(stream(frames, total: 40_960)) == nil && cut(stream(frames, total: 0)) == nil)
    #expect(try cut(stream(frames.dropLast(), total: 40_960)) == stated)
    #expect(try cut(stream(frames, total: 40_960).dropLast(3)) == stated)
    var damaged = frames
    damaged[4][30] ^= 0x55
    #expect(try cut(stream(damaged, total: 40_960)) == nil)
    // Frames that another program numbered.
    #expect(try cut(stream(FLACSample.frames(50..<60), total: 40_960)) == nil)
    #expect(try cut(stream(frames.dropLast(), total: 40_960) + stream(frames, total: 40_960)) == nil)
  }

  @Test("MP4: samples that the index lists", arguments: [false, true])
  func mp4(indexIsLast: Bool) throws {
    let samples = MP4Sample.raw(Sample.frames(Sample.aac, 40))
    let file = MP4Sample.file(samples, .init(indexIsLast: indexIsLast))
    #expect(try cut(file) == nil)
    guard !indexIsLast else { return }
    guard case .early = try cut(file.dropLast(10)) else {
      Issue.record("the last sample is not whole")
      return
    }
  }

  @Test("MP3: a second less than the encoder counted", .enabled(if: ProcessRunner.hasPrograms("lame", "ffmpeg")))
  func mp3() throws {
    let wave = try Tool.encoded("", fileName: "a.wav")
    let file = try Tool.output("lame", ["--quiet", "-b", "128", "IN", "OUT"], fileName: "a.mp3", input: wave)
    #expect(try cut(file) == nil)
    guard case .early(let stated?) = try cut(file.dropLast(16_000)) else {
      Issue.record("a second is missing")
      return
    }
    #expect(stated > .seconds(3) && stated < .seconds(3.2))
    #expect(try cut(file.dropLast(16_000), .pipe) == nil)
  }
}
