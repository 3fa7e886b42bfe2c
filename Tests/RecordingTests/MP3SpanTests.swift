import AudioCore
import Bytes
import NIOCore
import Parser
import Recording
import TestSupport
import Testing

/// Packets of MP3 that are made up: each has its number in its main data.
private struct MadeStream {
  var packets: [Packet] = []

  /// `count` packets with the first four bytes of their header; each refers to `mainDataBegin` bytes before it.
  init(_ count: Int, header word: UInt32 = 0xFFFB_9044, mainDataBegin: Int = 0) throws {
    let header = try #require(MPEGAudioHeader(word: word))
    for number in 0..<count {
      var bytes = word.bigEndianBytes + (header.isProtected ? [0, 0] : [])
      let isLong = header.version == .mpeg1
      bytes += isLong ? [UInt8(mainDataBegin >> 1), UInt8(mainDataBegin & 1) << 7] : [UInt8(mainDataBegin), 0]
      bytes += [UInt8](repeating: 0, count: header.sideInformationSize - 2)
      bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: number + 1), count: (header.length ?? 800) - bytes.count)
      packets.append(
        Packet(
          codec: .mp3, bytes: bytes,
          headerFormat: AudioFormat(sampleRate: header.sampleRate, channels: header.isMono ? 1 : 2),
          frameCount: header.frameCount, bitRate: header.bitRate ?? 640_000, isDiscontinuity: number == 0))
    }
  }

  /// The span from `first` on, with all packets before it.
  func span(from first: Int) throws -> MP3Span {
    let span = MP3Span(beginningWith: packets[first], after: Array(packets[..<first]))
    return try #require(span)
  }

  /// The file of `range` as ``MP3Form`` writes it.
  func file(_ range: Range<Int>) -> [UInt8] {
    var form = MP3Form(tags: RecordingTags())
    var output = ByteBuffer()
    form.begin(after: Array(packets[..<range.lowerBound]), to: &output)
    for packet in packets[range] { form.append(packet, to: &output) }
    let patches = form.finish(to: &output)
    var bytes = Array(output.readableBytesView)
    for patch in patches { bytes.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes) }
    return bytes
  }
}

/// The fields of an Info frame.
private struct InfoFields {
  var mark: String
  var packets, bytes: Int?
  var table: [UInt8] = []
  var delay, padding: Int?
  var isWhole = false

  init(_ frame: [UInt8]) throws {
    let header = try #require(MPEGAudioHeader(word: UInt32(bigEndianBytes: frame[..<4])))
    #expect(header.length == frame.count && !header.isProtected)
    var reader = ByteReader(frame[(4 + header.sideInformationSize)...])
    mark = String(decoding: reader.bytes(4) ?? [], as: UTF8.self)
    if reader.integer(4) == 15 {
      (packets, bytes) = (reader.integer(4), reader.integer(4))
      table = Array(reader.bytes(100) ?? [])
      _ = reader.skip(4)
    }
    guard reader.rest.starts(with: "LAME".utf8), reader.skip(21) != nil, let gap = reader.integer(3) else { return }
    (delay, padding) = (gap >> 12, gap & 0xFFF)
    _ = reader.skip(10)
    var checksum = ReflectedCRC16()
    frame[..<reader.rest.startIndex].withUnsafeBytes { checksum.add($0) }
    isWhole = reader.integer(2) == Int(checksum.value)
  }
}

@Suite("Spans of MP3")
struct MP3SpanTests {
  /// A header, the bytes of the reservoir, and the PCM frames of a packet.
  static let headers: [(word: UInt32, reservoir: Int, frames: Int)] = [
    (0xFFFB_9044, 511, 1152), (0xFFFA_90C4, 511, 1152), (0xFFFB_3444, 511, 1152), (0xFFFB_E444, 511, 1152),
    (0xFFF3_4044, 255, 576), (0xFFF3_40C4, 255, 576), (0xFFE3_4044, 255, 576), (0xFFF2_88C4, 255, 576),
  ]

