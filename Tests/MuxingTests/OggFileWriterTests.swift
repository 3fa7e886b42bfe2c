import AudioCore
import Muxing
import NIOCore
import Testing

@Suite("Ogg files of packets")
struct OggFileWriterTests {
  private static let opusHead = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
  private static let speexHead = Array("Speex   ".utf8) + [UInt8](repeating: 0, count: 72)

  /// A packet of one byte, its number, with `frames` frames and the trimmed ones.
  private static func packet(
    _ codec: Codec, _ number: Int, frames: Int = 960, startTrim: Int = 0, endTrim: Int = 0, isBreak: Bool = false,
    headers: [[UInt8]]
  ) -> Packet {
    Packet(
      codec: codec, bytes: [UInt8(number)], headerFormat: AudioFormat(sampleRate: 48000, channels: 2),
      frameCount: frames, bitRate: 1, isDiscontinuity: isBreak, setup: .headers(headers), startTrim: startTrim,
      endTrim: endTrim)
  }

  /// The file of `packets` behind `before`.
  private static func file(
    _ packets: [Packet], after before: [Packet] = [], opusRoll: Int = 48000, comments: OggComments = OggComments()
  ) -> OggFile {
    var writer = OggWriter(comments: comments, opusRoll: opusRoll, serial: 7)
    var output = ByteBuffer()
    writer.begin(after: before)
    for packet in packets { #expect(writer.append(packet, title: "", to: &output)) }
    writer.finish(to: &output)
    return OggFile(Array(output.readableBytesView))
  }

  /// The numbers of the packets of sound in `file`.
  private static func numbers(_ file: OggFile) -> [Int] {
    file.pages.flatMap(\.packets).filter { $0.count == 1 }.map { Int($0[0]) }
  }

  /// The last position of each link.
  private static func ends(_ file: OggFile) -> [Int64] {
    Dictionary(grouping: file.pages, by: \.serial).sorted { $0.key < $1.key }.map { $0.value.map(\.granule).max() ?? 0 }
  }

  @Test("a link of Opus begins with as many packets as its roll needs", arguments: [3840, 9600, 48000])
  func roll(frames: Int) throws {
    let packets = (0..<80).map { Self.packet(.opus, $0, headers: [Self.opusHead]) }
    let file = Self.file(Array(packets[60..<70]), after: Array(packets[..<60]), opusRoll: frames)
    let count = frames / 960
    #expect(Self.numbers(file) == Array(60 - count..<70))
    let head = try #require(file.pages.first?.packets.first)
    #expect(Int(head[10]) | Int(head[11]) << 8 == frames)
    #expect(Self.ends(file) == [Int64((count + 10) * 960)])
  }

  @Test("a file without packets before it drops nothing; a listener who joins does not hear the decoder settle")
  func joined() throws {
    let packets = (0..<10).map { Self.packet(.opus, $0, headers: [Self.opusHead]) }
    let head = try #require(Self.file(packets).pages.first?.packets.first)
    #expect(head[10] == 0 && head[11] == 0)
    var listener = OggWriter(serial: 7)
    var output = ByteBuffer()
    listener.append(packets[0], title: "", to: &output)
    let other = try #require(OggFile(Array(output.readableBytesView)).pages.first?.packets.first)
    #expect(Int(other[10]) | Int(other[11]) << 8 == 3840)
  }

  @Test("an end of Opus that is cut over several packets ends one link")
  func longEnd() {
    let packets = [
      Self.packet(.opus, 0, isBreak: true, headers: [Self.opusHead]), Self.packet(.opus, 1, headers: [Self.opusHead]),
      Self.packet(.opus, 2, frames: 100, endTrim: 860, headers: [Self.opusHead]),
      Self.packet(.opus, 3, frames: 0, endTrim: 960, headers: [Self.opusHead]),
    ]
    let file = Self.file(packets)
    #expect(file.pages.filter(\.isFirst).count == 1 && file.pages.last?.isLast == true)
    #expect(Self.ends(file) == [2 * 960 + 100])
  }

  @Test("the first page of Vorbis ends with the first packet that has sound, and states what is cut from it")
  func vorbisStart() {
    let headers: [[UInt8]] = [[1, 1], [3, 1], [5, 1]]
    let packets = [
      Self.packet(.vorbis, 0, frames: 0, isBreak: true, headers: headers),
      Self.packet(.vorbis, 1, frames: 0, startTrim: 128, headers: headers),
      Self.packet(.vorbis, 2, frames: 700, startTrim: 324, headers: headers),
      Self.packet(.vorbis, 3, frames: 1024, headers: headers), Self.packet(.vorbis, 4, frames: 1024, headers: headers),
    ]
    for count in [3, 5] {
      let file = Self.file(Array(packets[..<count]))
      #expect(Self.numbers(file) == Array(1..<count), "the packets before the last one without sound are not needed")
      let sounds = file.pages.filter { $0.packets.contains { $0.count == 1 } }
      #expect(sounds.map(\.granule) == (count == 3 ? [700] : [700, 2748]))
      #expect(sounds.first?.isLast == false, "the position of the last page cuts the end")
      #expect(file.pages.last?.isLast == true && file.pages.filter(\.isFirst).count == 1)
    }
  }

  @Test("FLAC goes on in one link after a break, with a description that holds for all of it")
  func flac() throws {
    var info = [UInt8](repeating: 9, count: 34)
    info[13] = 0xF3
    var other = info
    other.replaceSubrange(4..<10, with: [1, 2, 3, 4, 5, 6])
    other.replaceSubrange(14..<34, with: [UInt8](repeating: 5, count: 20))
    let packets = [info, info, other, other].enumerated().map { number, info in
      Self.packet(.flac, number, isBreak: number % 2 == 0, headers: [info])
    }
    let file = Self.file(packets)
    #expect(file.pages.filter(\.isFirst).count == 1 && Self.numbers(file) == [0, 1, 2, 3])
    #expect(Self.ends(file) == [4 * 960])
    let described = try #require(file.pages.first?.packets.first?.suffix(34))
    #expect(
      Array(described) == [9, 9, 9, 9] + [UInt8](repeating: 0, count: 6) + [9, 9, 9, 0xF0]
        + [UInt8](repeating: 0, count: 20))
    var changed = packets
    changed[3].setup = .headers([[8] + info.dropFirst()])
    #expect(Self.file(changed).pages.filter(\.isFirst).count == 2)
  }

