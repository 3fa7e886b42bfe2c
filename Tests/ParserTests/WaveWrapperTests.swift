import AudioCore
import Parser
import Testing

@Suite("WAV files")
struct WaveWrapperTests {
  static func chunk(_ name: String, _ body: [UInt8], announcing size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + Sample.bytes(of: UInt32(size ?? body.count).byteSwapped) + body
  }

  static func file(formatTag: UInt8, data: [UInt8], before: [UInt8] = [], announcing size: Int? = nil) -> [UInt8] {
    let format = chunk("fmt ", [formatTag, 0, 2, 0] + [UInt8](repeating: 0, count: 14))
    let content = Array("WAVE".utf8) + before + format + chunk("data", data, announcing: size)
    return chunk("RIFF", content)
  }

  @Test("MPEG audio in a WAV file is played", arguments: [0x50, 0x55] as [UInt8])
  func wrapped(formatTag: UInt8) {
    let frames = Sample.frames(Sample.mp3, 5)
    let data = frames.flatMap { $0 }
    let list = Self.chunk("LIST", [UInt8](repeating: 65, count: 20_000))
    for file in [
      Self.file(formatTag: formatTag, data: data), Self.file(formatTag: formatTag, data: data, before: list),
      Self.file(formatTag: formatTag, data: data, announcing: 0xFFFF_FFFF),
      Self.file(formatTag: formatTag, data: data) + list,
    ] {
      #expect(Parsing(file).bytes == frames)
    }
  }

  @Test(
    "any other WAV file is named",
    arguments: [(1, "a WAV file of uncompressed sound"), (2, "a WAV file")] as [(UInt8, String)])
  func other(formatTag: UInt8, kind: String) {
    let frames = Sample.frames(Sample.mp3, 5).flatMap { $0 }
    let expected = TuneError.unsupported(source: "sample", kind: kind)
    #expect(Parsing(Self.file(formatTag: formatTag, data: frames)).error == expected)
  }

  @Test("a broken WAV file is named")
  func broken() {
    let file = Self.file(formatTag: 0x55, data: [])
    for bytes in [
      Array(file.prefix(12)), Array(file.prefix(22)), Array(file.prefix(12)) + Self.chunk("data", [1, 2, 3]),
    ] {
      #expect(Parsing(bytes).error == .unsupported(source: "sample", kind: "a WAV file"))
    }
    let endless = Array(file.prefix(12)) + [[UInt8]](repeating: Self.chunk("junk", []), count: 100).flatMap { $0 }
    #expect(Parsing(endless).error == .unsupported(source: "sample", kind: "a WAV file"))
  }
}
