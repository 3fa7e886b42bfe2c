import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Fragmented MP4")
struct MP4Tests {
  private static let fragmented = "-movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 500000"

  // MARK: Streams from ffmpeg

  @Test(
    "the packets are those that ffmpeg copies out", .enabled(if: SignalSource.isAvailable),
    arguments: [
      ("-c:a aac \(fragmented)", "aac", 3.0), ("-c:a aac -movflags frag_every_frame+delay_moov", "aac", 3.0),
      ("-c:a aac -movflags dash+global_sidx+frag_keyframe", "aac", 3.0),
      ("-f lavfi -i testsrc=s=64x48:d=3 -c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov", "aac", 3.0),
      ("-c:a libmp3lame \(fragmented)", "mp3", 3.0), ("-c:a flac -strict -2 \(fragmented)", "data", 3.0),
      ("-c:a alac \(fragmented)", "data", 3.0),
      ("-c:a libopus -ar 48000 \(fragmented)", "data", 3.0),
    ])
  func ffmpeg(options: String, kind: String, seconds: Double) throws {
    let stream = try Tool.encoded(options, fileName: "x.mp4")
    let parsing = Parsing(stream)
    #expect(parsing.error == nil)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters == StreamParser.Counters())
    #expect(parsing.largestInputMemory <= 128 << 10)
    #expect(
      parsing.packets.allSatisfy { $0.setup == parsing.packets[0].setup && ($0.setup != nil) == (kind == "data") })
    #expect(parsing.bytes.flatMap { $0 } == (try Tool.copied(stream, to: kind)))
    #expect(Parsing(stream) { 777 } == parsing)
    let sound = parsing.packets.reduce(0.0) { $0 + Double($1.frameCount) / Double($1.headerFormat.sampleRate) }
    #expect(abs(sound - seconds) < 0.05)
  }

  @Test("the start trim is the encoder delay, where the file gives it", .enabled(if: SignalSource.isAvailable))
  func delay() throws {
    func trims(_ options: String) throws -> [Int] {
      Parsing(try Tool.encoded(options, fileName: "x.mp4")).packets.map(\.startTrim)
    }
    #expect(try trims("-c:a aac -movflags frag_keyframe+delay_moov").prefix(3) == [1024, 0, 0])
    #expect(try trims("-c:a libopus -ar 48000 \(Self.fragmented)").prefix(3) == [312, 0, 0])
  }

  @Test("segments behind their index form one stream", .enabled(if: SignalSource.isAvailable))
  func segments() throws {
    let whole = try Tool.encoded("-c:a aac", fileName: "x.ts")
    let segments = try Tool.segments(
      of: whole, "-bsf:a aac_adtstoasc -hls_time 1 -hls_segment_type fmp4", suffix: ".m4s")
    #expect(segments.count >= 4)
    let parsing = Parsing(segments.flatMap { $0 })
    #expect(parsing.bytes == Parsing(whole).bytes)
    #expect(parsing.discontinuities == [0])
    // A stream joined behind the first media segment has no start trim.
    let joined = Parsing((segments[..<1] + segments[2...]).flatMap { $0 })
    #expect(joined.packets.allSatisfy { $0.startTrim == 0 })
    #expect(joined.bytes.suffix(40) == parsing.bytes.suffix(40))
  }

  @Test(
    "the error names what cannot be played", .enabled(if: SignalSource.isAvailable),
    arguments: [
      ("-c:a ac3 -movflags frag_keyframe+delay_moov", "AC-3"),
      ("-c:a eac3 -movflags frag_keyframe+delay_moov", "E-AC-3"),
      ("-f lavfi -i testsrc=s=64x48:d=1 -map 1 -c:v mpeg4 \(fragmented)", "video without sound"),
      ("-c:a aac", MP4Sample.indexAtEnd), ("-f lavfi -i testsrc=s=64x48:d=1 -map 1 -c:v mpeg4", MP4Sample.indexAtEnd),
      ("-f lavfi -i testsrc=s=64x48:d=1 -map 1 -c:v mpeg4 -movflags +faststart", "video without sound"),
      ("-c:a ac3 -movflags +faststart", "AC-3"),
      (
        "-c:a aac \(fragmented) -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb"
          + " -encryption_kid a7e61c373e219033c21091fa607bf3b8", "an encrypted MP4 file"
      ),
    ])
  func unsupported(options: String, kind: String) throws {
    let parsing = Parsing(try Tool.encoded(options, fileName: "x.mp4"))
    #expect(parsing.error == .unsupported(source: "sample", kind: kind))
    #expect(parsing.packets.isEmpty)
  }

  // MARK: Index

  private let frames = Sample.frames(Sample.aac, 40)
  private var packed: [[UInt8]] { Parsing(MP4Sample.stream(frames)).bytes }

  @Test("raw AAC comes out in ADTS frames")
  func framing() {
    #expect(packed.map { $0.dropFirst(7) } == frames.map { $0.dropFirst(7) })
    #expect(Parsing(packed).bytes == packed)
    #expect(packed.map { Array($0.prefix(3)) } == frames.map { _ in [0xFF, 0xF1, 0x50] })
  }

  /// The bits of a decoder configuration, and the result: the format, or the name of an unsupported coding.
  static let configurations: [(config: String, format: AudioFormat?, kind: String?)] = [
    ("00010 0100 0010 000", AudioFormat(sampleRate: 44100, channels: 2), nil),
    ("00010 1111 000000001010110001000100 0001 000", AudioFormat(sampleRate: 44100, channels: 1), nil),
    ("00101 0111 0001 0100 00010 000", AudioFormat(sampleRate: 22050, channels: 1), nil),  // HE-AAC
    ("11101 0110 0010 0011 00010 000", AudioFormat(sampleRate: 24000, channels: 2), nil),  // HE-AACv2
    // Band replication at the core's own rate: ADTS cannot state that, and the decoder plays it at twice the rate, which
    // is the right pitch.
    ("00101 0011 0010 0011 00010 000", AudioFormat(sampleRate: 48000, channels: 2), nil),
    ("00010 0011 0111 000", AudioFormat(sampleRate: 48000, channels: 8), nil),
    ("00010 1111 000000001010110001000101 0001 000", nil, "AAC of an unusual sample rate"),
    ("00010 1101 0001 000", nil, "AAC of an unusual sample rate"),
    ("00010 0100 0000 000", nil, "AAC of an unusual channel layout"),
    ("00010 0100 1011 000", nil, "AAC of an unusual channel layout"),
    ("00010 0100 0010 100", nil, "AAC in frames of 960 samples"),
    ("11111 001010 0100 0010 000", nil, "xHE-AAC (USAC)"),
    ("10111 0100 0010 000", nil, "AAC-LD"), ("11111 000111 0100 0010 000", nil, "AAC-ELD"),
    ("", nil, "MPEG-4 audio of object type 0"), ("00010 01", nil, "AAC of an unusual sample rate"),
  ]

  @Test(
    "every AAC configuration gives its format or the name of an unsupported coding", arguments: configurations.indices)
  func configuration(index: Int) {
    let (text, format, kind) = Self.configurations[index]
    let bits = text.filter { $0 != " " }
    let config = stride(from: 0, to: bits.count, by: 8).map { start in
      let byte = bits.dropFirst(start).prefix(8)
      return UInt8(byte, radix: 2).map { $0 << (8 - byte.count) } ?? 0
    }
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.mp4a(config)))
    let parsing = Parsing(index + MP4Sample.fragment([[1, 2, 3]], time: 0))
    #expect(parsing.packets.first?.headerFormat == format)
    #expect(parsing.error == kind.map { .unsupported(source: "sample", kind: $0) })
  }

  @Test("a sample of MP3 shorter than its frame is left out, as MPEG-4 has whole frames alone (ISO/IEC 14496-3 1.6)")
  func shortFrames() {
    let frames = (0..<8).map { number in
      [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: UInt8(number), count: number % 4 == 2 ? 300 : 413)
    }
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.entry(".mp3")))
    let parsing = Parsing(index + MP4Sample.fragment(frames, time: 0))
    #expect(parsing.bytes == frames.filter { $0.count == 417 } && parsing.error == nil)
  }

  @Test("the sample entry gives the name of an unsupported coding", arguments: ["ac-4", "mha1", "samr", "wxyz"])
  func entries(name: String) {
    let names = ["ac-4": "AC-4", "mha1": "MPEG-H 3D Audio", "samr": "AMR", "wxyz": "an MP4 file coded as 'wxyz'"]
    let parsing = Parsing(MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.entry(name))))
    #expect(parsing.error == names[name].map { .unsupported(source: "sample", kind: $0) })
  }

  @Test("the first playable track is played, with old and new versions of boxes")
  func tracks() {
    let picture = MP4Sample.track(id: 7, handler: "vide", entry: MP4Sample.entry("avc1"))
    let other = MP4Sample.track(id: 8, entry: MP4Sample.entry("ac-3"))
    let sound = MP4Sample.track(id: 9, entry: MP4Sample.aac, start: 2048, version: 1)
    let late = MP4Sample.track(id: 10, entry: MP4Sample.aac)
    let name = MP4Sample.box(
      "©nam", MP4Sample.box("data", MP4Sample.number(1), MP4Sample.number(0), Array("Söng".utf8)))
    let tags = MP4Sample.box(
      "udta", MP4Sample.full("meta", MP4Sample.box("hdlr", MP4Sample.number(0, 24)), MP4Sample.box("ilst", name)))
    let index = MP4Sample.type + MP4Sample.movie(picture, other, sound, late, extra: tags, ids: [7, 8, 9, 10])
    let media = MP4Sample.fragment(MP4Sample.raw(frames), time: 0, track: 9, version: 0)
    let parsing = Parsing(index + MP4Sample.fragment([[1], [2]], time: 0, track: 7) + media)
    #expect(parsing.bytes == packed)
    #expect(parsing.titles == ["Söng"])
    #expect(parsing.packets.prefix(3).map(\.startTrim) == [1024, 1024, 0])
    #expect(parsing.packets.prefix(3).map(\.frameCount) == [0, 0, 1024])
  }

  @Test(
    "what is wrong in a description ends the description, and the index around it is used",
    arguments: [
      NamedBytes("QuickTime's end", MP4Sample.number(0)), NamedBytes("a zero box", MP4Sample.number(0, 8)),
      NamedBytes("a box that is too long", MP4Sample.number(999) + Array("xxxx".utf8)),
      NamedBytes("a long box of size 1", MP4Sample.number(1) + Array("xxxx".utf8) + MP4Sample.number(-1, 8)),
      NamedBytes("junk", [UInt8](repeating: 0xAB, count: 50)),
    ])
  func descriptions(end: NamedBytes) {
    let sound = MP4Sample.track(entry: MP4Sample.aac)
    for name in ["udta", "meta"] {
      let around = MP4Sample.movie(sound, extra: MP4Sample.box(name, end.bytes))
      let within = MP4Sample.movie(
        sound, extra: MP4Sample.box("udta", MP4Sample.box(name, MP4Sample.number(0), end.bytes), MP4Sample.number(0)))
      for index in [around, within] {
        let parsing = Parsing(MP4Sample.type + index + MP4Sample.fragment(MP4Sample.raw(frames), time: 0))
        #expect(parsing.bytes == packed && parsing.error == nil, "\(name)")
      }
    }
  }

  @Test("a repeated index changes nothing; another index is a discontinuity and a new start")
  func again() {
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac, start: 1024))
    let mono = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.mp4a([0x12, 0x08])))
    let raw = MP4Sample.raw(frames)
    func part(_ number: Int, time: Int) -> [UInt8] {
      MP4Sample.fragment(Array(raw[(number * 10)..<(number * 10 + 10)]), time: time)
    }
    let parsing = Parsing(
      index + part(0, time: 0) + index + part(1, time: 10240) + mono + part(2, time: 20480) + index + part(3, time: 0))
    #expect(parsing.discontinuities == [0, 20, 30])
    #expect(parsing.packets.indices.filter { parsing.packets[$0].startTrim > 0 } == [0, 30])
    #expect(parsing.packets[20].headerFormat.channels == 1)
  }

  // MARK: Fragments

  @Test("an offset counts from the base that the boxes give, or from the end of the run before it")
  func offsets() {
    let raw = MP4Sample.raw(Array(frames[..<6]))
    let number = { MP4Sample.number($0) }
    let other: [[UInt8]] = [[1, 1, 1], [2, 2]]
    func run(_ samples: [[UInt8]], offset: Int? = nil) -> [UInt8] {
      let sizes = samples.flatMap { number($0.count) }
      return MP4Sample.full(
        "trun", flags: offset == nil ? 0x200 : 0x201, number(samples.count), offset.map(number) ?? [], sizes)
    }
    func head(track: Int, flags: Int = 0, _ rest: [UInt8] = []) -> [UInt8] {
      MP4Sample.full("tfhd", flags: flags, number(track), rest)
    }
    // The other track's data come first, then two runs of this track without offsets: each begins where the one before
    // it ends.
    func moof(_ offset: Int) -> [UInt8] {
      MP4Sample.box(
        "moof", MP4Sample.box("traf", head(track: 2), run(other, offset: offset)),
        MP4Sample.box("traf", head(track: 1), run(Array(raw[..<2])), run(Array(raw[2...]))))
    }
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac), ids: [1, 2])
    let data = MP4Sample.box("mdat", (other + raw).flatMap { $0 })
    #expect(Parsing(index + moof(moof(0).count + 8) + data).bytes == Array(packed[..<6]))
    // A base in this file, then a base from another file, each with a gap before the samples.
    for base in [index.count, 123_456_789] {
      func moof(_ offset: Int) -> [UInt8] {
        MP4Sample.box(
          "moof", MP4Sample.box("traf", head(track: 1, flags: 1, MP4Sample.number(base, 8)), run(raw, offset: offset)))
      }
      let gap = MP4Sample.box("free", number(0))
      let media = MP4Sample.box("mdat", [9, 9, 9], raw.flatMap { $0 })
      #expect(Parsing(index + moof(moof(0).count + gap.count + 11) + gap + media).bytes == Array(packed[..<6]))
    }
    // Default sizes and durations, and media data that reach to the end of the stream.
    let equal = (0..<4).map { [UInt8](repeating: $0, count: 50) }
    func plain(_ offset: Int) -> [UInt8] {
      MP4Sample.box(
        "moof",
        MP4Sample.box(
          "traf", head(track: 1, flags: 0x2_0038, number(1024) + number(50) + number(0)),
          MP4Sample.full("trun", flags: 1, number(4), number(offset))))
    }
    let endless = number(0) + Array("mdat".utf8) + equal.flatMap { $0 }
    #expect(Parsing(index + plain(plain(0).count + 8) + endless).bytes.map { Array($0.dropFirst(7)) } == equal)
  }

  @Test("a missing fragment is a discontinuity, a late one is not")
  func missing() {
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac))
    let raw = MP4Sample.raw(frames)
    let first = MP4Sample.fragment(Array(raw[..<10]), time: 441_000)
    #expect(Parsing(index + first + MP4Sample.fragment(Array(raw[10...]), time: 451_240)).discontinuities == [0])
    #expect(Parsing(index + first + MP4Sample.fragment(Array(raw[10...]), time: 451_300)).discontinuities == [0])
    #expect(Parsing(index + first + MP4Sample.fragment(Array(raw[10...]), time: nil)).discontinuities == [0])
    #expect(Parsing(index + first + MP4Sample.fragment(Array(raw[20...]), time: 461_480)).discontinuities == [0, 10])
  }

  @Test(
    "a title of an event message comes before the sound of its time, or at once when its time is far ahead",
    arguments: [0, 1] as [UInt8])
  func messages(version: UInt8) {
    let raw = MP4Sample.raw(frames)
    let begin = version == 0 ? 0 : 10_000  // 441000 time units of 1/44100 s
    let stream =
      MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac))
      + MP4Sample.message("No", ticks: begin, version: version, scheme: "urn:scte:scte35:2013:bin")
      + MP4Sample.message("One", ticks: begin, version: version)
      + MP4Sample.message("Two", ticks: begin + 465, version: version)  // frame 20, counted from 0, begins at 464.4 ms
      + MP4Sample.message("Far", ticks: begin + 99_000, version: version)
      + MP4Sample.fragment(raw, time: 441_000)
    let parsing = Parsing(stream)
    #expect(parsing.titles == ["One", "Far", "Two"])
    #expect(parsing.titlePlaces == [0, 0, 21])
    #expect(parsing.bytes == packed)
  }

  // MARK: Damage

  @Test("false sizes and counts take at most 1 MiB of memory and do not damage a later fragment")
  func lies() {
    let index = MP4Sample.type + MP4Sample.movie(MP4Sample.track(entry: MP4Sample.aac))
    let number = { MP4Sample.number($0) }
    func moof(_ run: [UInt8], flags: Int = 0x2_0000, _ rest: [UInt8] = []) -> [UInt8] {
      MP4Sample.box("moof", MP4Sample.box("traf", MP4Sample.full("tfhd", flags: flags, number(1), rest), run))
    }
    let media = MP4Sample.box("mdat", [UInt8](repeating: 7, count: 5000))
    let good = MP4Sample.fragment(MP4Sample.raw(frames), time: 0)
    let all = 0xFFFF_FFFF
    let fragments: [[UInt8]] = [
      moof(MP4Sample.full("trun", flags: 1, number(all), number(100))),
      moof(MP4Sample.full("trun", flags: 1, number(all), number(100)), flags: 0x2_0018, number(all) + number(all)),
      moof(MP4Sample.full("trun", flags: 1, number(all), number(100)), flags: 0x2_0018, number(all) + number(1 << 20)),
      moof(MP4Sample.full("trun", flags: 0x301, number(all), number(-1), number(all))),
      moof(MP4Sample.full("trun", flags: 0x201, number(2), number(100), number(all), number(0))),
      moof(MP4Sample.full("trun", flags: 0x201, number(3), number(0x7FFF_FFFF), number(1), number(1), number(1))),
      moof(MP4Sample.full("trun", flags: 0x200, number(50_000), [UInt8](repeating: 0, count: 200_000))),
      moof(number(8 << 20) + Array("trun".utf8)),
      moof((0..<5000).flatMap { _ in MP4Sample.full("trun", flags: 0x200, number(1), number(1)) }),
      (0..<100).reduce([]) { inner, _ in MP4Sample.box("moof", MP4Sample.box("traf", inner)) },
      MP4Sample.box("moof", number(100_000) + Array("moov".utf8)),
    ]
    for fragment in fragments {
      let parsing = Parsing(index + fragment + media + index + good)
      #expect(parsing.error == nil)
      #expect(parsing.bytes.suffix(40) == packed.suffix(40))
      #expect(parsing.largestInputMemory <= 1 << 20)
    }
  }

  @Test("a sample table of 1 MiB takes at most 5 MiB of memory, which later fragments release")
  func longTable() {
    let sizes = [UInt8](repeating: 0, count: (1 << 20) - 200)
    let run = MP4Sample.full("trun", flags: 0x200, MP4Sample.number(sizes.count / 4), sizes)
    let moof = MP4Sample.box("moof", MP4Sample.box("traf", MP4Sample.full("tfhd", MP4Sample.number(1)), run))
    var parser = StreamParser(source: "sample")
    let stream = MP4Sample.stream(frames)
    do {
      _ = try parser.feed(stream + moof + MP4Sample.box("mdat", [1]))
      var largest = parser.inputMemory
      #expect(largest <= 5 << 20)
      for number in 0..<50 {
        _ = try parser.feed(MP4Sample.fragment(MP4Sample.raw(frames), time: number * 40_960))
        largest = parser.inputMemory
      }
      #expect(largest <= 128 << 10)
    } catch {
      Issue.record(error)
    }
  }

  @Test("an endless stream of boxes without sound fails within 65 MiB, and junk behind the sound fails too")
  func endless() {
    let box = MP4Sample.box("free", [UInt8](repeating: 0, count: 60_000))
    for stream in [MP4Sample.stream(frames), MP4Sample.type] {
      var parser = StreamParser(source: "sample")
      var fed = 0
      var failure: TuneError?
      do throws(TuneError) {
        _ = try parser.feed(stream)
        while fed < 100 << 20 {
          _ = try parser.feed(box)
          fed += box.count
        }
      } catch {
        failure = error
      }
      #expect(failure != nil)
      #expect(fed <= 65 << 20)
    }
    let parsing = Parsing(MP4Sample.stream(frames) + [UInt8](repeating: 0x41, count: 300_000))
    #expect(parsing.error == .connectionLost(host: "sample", reason: "no more audio frames"))
    #expect(parsing.bytes == packed)
  }

  @Test("the sound is found again behind any damage, the same for any split", arguments: 1...60 as ClosedRange<UInt64>)
  func damage(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let good = Sample.frames(Sample.aac, 300)
    let whole = Parsing(MP4Sample.stream(good)).bytes
    var stream = MP4Sample.stream(good)
    for _ in 0..<6 {
      let place = Int.random(in: 2000..<(stream.count / 2), using: &generator)
      switch seed % 3 {
      case 0: stream[place] = .random(in: 0...0xFF, using: &generator)
      case 1: stream.removeSubrange(place..<(place + .random(in: 1...400, using: &generator)))
      default: stream.insert(contentsOf: generator.bytes(.random(in: 1...400, using: &generator)), at: place)
      }
    }
    let parsing = Parsing(stream, limits: .init(resync: 1 << 20))
    #expect(parsing.error == nil)
    #expect(parsing.bytes.suffix(100) == whole.suffix(100))
    #expect(Parsing(stream, limits: .init(resync: 1 << 20)) { .random(in: 1...500, using: &generator) } == parsing)
  }
}
