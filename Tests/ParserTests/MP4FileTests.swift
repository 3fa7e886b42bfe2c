import AudioCore
import Parser
import TestSupport
import Testing

@Suite("MP4 files with sample tables")
struct MP4FileTests {
  private let frames = Sample.frames(Sample.aac, 40)
  private var samples: [[UInt8]] { MP4Sample.raw(frames) }
  private var packed: [[UInt8]] { Parsing(MP4Sample.stream(frames)).bytes }

  // MARK: Files from ffmpeg

  static let encodings: [(options: String, kind: String, rate: Int)] = [
    ("-c:a aac", "aac", 44100), ("-c:a aac -b:a 32k -ar 22050 -ac 1", "aac", 22050),
    ("-f lavfi -i testsrc=s=320x240:d=3 -map 1 -map 0 -c:v mpeg4 -b:v 3M -c:a aac", "aac", 44100),
    ("-map 0 -map 0 -c:a aac -b:a:0 64k -b:a:1 200k", "", 44100),
    ("-c:a libmp3lame", "mp3", 44100), ("-c:a flac -strict -2", "data", 44100), ("-c:a alac", "data", 44100),
    ("-c:a libopus -ar 48000", "data", 48000),
  ]

  @Test(
    "the packets are those that ffmpeg copies out, with the index at either end, and are as long as the source",
    .enabled(if: SignalSource.isAvailable), arguments: encodings.indices)
  func ffmpeg(index: Int) throws {
    let (options, kind, rate) = Self.encodings[index]
    let late = try Tool.encoded(options, fileName: "x.mp4")
    let early = try Tool.encoded(options + " -movflags +faststart", fileName: "x.mp4")
    let wanted = FileParsing(late)
    #expect(wanted.error == nil)
    #expect((1...2).contains(wanted.jumps.count))
    #expect(wanted.discontinuities == [0])
    #expect(wanted.frameCount == 3 * rate)
    #expect(wanted.largestMemory <= 256 << 10)
    if !kind.isEmpty { #expect(wanted.bytes.flatMap { $0 } == (try Tool.copied(late, to: kind))) }
    for access in [StreamOrigin.FileAccess.bySeeking, .byRanges] {
      #expect(FileParsing(late, access: access) { 777 }.elements == wanted.elements)
      let first = FileParsing(early, access: access) { 3001 }
      #expect(first.elements == wanted.elements)
      #expect(first.jumps.isEmpty)
    }
    #expect(Parsing(early).packets.map(\.bytes) == wanted.bytes)
    #expect(Parsing(early).error == nil)
    #expect(FileParsing(early, access: .inOrder).elements == wanted.elements)
  }

  @Test("an index that cannot be reached is an error that names the remedy and no codec")
  func pipe() throws {
    let file = MP4Sample.file(samples, .init(indexIsLast: true))
    let error = TuneError.unsupported(source: "sample", kind: MP4Sample.indexAtEnd)
    #expect(Parsing(file).error == error)
    #expect(FileParsing(file, access: .inOrder).error == error)
    #expect(!error.description.contains("AAC"))
  }

  @Test("the error names a file whose end is missing and one whose index lists no sound")
  func incomplete() throws {
    let file = MP4Sample.file(samples, .init(indexIsLast: true, padding: 300_000))
    for length in [100_000, 302_000, file.count - 100] {
      let kind = "an MP4 file without an index: its end is missing"
      #expect(FileParsing(Array(file[..<length])).error == .unsupported(source: "sample", kind: kind))
    }
    for part in [MP4Sample.type + MP4Sample.index(MP4Sample.track(tables: [])), MP4Sample.type] {
      let media = MP4Sample.box("mdat", [UInt8](repeating: 1, count: 300_000))
      let late = part == MP4Sample.type ? MP4Sample.index(MP4Sample.track(tables: [])) : []
      let kind = "an MP4 file whose index lists no sound"
      #expect(FileParsing(part + media + late).error == .unsupported(source: "sample", kind: kind))
    }
    let cut = MP4Sample.file(samples)
    #expect(FileParsing(Array(cut[..<(cut.count - 1000)])).error == nil)
  }

  @Test(
    "a QuickTime file that begins with free space, a picture or its sound plays as one that names its type",
    .enabled(if: SignalSource.isAvailable), arguments: ["wide", "free", "skip", "pnot"])
  func beginnings(box: String) throws {
    var file = try Tool.encoded("-c:a aac", fileName: "x.mov")
    let wanted = FileParsing(file)
    #expect(wanted.error == nil && !wanted.bytes.isEmpty)
    #expect(file[4..<8].elementsEqual("ftyp".utf8))
    file.replaceSubrange(4..<8, with: box.utf8)
    #expect(FileParsing(file).elements == wanted.elements)
  }

  // MARK: Tables

  static let layouts: [MP4Sample.Layout] = [
    .init(), .init(chunks: [1]), .init(chunks: [1, 2, 5]), .init(chunks: [100]), .init(chunks: [3], gap: 500),
    .init(chunks: [7], gap: 300_000), .init(sizeBits: 16), .init(isLong: true), .init(indexIsLast: true),
    .init(chunks: [4], gap: 100, isLong: true, indexIsLast: true, padding: 200_000),
  ]

  @Test("every layout of the tables gives the same samples, for any split of the file", arguments: layouts.indices)
  func tables(index: Int) {
    let file = MP4Sample.file(samples, Self.layouts[index])
    for access in [StreamOrigin.FileAccess.bySeeking, .byRanges] {
      for piece in [1, 61, 5000, 1 << 16] where piece > 1 || file.count < 50_000 {
        let parsing = FileParsing(file, access: access) { piece }
        #expect(parsing.bytes == packed && parsing.error == nil)
        #expect(parsing.discontinuities == [0])
      }
    }
  }

  @Test("sizes of 4 and 8 bits and one size for all samples are read, and empty samples are left out")
  func sizes() {
    let small = (0..<15).map { [UInt8](repeating: 0x20, count: $0) }
    for bits in [4, 8] {
      let parsing = FileParsing(MP4Sample.file(small, .init(sizeBits: bits)))
      #expect(parsing.bytes.map { Array($0.dropFirst(7)) } == Array(small.dropFirst()))
      #expect(parsing.discontinuities == [0])
    }
    let equal = (0..<20).map { [UInt8](repeating: UInt8($0), count: 50) }
    let tables =
      MP4Sample.table("stts", [MP4Sample.number(20) + MP4Sample.number(1024)])
      + MP4Sample.table("stsc", [MP4Sample.number(1) + MP4Sample.number(20) + MP4Sample.number(1)])
      + MP4Sample.full("stsz", MP4Sample.number(50) + MP4Sample.number(20))
    func index(_ place: Int) -> [UInt8] {
      MP4Sample.index(MP4Sample.track(tables: tables + MP4Sample.table("stco", [MP4Sample.number(place)])))
    }
    let file =
      MP4Sample.type + index(MP4Sample.type.count + index(0).count + 8) + MP4Sample.box("mdat", equal.flatMap { $0 })
    #expect(FileParsing(file).bytes.map { Array($0.dropFirst(7)) } == equal)
  }

  @Test("chunks in another order are reached by seeking; without seeking only the chunks that lie ahead are played")
  func order() {
    let file = MP4Sample.file(samples, .init(chunks: [4], isReversed: true))
    let parsing = FileParsing(file)
    #expect(parsing.bytes == packed)
    #expect(parsing.jumps.count == 9)
    let forward = Parsing(file)
    #expect(forward.bytes == Array(packed[..<4]))
    #expect(forward.error == nil)
  }

  @Test("a local file is not read in gaps of 1 MiB between chunks; a served file is read through them and skips 3 MiB")
  func gaps() {
    let file = MP4Sample.file(samples, .init(chunks: [10], gap: 1 << 20))
    let here = FileParsing(file)
    #expect(here.jumps.count == 3)
    #expect(here.bytesRead < 1 << 20)
    #expect(FileParsing(file, access: .byRanges).jumps.isEmpty)
    let late = MP4Sample.file(samples, .init(indexIsLast: true, padding: 3 << 20))
    let remote = FileParsing(late, access: .byRanges)
    #expect(remote.jumps.count == 2)
    #expect(remote.bytesRead < 300_000)
    #expect(remote.bytes == packed)
  }

  @Test("a gap of more than 64 MiB is an error in a served file and is skipped in a local file")
  func longGap() {
    let sample = [UInt8](repeating: 0x20, count: 100)
    let tables =
      MP4Sample.table("stts", [MP4Sample.number(1) + MP4Sample.number(1024)])
      + MP4Sample.table("stsc", [MP4Sample.number(1) + MP4Sample.number(1) + MP4Sample.number(1)])
      + MP4Sample.sizes([sample.count]) + MP4Sample.table("stco", [MP4Sample.number(80 << 20)])
    let head = MP4Sample.type + MP4Sample.index(MP4Sample.track(tables: tables))
    let file = head + MP4Sample.number(100 << 20) + Array("mdat".utf8) + sample
    let found = "an MP4 file without sound in the first 256 KiB"
    #expect(FileParsing(file, access: .byRanges).error == .notAudio(source: "sample", found: found))
    #expect(FileParsing(file).jumps == [80 << 20])
  }

  // MARK: Cuts at both ends

  /// An edit, the last sample's length, and the PCM frames that are cut at the start and the end of 40 packets.
  static let edits: [(edit: (Int, Int)?, last: Int, start: Int, end: Int)] = [
    (nil, 1024, 0, 0), ((1024, 0), 1024, 1024, 0), ((2112, 0), 1024, 2112, 0), (nil, 24, 0, 1000),
    ((1024, 880), 1024, 1024, 1128), ((1024, 1_000_000), 500, 1024, 524), ((44101, 800), 1024, 0, 0),
    ((0, 100), 1024, 0, 36550), ((1024, 905), 24, 1024, 1000),
  ]

  @Test("the edit list and the last sample's length cut encoder delay and padding", arguments: edits.indices)
  func ends(index: Int) {
    let (edit, last, start, end) = Self.edits[index]
    let layout = MP4Sample.Layout(edit: edit.map { (start: $0.0, length: $0.1) }, lastDuration: last)
    let parsing = FileParsing(MP4Sample.file(samples, layout))
    #expect(parsing.packets.reduce(0) { $0 + $1.startTrim } == start)
    #expect(parsing.packets.reduce(0) { $0 + $1.endTrim } == end)
    #expect(parsing.frameCount == 40 * 1024 - start - end)
  }

  /// The free tag in which iTunes states delay, padding and length.
  private static func gapTag(_ text: String, name: String = "iTunSMPB") -> [UInt8] {
    let tag = MP4Sample.box(
      "----", MP4Sample.full("mean", Array("com.apple.iTunes".utf8)), MP4Sample.full("name", Array(name.utf8)),
      MP4Sample.box("data", MP4Sample.number(1), MP4Sample.number(0), Array(text.utf8)))
    return MP4Sample.box(
      "udta", MP4Sample.full("meta", MP4Sample.box("hdlr", MP4Sample.number(0, 24)), MP4Sample.box("ilst", tag)))
  }

  @Test(
    "iTunes' tag cuts encoder delay and padding, unless there is an edit list or no encoder has them",
    arguments: [
      (" 00000000 00000840 000002B0 0000000000009510 00000000", 2112, 688), ("0 840 2B0 9510", 2112, 688),
      (" 00000000 00000000 00000100 0000000000009F00", 0, 256),
      (" 00000000 00000840 00000000 00000000000097C0", 2112, 0),
      (" 00000000 00004001 00000000 0000000000009510", 0, 0), (" 00000000 00000840 000002B0", 0, 0),
      (" 00000000 00000840 000002B0 FFFFFFFFFFFFFFFF", 0, 0), (" 0 840 2B0 0", 0, 0), ("", 0, 0),
      ("words of no sense", 0, 0),
    ])
  func gapTag(text: String, start: Int, end: Int) {
    func cuts(_ layout: MP4Sample.Layout) -> [Int] {
      let packets = FileParsing(MP4Sample.file(samples, layout)).packets
      return [packets.reduce(0) { $0 + $1.startTrim }, packets.reduce(0) { $0 + $1.endTrim }]
    }
    #expect(cuts(MP4Sample.Layout(behind: Self.gapTag(text))) == [start, end])
    #expect(cuts(MP4Sample.Layout(before: Self.gapTag(text))) == [start, end])
    #expect(cuts(MP4Sample.Layout(behind: Self.gapTag(text, name: "iTunNORM"))) == [0, 0])
    #expect(cuts(MP4Sample.Layout(edit: (1024, 880), behind: Self.gapTag(text))) == [1024, 1128])
  }

  // MARK: Wrong tables

  @Test("tables with false lengths and sizes cost at most 128 KiB of memory and 300 jumps")
  func lies() {
    let number = { MP4Sample.number($0) }
    let all = 0xFFFF_FFFF
    let long = { (name: String) in number(30 << 20) + Array(name.utf8) + number(0) + number(all) }
    let times = MP4Sample.table("stts", [number(all) + number(all)])
    let chunk = MP4Sample.table("stsc", [number(1) + number(all) + number(1)])
    let place = MP4Sample.table("stco", [number(28)])
    let one = MP4Sample.full("stsz", number(1) + number(all))
    let none = MP4Sample.full("stsz", number(0) + number(all))
    let overlapping = MP4Sample.table("stco", (0..<1000).map { _ in number(28) })
    let descending = MP4Sample.table("stco", (0..<1000).map { number(2000 - $0) })
    let single = MP4Sample.table("stsc", [number(1) + number(1) + number(1)])
    let cases: [[UInt8]] = [
      times + chunk + one + place, times + chunk + none + place, times + chunk + one + overlapping,
      times + single + one + descending,
      times + single + MP4Sample.full("stsz", number(all) + number(all)) + overlapping,
      times + chunk + MP4Sample.full("stsz", number(1 << 20) + number(all)) + overlapping,
      long("stsz"), long("stco"), long("stts"), times + times + chunk + chunk + one + one + place + place,
      MP4Sample.table("stsc", [number(0) + number(0) + number(0)]) + times + one + place,
      MP4Sample.full("stz2", number(3) + number(9)) + times + chunk + place,
      MP4Sample.full("co64", number(1) + MP4Sample.number(-1, 8)) + times + chunk + one,
    ]
    let media = MP4Sample.box("mdat", [UInt8](repeating: 0x21, count: 5000))
    for tables in cases {
      let file = MP4Sample.type + MP4Sample.index(MP4Sample.track(tables: tables)) + media
      for stream in [file, MP4Sample.type + media + MP4Sample.index(MP4Sample.track(tables: tables))] {
        let parsing = FileParsing(stream)
        #expect(parsing.largestMemory <= 128 << 10)
        #expect(parsing.packets.reduce(0) { $0 + $1.bytes.count - 7 } <= 2 * stream.count)
        #expect(parsing.jumps.count <= 300)
        _ = Parsing(stream)
      }
    }
  }

  /// Tables whose samples and chunks give nothing playable, and how the file may be read.
  static let unheard: [(name: String, tables: [UInt8], access: StreamOrigin.FileAccess)] = {
    let number = { MP4Sample.number($0) }
    let all = 0xFFFF_FFFF
    let times = MP4Sample.table("stts", [number(all) + number(1)])
    let chunk = MP4Sample.table("stsc", [number(1) + number(all) + number(1)])
    let single = MP4Sample.table("stsc", [number(1) + number(1) + number(1)])
    let place = MP4Sample.table("stco", [number(28)])
    let early = MP4Sample.full("stco", number(100_000), [UInt8](repeating: 0, count: 400_000))
    let long = { MP4Sample.full("stsz", number(2 << 20) + number($0)) }
    let small = MP4Sample.full("stsz", number(10) + number(all))
    let runs = { (count: Int, description: Int) in
      MP4Sample.table("stsc", (1...100_000).map { number($0) + number(count) + number(description) })
    }
    return [
      ("samples that are too long", times + chunk + place + long(1_000_000), .bySeeking),
      (
        "samples of no size",
        times + chunk + place
          + MP4Sample.full("stz2", number(8), number(100_000), [UInt8](repeating: 0, count: 100_000)),
        .bySeeking
      ),
      ("chunks behind us", times + single + early + small, .inOrder),
      ("chunks without samples", times + runs(0, 1) + early + small, .bySeeking),
      ("chunks of another kind", times + runs(1, 2) + early + small, .bySeeking),
      (
        "lengths of no samples",
        MP4Sample.table("stts", (0..<100_000).map { _ in number(0) + number(1) }) + single + early + small, .bySeeking
      ),
      ("four billion samples that are too long", times + chunk + place + long(all), .bySeeking),
    ]
  }()

  @Test("an index that skips more than 65,536 samples and chunks is reported as wrong", arguments: unheard.indices)
  func passedOver(index: Int) {
    let (name, tables, access) = Self.unheard[index]
    let media = MP4Sample.box("mdat", [UInt8](repeating: 0x21, count: 5000))
    let parsing = FileParsing(
      MP4Sample.type + MP4Sample.index(MP4Sample.track(tables: tables)) + media, access: access)
    #expect(
      parsing.error == .unsupported(source: "sample", kind: "an MP4 file whose index is wrong"), "\(name)")
  }