  @Test(
    "the main data before the span are at the end of a filler, and the delay covers it and three packets",
    arguments: headers)
  func filler(word: UInt32, reservoir: Int, frames: Int) throws {
    let stream = try MadeStream(60, header: word, mainDataBegin: 9)
    var span = try stream.span(from: 50)
    #expect(span.frames.reservoir == reservoir)
    #expect(Array(span.frames.frames.dropFirst()) == stream.packets[47..<50].map(\.bytes))
    let filler = try #require(span.frames.frames.first)
    let frame = try #require(MP3Frame(filler))
    #expect(frame.header.length == filler.count && frame.mainDataBegin == 0)
    #expect(frame.header.signature == MP3Frame(stream.packets[0].bytes)?.header.signature)
    let data = stream.packets[..<47].flatMap { MP3Frame($0.bytes)?.mainData ?? [] }
    #expect(frame.mainData.suffix(reservoir) == data.suffix(reservoir))
    // No shorter frame would do.
    let shorter = frame.header.word - 0x1000
    #expect((MPEGAudioHeader(word: shorter)?.length ?? 0) < 4 + frame.header.sideInformationSize + reservoir)
    for packet in stream.packets[50...] { span.add(packet) }
    let info = try InfoFields(span.infoFrame)
    #expect(info.delay == 4 * frames - 529 && info.padding == 529 && info.isWhole)
    #expect(info.packets == 14 && info.mark == "Info")
    #expect(info.bytes == span.opening.count + stream.packets[50...].reduce(0) { $0 + $1.bytes.count })
    #expect(span.opening.count == span.infoFrame.count + span.frames.frames.joined().count)
  }

  @Test("of a beginning less than five packets away, all packets are there, and no filler")
  func beginning() throws {
    for first in 1...4 {
      let stream = try MadeStream(10)
      let span = try stream.span(from: first)
      #expect(span.frames.frames == stream.packets[..<first].map(\.bytes) && span.frames.reservoir == nil)
      #expect(try InfoFields(span.infoFrame).delay == first * 1152 - 529)
    }
  }

  @Test("at a break there is an empty filler, and packets before it are not used")
  func discontinuity() throws {
    var stream = try MadeStream(30)
    for first in [0, 20] {
      stream.packets[first].isDiscontinuity = true
      let span = try stream.span(from: first)
      #expect(span.frames.frames.count == 1 && span.frames.reservoir == 0)
      #expect(try InfoFields(span.infoFrame).delay == 1152 - 529)
    }
    let span = try stream.span(from: 22)
    #expect(span.frames.frames == stream.packets[20..<22].map(\.bytes))
  }

  @Test("the bytes of a filler that no packet had are its own, so that they are not taken for main data")
  func ownData() throws {
    for (word, place) in [(0xFFFB_9044, 20), (0xFFFB_90C4, 18), (0xFFF3_4044, 10), (0xFFF3_40C4, 9)] as [(UInt32, Int)]
    {
      let span = try MadeStream(30, header: word).span(from: 20)
      let filler = try #require(span.frames.frames.first)
      let frame = try #require(MP3Frame(filler))
      var bits = BitReader(filler[4...], .highestFirst, at: place)
      #expect(bits.bits(12) == 8 * (frame.mainData.count - (span.frames.reservoir ?? 0)))
      var side = Array(filler[4..<(4 + frame.header.sideInformationSize)])
      side[place / 8] = 0
      side[place / 8 + 1] = 0
      if place % 8 > 4 { side[place / 8 + 2] = 0 }
      #expect(side.allSatisfy { $0 == 0 })
    }
  }

