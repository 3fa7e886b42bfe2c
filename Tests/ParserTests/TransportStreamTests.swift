import AudioCore
import Parser
import TestSupport
import Testing

@Suite("MPEG transport streams")
struct TransportStreamTests {
  private typealias Stream = TransportSample.Stream

  // MARK: Streams from ffmpeg

  @Test(
    "the packets are those that ffmpeg copies out", .enabled(if: SignalSource.isAvailable),
    arguments: [
      ("-c:a aac", "aac", 3.0), ("-c:a libmp3lame -b:a 96k", "mp3", 3.0), ("-c:a mp2 -ar 48000", "mp2", 3.0),
      ("VIDEO -c:a aac", "aac", 3.0), ("-c:a aac -ac 1 -ar 22050 -pes_payload_size 100", "aac", 3.0),
    ])
  func ffmpeg(options: String, kind: String, seconds: Double) throws {
    let video = "-f lavfi -i testsrc=s=64x48:d=3 -c:v mpeg2video"
    let stream = try Tool.encoded(options.replacing("VIDEO", with: video), fileName: "x.ts")
    let parsing = Parsing(stream)
    #expect(parsing.error == nil)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.bytes.flatMap { $0 } == (try Tool.copied(stream, to: kind)))
    #expect(Parsing(stream) { 1000 } == parsing)
    #expect(parsing.largestInputMemory <= 160 << 10)
    let sound = parsing.packets.reduce(0.0) { $0 + Double($1.frameCount) / Double($1.headerFormat.sampleRate) }
    #expect(abs(sound - seconds) < 0.1)
  }

  @Test("consecutive segments form one stream", .enabled(if: SignalSource.isAvailable))
  func segments() throws {
    let whole = try Tool.encoded("-c:a aac", fileName: "x.ts")
    let segments = try Tool.segments(of: whole, "-hls_time 1", suffix: ".ts")
    #expect(segments.count >= 3)
    let parsing = Parsing(segments.flatMap { $0 })
    #expect(parsing.bytes == Parsing(whole).bytes)
    #expect(parsing.discontinuities == [0])
  }

  @Test(
    "the error names what cannot be played", .enabled(if: SignalSource.isAvailable),
    arguments: [
      ("-c:a aac -mpegts_flags +latm", "AAC in LATM/LOAS"), ("-c:a ac3", "AC-3"), ("-c:a eac3", "E-AC-3"),
      ("-c:a dca -strict -2", "DTS"), ("-c:a libopus -ar 48000", "Opus in an MPEG transport stream"),
      ("-f lavfi -i testsrc=s=64x48:d=1 -map 1 -c:v mpeg2video", "video without sound"),
    ])
  func unsupported(options: String, kind: String) throws {
    let parsing = Parsing(try Tool.encoded(options, fileName: "x.ts"))
    #expect(parsing.error == .unsupported(source: "sample", kind: kind))
    #expect(parsing.packets.isEmpty)
  }

  // MARK: Tables

  private let frames = Sample.frames(Sample.aac, 40)

  @Test("the first playable audio stream is played, behind unplayable streams and before others")
  func firstSound() {
    var sample = TransportSample()
    sample.addTables(
      Stream(type: 0x81, pid: 0x200), Stream(type: 0x1B, pid: 0x201), .aac, Stream(type: 0x03, pid: 0x202))
    for start in stride(from: 0, to: 40, by: 2) {
      sample.addPES(Sample.mp3.frame(), pid: 0x202)
      sample.addPES(frames[start] + frames[start + 1], pid: TransportSample.soundPID)
    }
    #expect(Parsing(sample.bytes).bytes == frames)
  }

  @Test("a program without sound is skipped for the next one")
  func secondProgram() {
    var sample = TransportSample()
    sample.addAssociation([(0, 0x10), (5, 0x300), (6, TransportSample.mapPID)])
    for _ in 0..<3 { sample.addMap([Stream(type: 0x1B, pid: 0x301)], program: 5, pid: 0x300) }
    sample.addMap([.aac], program: 6)
    sample.addPES(frames.flatMap { $0 }, pid: TransportSample.soundPID, hasLength: false)
    #expect(Parsing(sample.bytes).bytes == frames)
  }

  @Test("a table across several packets is read, and a table with a wrong checksum is ignored")
  func tables() {
    var sample = TransportSample()
    sample.addTables(Stream(type: 0x03, pid: 0x250), badChecksum: true)
    sample.addPES(Sample.frames(Sample.mp3, 5).flatMap { $0 }, pid: 0x250)
    sample.addTables(.aac, descriptors: [UInt8](repeating: 0x80, count: 700))
    sample.addPES(frames.flatMap { $0 }, pid: TransportSample.soundPID)
    #expect(Parsing(sample.bytes).bytes == frames)
  }

