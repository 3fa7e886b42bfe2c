import Muxing
import NIOCore
import TestSupport
import Testing

@Suite("Metadata between the audio")
struct ICYInterleaverTests {
  /// Separates a listener's bytes into audio and titles.
  private static func separate(_ bytes: [UInt8], interval: Int) -> (sound: [UInt8], titles: [String]) {
    var sound: [UInt8] = []
    var titles: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      sound += rest.prefix(interval)
      rest = rest.dropFirst(interval)
      guard let length = rest.popFirst() else { break }
      let text = String(decoding: rest.prefix(Int(length) * 16), as: UTF8.self)
      rest = rest.dropFirst(Int(length) * 16)
      if length > 0 { titles.append(text) }
    }
    return (sound, titles)
  }

  private static func interleave(_ pieces: [ArraySlice<UInt8>], interval: Int, title: (Int) -> String) -> [UInt8] {
    var interleaver = ICYInterleaver(interval: interval)
    var output = ByteBuffer()
    var position = 0
    for piece in pieces {
      interleaver.append(ByteBuffer(bytes: piece), title: title(position), to: &output)
      position += piece.count
    }
    return Array(output.readableBytesView)
  }

  @Test(
    "metadata comes at every interval and gives each title once, and no audio is lost",
    arguments: [1, 2, 7, 64, 417, 4096, 16_000])
  func everyInterval(_ interval: Int) {
    let sound = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let frames = stride(from: 0, to: sound.count, by: 500).map { sound[$0..<min($0 + 500, sound.count)] }
    let bytes = Self.interleave(frames, interval: interval) { $0 < 5000 ? "One" : "Two" }
    let result = Self.separate(bytes, interval: interval)
    #expect(result.sound == sound)
    let expected = ["StreamTitle='One';", "StreamTitle='Two';"].suffix(interval < 5000 ? 2 : 1)
    #expect(result.titles.map { $0.filter { $0 != "\0" } } == Array(expected))
  }

  @Test("the output is the same, however the audio is split")
  func anySplit() {
    var random = SeededRandom(state: 3)
    let sound = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = Self.interleave([sound[...]], interval: 100) { _ in "T" }
    for _ in 0..<50 {
      var pieces: [ArraySlice<UInt8>] = []
      var rest = sound[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...300, using: &random)
        pieces.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(Self.interleave(pieces, interval: 100) { _ in "T" } == whole)
    }
  }

  @Test(
    "a metadata block gives its length in units of 16 bytes, and its title is cut to fit",
    arguments: [
      ("", "StreamTitle='';"), ("A - B", "StreamTitle='A - B';"), ("It's; on", "StreamTitle='It's; on';"),
      ("a';b", "StreamTitle='a’;b';"),
      ("a';\u{301}StreamUrl='b", "StreamTitle='a’;\u{301}StreamUrl='b';"),
      (String(repeating: "é", count: 4000), "StreamTitle='" + String(repeating: "é", count: 2032) + "';"),
    ])
  func block(_ title: String, _ text: String) {
    let block = ICYInterleaver.block(title: title)
    #expect(block.count == 1 + Int(block[0]) * 16)
    #expect(String(decoding: block.dropFirst().prefix { $0 != 0 }, as: UTF8.self) == text)
  }
}