  @Test("what an encoder added at the ends of a file is cut off of the span too")
  func trims() throws {
    var stream = try MadeStream(20)
    stream.packets[0].startTrim = 1105
    stream.packets[0].frameCount = 47
    stream.packets[18].endTrim = 100
    stream.packets[18].frameCount = 1052
    stream.packets[19].endTrim = 1152
    stream.packets[19].frameCount = 0
    var span = try stream.span(from: 0)
    for packet in stream.packets { span.add(packet) }
    let info = try InfoFields(span.infoFrame)
    #expect(info.delay == 1152 + 1105 - 529 && info.padding == 529 + 1252)
    // Trims in the middle of the span are not known to a decoder.
    span.add(stream.packets[5])
    #expect(try InfoFields(span.infoFrame).padding == 529)
  }

  @Test("a variable bit rate is marked, and the table leads to the places of packets")
  func seeking() throws {
    let low = try MadeStream(3000, header: 0xFFFB_5044).packets
    let high = try MadeStream(3000, header: 0xFFFB_E044).packets
    var span = try #require(MP3Span(beginningWith: low[0], after: []))
    #expect(try InfoFields(span.infoFrame).mark == "Info")
    for packet in low + high { span.add(packet) }
    let info = try InfoFields(span.infoFrame)
    let size = try #require(info.bytes)
    #expect(info.mark == "Xing" && info.packets == 6001 && info.table.count == 100)
    #expect(zip(info.table, info.table.dropFirst()).allSatisfy { $0 <= $1 } && info.table[0] <= 1)
    let middle = span.opening.count + 3000 * low[0].bytes.count
    #expect(abs(Int(info.table[50]) - middle * 256 / size) <= 1)
    #expect(Int(info.table[75]) - (middle + 1500 * high[0].bytes.count) * 256 / size <= 1)
  }

  @Test("the beginning has no counts until the end, and its length stays")
  func begun() throws {
    var span = try MadeStream(30).span(from: 20)
    let header = try #require(MPEGAudioHeader(word: UInt32(bigEndianBytes: span.opening[..<4])))
    let begun = try InfoFields(Array(span.opening.prefix(header.length ?? 0)))
    #expect(begun.packets == nil && begun.delay == 4 * 1152 - 529 && begun.isWhole)
    span.add(try MadeStream(1).packets[0])
    #expect(span.infoFrame.count == header.length)
  }

  @Test("free format begins up to three packets early, without an Info frame")
  func freeFormat() throws {
    let stream = try MadeStream(30, header: 0xFFFB_0044)
    #expect(MP3Span(beginningWith: stream.packets[10], after: []) == nil)
    #expect(stream.file(10..<20) == stream.packets[7..<20].flatMap(\.bytes))
    #expect(stream.file(0..<20) == stream.packets[..<20].flatMap(\.bytes))
  }

  @Test("bytes that are not a frame of layer III are written as they are")
  func noFrames() throws {
    var stream = try MadeStream(12)
    for bytes in [[], [0xFF], [0xFF, 0xFB, 0x90], [0xFF, 0xFB, 0x90, 0x44, 0], [UInt8](repeating: 7, count: 100)] {
      stream.packets[10].bytes = bytes
      #expect(stream.file(10..<11).suffix(bytes.count) == bytes[...])
      // Packets before them are of no use.
      #expect(try stream.span(from: 11).frames.reservoir == 0)
    }
    #expect(stream.file(0..<0).isEmpty)
  }

  @Test("the parser reads the packets of the span, and cuts off the rest", arguments: [true, false])
  func parsed(isFile: Bool) throws {
    let stream = try MadeStream(200, mainDataBegin: 40)
    for range in [0..<40, 3..<50, 5..<20, 100..<200] {
      let file = stream.file(range)
      var parser = StreamParser(source: "test", origin: isFile ? .file(.inOrder) : .station)
      let packets = try (parser.feed(file) + parser.finish()).packets
      #expect(packets.suffix(range.count).map(\.bytes) == stream.packets[range].map(\.bytes))
      #expect(parser.counters.infoFrames == 1 && parser.counters.bytesSkipped == 0)
      guard isFile else { continue }
      #expect(packets.reduce(0) { $0 + $1.frameCount } == range.count * 1152)
      #expect(parser.length == .seconds(Double(packets.count) * 1152 / 44100) && parser.cut == nil)
    }
  }
}