  @Test("the audio stream of a new table follows as a discontinuity")
  func changedTable() {
    let mp3 = Sample.frames(Sample.mp3, 20)
    var sample = TransportSample(frames)
    sample.addTables(Stream(type: 0x03, pid: 0x222))
    sample.addPES(mp3.flatMap { $0 }, pid: 0x222)
    let parsing = Parsing(sample.bytes)
    #expect(parsing.bytes == frames + mp3)
    #expect(parsing.discontinuities == [0, 40])
  }

  @Test("the error names sound that a descriptor or a type of Blu-ray Discs states")
  func described() {
    let streams: [(type: UInt8, descriptors: [UInt8], kind: String)] = [
      (0x06, [0x7F, 1, 0x0E], "DTS"), (0x06, [0x7F, 1, 0x15], "AC-4"), (0x06, [0x7A, 0], "E-AC-3"), (0xA2, [], "DTS"),
      (0xA1, [], "E-AC-3"),
    ]
    for (type, descriptors, kind) in streams {
      var sample = TransportSample()
      sample.addTables(TransportSample.Stream(type: type, pid: 0x123, descriptors: descriptors))
      for _ in 0..<5 { sample.addNull() }
      #expect(Parsing(sample.bytes).error == .unsupported(source: "sample", kind: kind))
    }
  }

