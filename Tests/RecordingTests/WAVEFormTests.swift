import AudioCore
import NIOCore
import Recording
import TestSupport
import Testing

@Suite("WAV files of spans")
struct WAVEFormTests {
  private static func packet(_ bytes: [UInt8], size: Int = 2, channels: Int = 2, mask: UInt64 = 0) -> Packet {
    Packet(
      codec: .pcm, bytes: bytes, headerFormat: AudioFormat(sampleRate: 44100, channels: channels),
      frameCount: bytes.count / size / channels, bitRate: 1, isDiscontinuity: false,
      setup: .samples(
        SampleCoding(kind: size == 1 ? .unsigned : .signed, bytes: size, isBigEndian: false, channelMask: mask)))
  }

  /// The bytes of a file of `packets` before and after its end.
  private static func file(_ packets: [Packet], maximumData: Int = WAVHeader.maximumData) throws -> (
    open: [UInt8], closed: [UInt8]
  ) {
    var form = try #require(WAVEForm(packets[0], maximumData: maximumData))
    #expect(form.fileExtension == "wav" && WAVEForm.roll == .zero)
    var output = ByteBuffer()
    form.begin(after: [packets[0]], to: &output)
    for packet in packets { form.append(packet, to: &output) }
    let open = Array(output.readableBytesView)
    let patches = form.finish(to: &output)
    var closed = Array(output.readableBytesView)
    for patch in patches { closed.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes) }
    return (open, closed)
  }

  private static func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
    bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test("the sizes are unknown until the end, and then those of the file", arguments: [(2, 0), (6, 0x3F)])
  func sizes(channels: Int, mask: UInt64) throws {
    let packets = [100, 200].map { frames in
      Self.packet(
        (0..<frames * channels * 2).map { UInt8(truncatingIfNeeded: $0) }, channels: channels, mask: mask)
    }
    let (open, closed) = try Self.file(packets)
    let samples = packets.flatMap(\.bytes)
    let head = closed.count - samples.count
    #expect(head == (channels > 2 ? 68 : 44) && Array(closed.suffix(samples.count)) == samples)
    #expect(Self.word(open, at: 4) == .max && Self.word(open, at: head - 4) == .max)
    #expect(Self.word(closed, at: 4) == UInt32(closed.count - 8))
    #expect(Self.word(closed, at: head - 4) == UInt32(samples.count))
    #expect(
      open.count == closed.count
        && open.dropFirst(8).dropLast(samples.count + 4).elementsEqual(
          closed.dropFirst(8).dropLast(samples.count + 4))
    )
  }

  @Test("an odd number of bytes is filled up")
  func odd() throws {
    let (_, closed) = try Self.file([Self.packet([1, 2, 3], size: 1, channels: 1)])
    #expect(closed.count == 48 && closed.suffix(4) == [1, 2, 3, 0])
    #expect(Self.word(closed, at: 4) == 40 && Self.word(closed, at: 40) == 3)
  }

  @Test("the sizes of more samples than a WAV file can state stay unknown")
  func tooLong() throws {
    let packets = [Self.packet([UInt8](repeating: 1, count: 4000))]
    let (open, closed) = try Self.file(packets, maximumData: 4000)
    #expect(open == closed && Self.word(closed, at: 40) == .max)
    #expect(try Self.word(Self.file(packets, maximumData: 5000).closed, at: 40) == 4000)
  }

  @Test("packets with other samples are left out, and samples that WAV does not have get no file")
  func others() throws {
    let (_, closed) = try Self.file([Self.packet([1, 2, 3, 4]), Self.packet([5, 6, 7], size: 1)])
    #expect(closed.count == 48)
    #expect(WAVEForm(Self.packet([], size: 8)) == nil)
    var packet = Self.packet([])
    packet.codec = .alac
    #expect(WAVEForm(packet) == nil)
  }

  @Test("a span without packets gives an empty file")
  func empty() throws {
    var form = try #require(WAVEForm(Self.packet([])))
    var output = ByteBuffer()
    #expect(form.finish(to: &output).isEmpty && output.readableBytes == 0)
  }
}
