import Downloader
import TestSupport
import Testing

@Suite("The chunk decoder")
struct ChunkDecoderTests {
  private static func decode(_ body: String, piece: Int) -> (
    content: String, hasEnded: Bool, fault: ChunkDecoder.ChunkError?
  ) {
    var decoder = ChunkDecoder()
    let bytes = Array(body.utf8)
    var content: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      content += decoder.feed(bytes[start..<min(start + piece, bytes.count)])
    }
    return (String(decoding: content, as: UTF8.self), decoder.hasEnded, decoder.fault)
  }

  @Test(
    "the chunks of strict and of sloppy servers give the same content, for any split",
    arguments: [
      "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n", "3\nabc\n4\ndefg\n0\n\n", "3  \r\nabc\r\n4 \r\ndefg\r\n0 \r\n\r\n",
      "003;x=y\r\nabc\r\n4;\"q\r\ndefg\r\n000\r\nTrailer: x\r\n\r\n", "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\nmore",
    ], [1, 2, 1000])
  func lenient(body: String, piece: Int) {
    let result = Self.decode(body, piece: piece)
    #expect(result.content == "abcdefg")
    #expect(result.hasEnded)
  }

  @Test(
    "a body that breaks off is not complete", arguments: ["", "3", "3\r\nab", "3\r\nabc", "3\r\nabc\r\n"])
  func cutOff(body: String) {
    #expect(Self.decode(body, piece: 1).hasEnded == false)
  }

  @Test(
    "an invalid chunk is refused, the same for any split",
    arguments: [
      "x", "\r\n", ";\r\n", "-3\r\n", "3x\r\nabc", "3\r\nabcd", "fffffffffffffffff\r\n",
      String(repeating: "0", count: 5000),
      "01000000000000000\r\n",
      "3;" + String(repeating: "x", count: 5000),
    ])
  func refused(body: String) {
    let split = Self.decode(body, piece: 1)
    let whole = Self.decode(body, piece: 100_000)
    #expect(split.fault != nil && !split.hasEnded)
    #expect(split == whole)
  }
}