  @Test("the error names a stream without sound, whether its table lists none or no table comes")
  func silent() {
    let kind = "an MPEG transport stream without sound"
    var sample = TransportSample()
    sample.addTables(Stream(type: 0x05, pid: 0x123))
    for _ in 0..<5 { sample.addNull() }
    #expect(Parsing(sample.bytes).error == .unsupported(source: "sample", kind: kind))
    var parser = StreamParser(source: "sample")
    var empty = TransportSample()
    for _ in 0..<1000 { empty.addNull() }
    var fed = 0
    #expect(throws: TuneError.unsupported(source: "sample", kind: kind)) {
      while fed < 64 << 20 {
        _ = try parser.feed(empty.bytes)
        fed += empty.bytes.count
      }
    }
    #expect(fed < 17 << 20)
  }

  @Test("the error names an encrypted stream")
  func encrypted() {
    var sample = TransportSample()
    sample.addTables(.aac)
    for _ in 0..<5 { sample.add(frames.flatMap { $0 }, pid: TransportSample.soundPID, scrambled: true) }
    #expect(
      Parsing(sample.bytes).error == .unsupported(source: "sample", kind: "an encrypted MPEG transport stream"))
  }

  // MARK: Titles

  @Test("a title comes before the sound of its time", arguments: [0, 6])
  func titles(lead: Int) {
    let titles = [4: "One", 20: "Two", 30: "Three"]
    let parsing = Parsing(TransportSample(frames, titles: titles, lead: lead).bytes)
    #expect(parsing.titles == ["One", "Two", "Three"])
    #expect(parsing.titlePlaces == [4, 20, 30])
    #expect(parsing.bytes == frames)
  }

  @Test("a title at the end, without a time, or with a time far from the sound is still given")
  func loneTitles() {
    var sample = TransportSample(Array(frames[..<20]))
    sample.addPES(ID3Sample.titled("Far"), pid: TransportSample.titlesPID, time: 0)
    sample.addPES(ID3Sample.timestamp, pid: TransportSample.titlesPID, time: 0)
    sample.addPES(frames[20...].flatMap { $0 }, pid: TransportSample.soundPID, time: 900_000)
    sample.addPES(ID3Sample.titled("Last"), pid: TransportSample.titlesPID, hasLength: false)
    let parsing = Parsing(sample.bytes)
    #expect(parsing.titles == ["Far", "Last"])
    #expect(parsing.titlePlaces == [20, 40])
  }

  @Test("of 2000 titles whose sound never comes, only the last eight are kept")
  func manyTitles() {
    var sample = TransportSample(frames)
    for number in 0..<2000 {
      sample.addPES(ID3Sample.titled("\(number)"), pid: TransportSample.titlesPID, time: 910_000 + number)
    }
    let parsing = Parsing(sample.bytes)
    #expect(parsing.titles == (1992..<2000).map { (number: Int) -> String in String(number) })
  }

  @Test("sound before the first tables is played, up to 64 KiB of it", arguments: [10, 40, 600])
  func soundBeforeTables(count: Int) {
    let early = Sample.frames(Sample.aac, count)
    var sample = TransportSample()
    sample.addNull()
    for frame in early { sample.addPES(frame, pid: TransportSample.soundPID) }
    sample.addPES([UInt8](repeating: 7, count: 500), pid: 0x200)
    sample.addTables(.aac)
    for frame in frames { sample.addPES(frame, pid: TransportSample.soundPID) }
    let parsing = Parsing(sample.bytes) { 1000 }
    #expect(parsing.error == nil)
    #expect(parsing.discontinuities == [0])
    let held = parsing.bytes.count - frames.count
    #expect(parsing.bytes == Array((early + frames).suffix(parsing.bytes.count)))
    // A frame takes three packets, which are 564 bytes.
    #expect(count == 600 ? held >= 50 && held * 564 <= 64 << 10 : held == count)
    #expect(parsing.largestInputMemory <= 220 << 10)
  }

  // MARK: Damage

  @Test("bytes behind the stated length of a packet of sound are not sound")
  func behindLength() {
    var sample = TransportSample()
    sample.addTables(.aac)
    for frame in frames { sample.addPES(frame, pid: TransportSample.soundPID, behind: frame) }
    #expect(Parsing(sample.bytes).bytes == frames)
  }

  @Test("segments that restart their counters form one stream, and a packet that is sent twice counts once")
  func continuity() {
    var sample = TransportSample(Array(frames[..<20]))
    for start in stride(from: 20, to: 40, by: 4) {
      sample.restartCounters()
      sample.addTables(.aac, .titles)
      sample.addPES(frames[start..<(start + 4)].flatMap { $0 }, pid: TransportSample.soundPID)
    }
    let twice = sample.packets.flatMap { $0 + $0 }
    for stream in [sample.bytes, twice] {
      let parsing = Parsing(stream)
      #expect(parsing.bytes == frames)
      #expect(parsing.discontinuities == [0])
      #expect(parsing.counters == StreamParser.Counters())
    }
  }

  @Test("a missing packet loses at most four frames and is one discontinuity", arguments: 0..<12)
  func missing(number: Int) throws {
    var packets = TransportSample(frames, perPacket: 4).packets
    let sound = packets.indices.filter { packets[$0][1] & 0x1F == 1 && packets[$0][2] == 1 }
    packets.remove(at: sound[20 + number])
    let parsing = Parsing(packets.flatMap { $0 })
    #expect(parsing.error == nil)
    #expect(parsing.bytes.allSatisfy(frames.contains))
    #expect(parsing.packets.count >= frames.count - 4)
    #expect(parsing.discontinuities.count == 2)
  }

  @Test("a tag in the sound that is cut by lost packets hides no frame behind the gap", arguments: [true, false])
  func cutTag(isLostAtStart: Bool) {
    let tag = Sample.id3v2(body: 20_000, announcing: 500_000)  // longer than the 16 KiB that are read of a tag
    var sample = TransportSample(Array(frames[..<20]))
    sample.addPES(tag, pid: TransportSample.soundPID)
    let end = sample.packets.count
    sample.addPES(isLostAtStart ? [] : [UInt8](repeating: 0, count: 400), pid: TransportSample.soundPID)
    let lost = sample.packets.count - (isLostAtStart ? 0 : 1)
    for start in stride(from: 20, to: 40, by: 4) {
      sample.addPES(frames[start..<(start + 4)].flatMap { $0 }, pid: TransportSample.soundPID)
    }
    let parsing = Parsing((sample.packets[..<end] + sample.packets[lost...]).flatMap { $0 })
    #expect(parsing.error == nil)
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0, 20])
  }

  @Test("a wrong sync byte loses no frame, and junk between packets loses at most four")
  func sync() {
    let stream = TransportSample(frames).bytes
    for place in stride(from: 188 * 5, to: 188 * 60, by: 188) {
      var damaged = stream
      damaged[place] = 0x46
      #expect(Parsing(damaged).bytes == frames)
      damaged = stream
      damaged.insert(contentsOf: [9, 0x47, 9], at: place)
      let parsing = Parsing(damaged)
      // The parser accepts no frame before it has found three, so damage there loses the first frames together.
      #expect(parsing.packets.count >= frames.count - (parsing.bytes.first == frames[0] ? 3 : 4))
      #expect(parsing.counters.bytesSkipped > 0)
      // Joined in the middle.
      #expect(Parsing(Array(stream[(place + 50)...])).error == nil)
    }
  }

  @Test("the sound is found again behind any damage, the same for any split", arguments: 1...60 as ClosedRange<UInt64>)
  func damage(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let good = Sample.frames(Sample.aac, 200)
    var stream = TransportSample(good).bytes
    for _ in 0..<10 {
      let place = Int.random(in: 2000..<(stream.count / 2), using: &generator)
      switch seed % 4 {
      case 0: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: stream.removeSubrange(place..<(place + .random(in: 1...400, using: &generator)))
      case 2: stream.insert(contentsOf: generator.bytes(.random(in: 1...400, using: &generator)), at: place)
      default: for index in place..<(place + 50) { stream[index] = .random(in: 0...0xFF, using: &generator) }
      }
    }
    let parsing = Parsing(stream)
    #expect(parsing.error == nil)
    #expect(parsing.bytes.suffix(90) == good.suffix(90)[...])
    #expect(parsing.packets.count >= 120)
    #expect(Parsing(stream) { .random(in: 1...500, using: &generator) } == parsing)
  }

  @Test("a stream that changes to junk fails at the resync limit")
  func endlessJunk() {
    let stream = TransportSample(frames).bytes
    let parsing = Parsing(stream + [UInt8](repeating: 0x41, count: 300_000))
    #expect(parsing.bytes == frames)
    #expect(parsing.error == .connectionLost(host: "sample", reason: "no more audio frames"))
  }
}