  @Test("a run of 200,000 chunks without samples, or of another kind, counts as one step", arguments: [(0, 1), (1, 2)])
  func foreignRun(count: Int, description: Int) {
    let number = { MP4Sample.number($0) }
    let chunks = 200_000
    let sizes = [UInt8](repeating: 0, count: count * 4 * (chunks - 1)) + number(50)
    func index(_ place: Int) -> [UInt8] {
      MP4Sample.index(
        MP4Sample.track(
          tables: MP4Sample.table("stts", [number(chunks) + number(1024)])
            + MP4Sample.table(
              "stsc",
              [number(1) + number(count) + number(description), number(chunks) + number(1) + number(1)])
            + MP4Sample.full("stsz", number(0), number(sizes.count / 4), sizes)
            + MP4Sample.full("stco", number(chunks), [UInt8](repeating: 0, count: 4 * (chunks - 1)), number(place))))
    }
    let sample = [UInt8](repeating: 0x20, count: 50)
    let file = MP4Sample.type + index(MP4Sample.type.count + index(0).count + 8) + MP4Sample.box("mdat", sample)
    let parsing = FileParsing(file)
    #expect(parsing.error == nil)
    #expect(parsing.bytes.map { Array($0.dropFirst(7)) } == [sample])
  }

  @Test("the search for an index ends after 16 stretches of media data")
  func neverIndexed() {
    var parser = StreamParser(source: "sample", origin: .file(.byRanges))
    var jumps = 0
    let error = #expect(throws: TuneError.self) {
      var next = MP4Sample.type
      while jumps < 100 {
        _ = try parser.feed(next + MP4Sample.number(1 << 20) + Array("mdat".utf8))
        next = []
        if case .position = parser.demand { jumps += 1 }
      }
    }
    #expect(jumps == 16)
    #expect(
      error
        == .unsupported(source: "sample", kind: "an MP4 file without an index within 16 stretches of media data"))
  }

  // MARK: Fragments behind tables

  @Test("a file that continues in fragments is played completely", .enabled(if: SignalSource.isAvailable))
  func continuedByFFmpeg() throws {
    let file = try Tool.encoded("-c:a aac -movflags frag_keyframe -frag_duration 1000000", fileName: "x.mp4")
    let copied = try Tool.copied(file, to: "aac")
    for access in [StreamOrigin.FileAccess.bySeeking, .byRanges, .inOrder] {
      let parsing = FileParsing(file, access: access) { 3001 }
      #expect(parsing.bytes.flatMap { $0 } == copied)
      #expect((132_300...134_144).contains(parsing.frameCount))
      #expect(parsing.error == nil && parsing.discontinuities == [0])
    }
  }

  @Test("chunks whose sample description is like the first one are played, and those of another coding left out")
  func twoDescriptions() {
    func parsing(_ entries: [[UInt8]]) -> FileParsing {
      FileParsing(MP4Sample.file(samples, .init(chunks: [3], descriptions: [1, 2], entries: entries)))
    }
    let same = parsing([MP4Sample.aac, MP4Sample.aac])
    #expect(same.bytes == packed && same.error == nil && same.discontinuities == [0])
    let other = parsing([MP4Sample.aac, MP4Sample.entry("ac-3")])
    #expect(other.bytes == packed.indices.filter { $0 / 3 % 2 == 0 }.map { packed[$0] })
  }

  @Test("fragments behind an index at the end of the first media data are played", arguments: [0, 300_000])
  func continued(padding: Int) {
    let number = { MP4Sample.number($0) }
    let first = Array(samples[..<10])
    let tables =
      MP4Sample.table("stts", [number(10) + number(1024)])
      + MP4Sample.table("stsc", [number(1) + number(10) + number(1)]) + MP4Sample.sizes(first.map(\.count))
      + MP4Sample.table("stco", [number(MP4Sample.type.count + 8 + padding)])
    let extends = MP4Sample.box(
      "mvex", MP4Sample.full("trex", number(1), number(1), number(1024), MP4Sample.number(0, 8)))
    let index = MP4Sample.index(MP4Sample.track(tables: tables), extra: extends)
    let media = MP4Sample.box("mdat", [UInt8](repeating: 0x55, count: padding), first.flatMap { $0 })
    let file = MP4Sample.type + media + index + MP4Sample.fragment(Array(samples[10...]), time: 10 * 1024)
    for access in [StreamOrigin.FileAccess.bySeeking, .byRanges] {
      let parsing = FileParsing(file, access: access)
      #expect(parsing.bytes == packed)
      #expect(parsing.error == nil && parsing.discontinuities == [0])
    }
  }

  @Test(
    "tables of three hours with a chunk for each sample take about as much memory as their length; 32 MiB is the limit")
  func threeHours() throws {
    let count = 3 * 3600 * 48000 / 1024
    let number = { MP4Sample.number($0) }
    func index(_ count: Int) -> [UInt8] {
      let rows = [UInt8](repeating: 1, count: 4 * count)
      let tables =
        MP4Sample.full("stsz", number(0), number(count), rows) + MP4Sample.full("stco", number(count), rows)
        + MP4Sample.table("stsc", [number(1) + number(1) + number(1)])
        + MP4Sample.table("stts", [number(count) + number(1024)])
      return MP4Sample.type + MP4Sample.index(MP4Sample.track(tables: tables))
    }
    var parser = StreamParser(source: "sample", origin: .file(.bySeeking))
    _ = try parser.feed(index(count))
    #expect(parser.demand == .next)
    #expect(parser.inputMemory < 4 << 20 + 400 << 10)
    let long = index((32 << 20) / 8 + 1)
    #expect(
      FileParsing(long).error == .unsupported(source: "sample", kind: "an MP4 file whose index is longer than 32 MiB"))
  }

  @Test(
    "a damaged index gives at most twice the file's bytes, and the same packets for any split",
    arguments: 1...40 as ClosedRange<UInt64>)
  func damage(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    var file = MP4Sample.file(samples, .init(chunks: [3], gap: 20, indexIsLast: seed % 2 == 0))
    let index = seed % 2 == 0 ? (file.count - 1200)..<file.count : 28..<1200
    for _ in 0..<8 { file[.random(in: index, using: &generator)] = .random(in: 0...0xFF, using: &generator) }
    let parsing = FileParsing(file)
    #expect(parsing.packets.reduce(0) { $0 + $1.bytes.count - 7 } <= 2 * file.count)
    let split = FileParsing(file) { .random(in: 1...500, using: &generator) }
    #expect(split.elements == parsing.elements)
    #expect(split.error == parsing.error)
  }
}
