import AudioCore
import Parser
import Recording

extension FuzzTarget {
  /// MP3 files of any span of a stream: the parser reads the packets of the span back and cuts off the rest, the main data
  /// before each packet are those of the stream, and the counts are right.
  static let span = FuzzTarget("span", isAudio: true) { input in
    let (first, count) = (input.byte(), 1 + input.byte())
    let lacks = input.byte() % 8 == 1
    let bytes = input.payload
    var parser = StreamParser(source: "fuzz")
    let elements = (try? parser.feed(bytes)) ?? []
    let packets = (elements + ((try? parser.finish()) ?? [])).packets.filter { $0.codec == .mp3 }
    guard !packets.isEmpty else { return }
    let start = first % packets.count
    guard let format = MP3Frame(packets[start].bytes)?.header.signature else { return }
    // Another format begins another file. A recorder may have few packets before the span, or none.
    let isSame = { (packet: Packet) in MP3Frame(packet.bytes)?.header.signature == format }
    let span = Array(packets[start...].prefix(count).prefix(while: isSame))
    let before = Array(packets[..<start].suffix(lacks ? count % 8 : start))
    SpanFile(span, after: before, bytes: bytes).check()
  }
}

/// A file of a span, and what it was made of.
private struct SpanFile {
  private let span: [Packet]
  /// The packets of the stream that a decoder has before the span.
  private let before: [Packet]
  private let tag: [UInt8]
  private let file: MP3Span?
  private let info: [UInt8]

  init(_ span: [Packet], after before: [Packet], bytes: [UInt8]) {
    self.span = span
    let format = MP3Frame(span[0].bytes)?.header.signature
    var usable: [Packet] = []
    var isBroken = span[0].isDiscontinuity
    for packet in before.reversed() {
      if isBroken || MP3Frame(packet.bytes)?.header.signature != format { break }
      usable.insert(packet, at: 0)
      isBroken = packet.isDiscontinuity
    }
    self.before = usable
    var tags = RecordingTags()
    tags.title = String(decoding: bytes.prefix(600), as: UTF8.self)
    tags.address = String(decoding: bytes.suffix(30), as: UTF8.self)
    tag = ID3Writer.tag(tags)
    var file = MP3Span(beginningWith: span[0], after: before)
    for packet in span { file?.add(packet) }
    self.file = file
    info = file?.infoFrame ?? []
  }

  func check() {
    guard let file, let header = MP3Frame(span[0].bytes)?.header else {
      return claim(MP3Frame(span[0].bytes)?.header.bitRate == nil, "only free format has no Info frame")
    }
    let frames = file.frames.frames
    claim((1...4).contains(frames.count), "\(frames.count) frames are before the span")
    let begun = file.opening.prefix(info.count)
    claim(file.opening.dropFirst(info.count).elementsEqual(frames.joined()), "the opening is an Info frame and frames")
    claim(MP3Frame(Array(begun))?.header == MP3Frame(info)?.header, "the Info frame keeps its header")
    claim(MP3Frame(info)?.header.length == info.count, "the Info frame is a whole frame")
    let written = frames.count - (file.frames.reservoir == nil ? 0 : 1)
    claim(
      Array(frames.suffix(written)) == before.suffix(written).map(\.bytes), "packets of the stream are before the span")
    claim(file.frames.reservoir != nil || before.count == written, "without a filler the stream begins there")
    checkReservoir(frames, limit: MP3Frame.maximumReservoir(header))
    parse(frames, header)
  }

  /// A decoder has the same main data before each packet as in the stream, from the first behind the filler on.
  private func checkReservoir(_ frames: [[UInt8]], limit: Int) {
    let data = { (bytes: [UInt8]) in MP3Frame(bytes)?.mainData ?? [] }
    var here: [UInt8] = []
    var packets = (before.suffix(frames.count) + span.prefix(16)).map(\.bytes)
    if let reservoir = file?.frames.reservoir {
      let frame = MP3Frame(frames[0])
      claim(frame?.mainDataBegin == 0 && frame?.header.length == frames[0].count, "the filler is a frame of its own")
      let side = frames[0][4...].prefix(frame?.header.sideInformationSize ?? 0)
      claim(side.reduce(0) { $0 + $1.nonzeroBitCount } <= 12, "the filler is silence")
      claim(before.isEmpty || frames.count == 4, "a filler is before three packets, or at the beginning")
      packets = (before.suffix(frames.count - 1) + span.prefix(16)).map(\.bytes)
      here = data(frames[0]).suffix(reservoir)
    }
    var stream = before.dropLast(packets.count - min(16, span.count)).flatMap { data($0.bytes) }
    for packet in packets {
      claim(here.suffix(limit) == stream.suffix(limit), "the main data before a packet are those of the stream")
      here += data(packet)
      stream += data(packet)
    }
  }

  private func parse(_ frames: [[UInt8]], _ header: MPEGAudioHeader) {
    let sound = Array((frames + span.map(\.bytes)).joined())
    var parser = StreamParser(source: "fuzz", origin: .file(.inOrder))
    let elements = (try? parser.feed(tag + info + sound)) ?? []
    let packets = (elements + ((try? parser.finish()) ?? [])).packets
    claim(packets.map(\.bytes) == frames + span.map(\.bytes), "the parser reads the packets of the span")
    claim(parser.counters.infoFrames == 1 && parser.counters.bytesSkipped == 0, "nothing is skipped")
    claim(parser.counters.tagBytes == tag.count, "the tag is a tag")
    claim(packets.reduce(0) { $0 + $1.frameCount } == span.count * header.frameCount, "the rest is cut off")
    claim(packets.suffix(span.count).allSatisfy { $0.startTrim == 0 && $0.endTrim == 0 }, "the span is whole")
    let length = Double(packets.count) * Double(header.frameCount) / Double(header.sampleRate)
    claim(parser.length == .seconds(length) && parser.cut == nil, "the packets are counted")
    let place = 4 + header.sideInformationSize + 12
    let size = info[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    claim(size == info.count + sound.count, "the bytes are counted")
  }
}
