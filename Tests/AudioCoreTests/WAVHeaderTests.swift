import AudioCore
import Testing

@Suite("The header of a WAV file")
struct WAVHeaderTests {
  @Test("two channels of 16 bits take the plain header, with both sizes")
  func plain() {
    let header = WAVHeader(format: AudioFormat(sampleRate: 44_100, channels: 2), dataSize: 8)
    #expect(
      header.bytes
        == Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0]
        + [0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0] + Array("data".utf8) + [8, 0, 0, 0])
    #expect(WAVHeader(format: header.format, dataSize: nil).bytes[4..<8] == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test("a channel mask takes the extended header, which names the samples behind it")
  func extended() throws {
    let coding = SampleCoding(kind: .float, bytes: 4, isBigEndian: false, channelMask: 0x3F)
    let header = try #require(WAVHeader(coding, format: AudioFormat(sampleRate: 48_000, channels: 6)))
    #expect(header.bytes.count == 68)
    #expect(header.bytes[16..<22] == [40, 0, 0, 0, 0xFE, 0xFF])
    #expect(header.bytes[36..<46] == [22, 0, 32, 0, 0x3F, 0, 0, 0, 3, 0])
    #expect(header.bytes.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test("what is written under a tag is read as the same samples", arguments: SampleCoding.Kind.allCases, 1...8)
  func tags(kind: SampleCoding.Kind, bytes: Int) {
    guard let tag = WAVHeader.Tag(SampleCoding(kind: kind, bytes: bytes, isBigEndian: false)) else { return }
    // Signed samples of one byte are written unsigned.
    #expect(tag.kind(bytes: bytes) == (kind == .signed && bytes == 1 ? .unsigned : kind))
  }
}