  @Test("Speex goes on in one link, whose ends alone are cut")
  func speex() {
    let packets = [
      Self.packet(.speex, 0, frames: 177, startTrim: 143, isBreak: true, headers: [Self.speexHead]),
      Self.packet(.speex, 1, frames: 320, headers: [Self.speexHead]),
      Self.packet(.speex, 2, frames: 100, endTrim: 220, headers: [Self.speexHead]),
      Self.packet(.speex, 3, frames: 177, startTrim: 143, isBreak: true, headers: [Self.speexHead]),
      Self.packet(.speex, 4, frames: 20, endTrim: 300, headers: [Self.speexHead]),
    ]
    #expect(Self.ends(Self.file(packets)) == [177 + 320 + 320 + 320 + 20])
    #expect(Self.ends(Self.file(Array(packets[..<3]))) == [177 + 320 + 100])
    #expect(Self.file(packets).pages.filter(\.isFirst).count == 1)
  }

  @Test("a file has its comments in each link, whatever title a packet has")
  func comments() {
    var comments = OggComments()
    comments.add("TITLE", "Song")
    comments.add("ARTIST", "")
    comments.add("DATE", "2026")
    let packets = (0..<4).map { Self.packet(.opus, $0, isBreak: $0 % 2 == 0, headers: [Self.opusHead]) }
    var writer = OggWriter(comments: comments, opusRoll: 48000, serial: 7)
    var output = ByteBuffer()
    for packet in packets { writer.append(packet, title: "\(packet.bytes[0])", to: &output) }
    writer.finish(to: &output)
    let tags = OggFile(Array(output.readableBytesView)).pages.flatMap(\.packets).filter {
      $0.starts(with: "OpusTags".utf8)
    }
    let wanted =
      Array("OpusTags".utf8) + [11, 0, 0, 0] + Array("SpringRadio".utf8) + [2, 0, 0, 0, 10, 0, 0, 0]
      + Array("TITLE=Song".utf8) + [9, 0, 0, 0] + Array("DATE=2026".utf8)
    #expect(tags == [wanted, wanted])
  }
}
