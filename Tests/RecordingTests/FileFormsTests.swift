import AudioCore
import Recording
import Testing

@Suite("The forms of files")
struct FileFormsTests {
  private static func packet(_ codec: Codec, _ setup: CodecSetup?, rate: Int = 44100) -> Packet {
    Packet(
      codec: codec, bytes: [1], headerFormat: AudioFormat(sampleRate: rate, channels: 2), frameCount: 1, bitRate: 1,
      isDiscontinuity: true, setup: setup)
  }

  /// STREAMINFO of 44,100 Hz, stereo, with blocks of 4096 frames.
  private static func streamInfo(bits: UInt8 = 16, length: UInt8 = 0) -> CodecSetup {
    var info = [UInt8](repeating: 0, count: 34)
    info.replaceSubrange(0..<4, with: [0x10, 0, 0x10, 0])
    info.replaceSubrange(10..<14, with: [0x0A, 0xC4, 0x42 | (bits - 1) >> 4, (bits - 1) << 4])
    info[17] = length
    return .headers([info])
  }

  private static let samples = CodecSetup.samples(SampleCoding(kind: .signed, bytes: 2, isBigEndian: false))

  @Test("ALAC has no file")
  func alac() {
    let headers = CodecSetup.headers([[UInt8](repeating: 0, count: 36)])
    #expect(FileForms.form(for: Self.packet(.alac, headers), tags: RecordingTags()) == nil)
  }

  @Test("FLAC goes into Ogg and PCM into WAV")
  func forms() throws {
    let flac = try #require(FileForms.form(for: Self.packet(.flac, Self.streamInfo()), tags: RecordingTags()))
    let pcm = try #require(FileForms.form(for: Self.packet(.pcm, Self.samples), tags: RecordingTags()))
    #expect(flac.fileExtension == "oga" && pcm.fileExtension == "wav")
  }

  @Test("a change of codec, rate, channels, or depth begins another file")
  func changes() {
    let flac = Self.packet(.flac, Self.streamInfo())
    #expect(FileForms.isSameFile(flac, as: flac))
    #expect(FileForms.isSameFile(Self.packet(.flac, Self.streamInfo(length: 9)), as: flac))
    #expect(!FileForms.isSameFile(Self.packet(.flac, Self.streamInfo(bits: 24)), as: flac))
    #expect(!FileForms.isSameFile(Self.packet(.flac, Self.streamInfo(), rate: 48000), as: flac))
    #expect(!FileForms.isSameFile(Self.packet(.mp3, nil), as: Self.packet(.mp2, nil)))
    #expect(FileForms.isSameFile(Self.packet(.mp3, nil), as: Self.packet(.mp3, nil)))
    let (pcm, other) = (Self.packet(.pcm, Self.samples), SampleCoding(kind: .signed, bytes: 2, isBigEndian: true))
    #expect(FileForms.isSameFile(pcm, as: pcm) && !FileForms.isSameFile(Self.packet(.pcm, .samples(other)), as: pcm))
    // Ogg can begin another link.
    let links = [[1], [2]].map { Self.packet(.vorbis, .headers([$0])) }
    #expect(FileForms.isSameFile(links[0], as: links[1]))
  }
}
