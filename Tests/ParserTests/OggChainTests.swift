import AudioCore
import Parser
import Testing

@Suite("Links of an Ogg stream")
struct OggChainTests {
  private static func link(
    _ serial: UInt32, _ title: String?, filler: UInt8 = 0, endsProperly: Bool = true
  ) -> [[UInt8]] {
    var sample = OggSample(serial: serial)
    return sample.opusLink(
      title.map { ["ARTIST=A", "TITLE=\($0)"] } ?? [], filler: filler, endsProperly: endsProperly)
  }

  private static func packets(filler: UInt8 = 0, count: UInt8 = 12) -> [[UInt8]] {
    (0..<count).map { OggSample.opus(filler + $0) }
  }

  struct Chain: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var titles: [String] = ["A - one", "A - two"]
    var breaks = [0, 12]

    init(_ name: String, _ pages: [[UInt8]]...) {
      testDescription = name
      bytes = pages.flatMap { $0.flatMap { $0 } }
    }

    func with(titles: [String]) -> Chain {
      var chain = self
      chain.titles = titles
      return chain
    }
  }

  private static let one = link(1, "one")
  private static let two = link(2, "two", filler: 100)
  private static let open = link(1, "one", endsProperly: false)

  static let chains = [
    Chain("one after the other", one, two),
    Chain("the end of the first is missing", open, two),
    Chain("both have the same number", one, link(1, "two", filler: 100)),
    Chain("the same number, and the end of the first is missing", open, link(1, "two", filler: 100)),
    Chain(
      "a late page of the first behind the second's first", Array(open.dropLast()), [open[4], two[0], open[3]],
      Array(two.dropFirst())),
    Chain("pages of an unknown stream between", one, [unknownSerial], two),
    Chain("no title, then one", link(1, nil), two).with(titles: ["A - two"]),
    Chain("a title, then none", one, link(2, nil, filler: 100)).with(titles: ["A - one", ""]),
    Chain("the same title twice", one, link(2, "one", filler: 100)).with(titles: ["A - one", "A - one"]),
    Chain("junk between", one, [[UInt8](repeating: 0x4F, count: 5000)], two),
  ]

  private static let unknownSerial: [UInt8] = {
    var sample = OggSample(serial: 99, sequence: 70)
    return sample.page([OggSample.opus(0)], granule: 5)
  }()

  @Test("the sound of every link comes out completely, with its title in front of it", arguments: chains)
  func chained(chain: Chain) {
    let parsing = Parsing(chain.bytes)
    #expect(parsing.error == nil)
    #expect(parsing.bytes == Self.packets() + Self.packets(filler: 100))
    #expect(parsing.discontinuities == chain.breaks)
    #expect(parsing.titles == chain.titles)
    #expect(Self.places(of: parsing) == (chain.titles.count == 2 ? [0, 12] : [12]))
    // The pre-skip is cut from the start of every link.
    let trims: [Int] = [312] + [Int](repeating: 0, count: 11)
    #expect(parsing.packets.map(\.startTrim) == trims + trims)
    let frames: Int = parsing.packets.reduce(0) { (sum: Int, packet: Packet) -> Int in sum + packet.frameCount }
    #expect(frames == 24 * 960 - 2 * 312)
    #expect(parsing.packets.allSatisfy { $0.setup == .headers([OggSample.opusHead()]) })
  }

  /// How many packets come before each title.
  private static func places(of parsing: Parsing) -> [Int] {
    var count = 0
    return parsing.elements.compactMap { element in
      if element.packet != nil { count += 1 }
      return element.packet == nil ? count : nil
    }
  }

  @Test("packets behind a link's end, without a new beginning, continue with the same headers")
  func endWithoutBeginning() {
    var sample = OggSample(serial: 1)
    let pages = sample.opusLink(["TITLE=one"]) + sample.opusPages(packets: 8, filler: 100, start: 12 * 960)
    let parsing = Parsing(joined(pages))
    #expect(parsing.bytes == Self.packets() + Self.packets(filler: 100, count: 8))
    #expect(parsing.discontinuities == [0])
    #expect(parsing.titles == ["one"])
  }

  @Test("a change of coding, rate and channel count between links skips no byte")
  func changes() {
    var opus = OggSample(serial: 1)
    var flac = OggSample(serial: 2)
    var mono = OggSample(serial: 3)
    var again = OggSample(serial: 4)
    let parsing = Parsing(
      joined(
        opus.opusLink(["TITLE=a"], packets: 4), flac.flacLink(["title=b"]),
        mono.flacLink(["Title=c"], rate: 22050, channels: 1), again.opusLink(["TITLE=d"], packets: 4)))
    #expect(parsing.error == nil)
    #expect(parsing.titles == ["a", "b", "c", "d"])
    #expect(parsing.discontinuities == [0, 4, 8, 12])
    let formats = parsing.discontinuities.map { parsing.packets[$0].headerFormat }
    #expect(
      formats == [
        AudioFormat(sampleRate: 48000, channels: 2), AudioFormat(sampleRate: 44100, channels: 2),
        AudioFormat(sampleRate: 22050, channels: 1), AudioFormat(sampleRate: 48000, channels: 2),
      ])
    #expect(parsing.packets.map(\.codec) == [.opus, .flac, .flac, .opus].flatMap { Array(repeating: $0, count: 4) })
    #expect(parsing.counters.formatChanges == 3)
    #expect(parsing.counters.bytesSkipped == 0)
  }

  @Test("of multiplexed streams the first audio stream is played, and the others are left out")
  func multiplexed() {
    var skeleton = OggSample(serial: 7)
    var video = OggSample(serial: 8)
    var other = OggSample(serial: 9)
    var sound = OggSample(serial: 1)
    let link = sound.opusLink(["TITLE=one"])
    let sideLink = other.opusLink(["TITLE=two"], filler: 100)
    var pages = [
      skeleton.page([Array("fishead\0".utf8)], flags: OggSample.first),
      video.page([[0x80] + Array("theora".utf8) + [3, 2, 1]], flags: OggSample.first), link[0], sideLink[0],
      video.page([[0x81] + Array("theora".utf8)]), link[1], sideLink[1],
    ]
    for (one, two) in zip(link.dropFirst(2), sideLink.dropFirst(2)) {
      pages += video.pages(ofOne: [UInt8](repeating: 9, count: 100_000)) + [one, two]
    }
    let parsing = Parsing(joined(pages))
    #expect(parsing.error == nil)
    #expect(parsing.bytes == Self.packets())
    #expect(parsing.titles == ["one"])
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters.bytesSkipped == 0)
    // In the next link the other stream can come first.
    let chain = Parsing(joined(pages) + joined([sideLink[0], link[0], link[1]], Array(sideLink.dropFirst())))
    #expect(chain.titles == ["one", "two"])
    #expect(chain.bytes == Self.packets() + Self.packets(filler: 100))
  }

  @Test("a video stream that begins beside running sound does not end the sound")
  func videoBeside() {
    var video = OggSample(serial: 8)
    let page = video.page([[0x80] + Array("theora".utf8)], flags: OggSample.first)
    let parsing = Parsing(joined(Array(Self.one[..<3]), [page], Array(Self.one[3...])))
    #expect(parsing.bytes == Self.packets())
    #expect(parsing.discontinuities == [0])
  }

  @Test("a stream joined in the middle of a link is played from the next link's beginning")
  func joinedInTheMiddle() {
    let parsing = Parsing(joined(Array(Self.one.dropFirst(3)), Self.two))
    #expect(parsing.error == nil)
    #expect(parsing.bytes == Self.packets(filler: 100))
    #expect(parsing.titles == ["A - two"])
    #expect(parsing.counters.bytesSkipped == Self.one.dropFirst(3).reduce(0) { $0 + $1.count })
  }

  @Test("the search for a link's beginning ends at its limit")
  func noBeginning() {
    var sample = OggSample(serial: 1)
    _ = sample.opusLink(packets: 0)
    let pages = (0..<2000).map { _ in sample.page((0..<4).map { OggSample.opus($0) }, granule: 960) }
    let noSound = "an Ogg stream without sound in the first 256 KiB"
    #expect(Parsing(joined(pages)).error == .notAudio(source: "sample", found: noSound))
    let lost = Parsing(joined(Self.one, [[UInt8]](repeating: Self.unknownSerial, count: 2000)))
    #expect(lost.bytes == Self.packets())
    #expect(lost.error == .connectionLost(host: "sample", reason: "no more audio frames"))
  }

  @Test("a server's headers before current pages are not a discontinuity, and only the pre-skip is cut")
  func joinedLive() {
    var sample = OggSample(serial: 1)
    let link = sample.opusLink(["TITLE=one"], packets: 400)
    let parsing = Parsing(joined(Array(link[..<2]), Array(link[60...])))
    #expect(parsing.bytes == (232..<400).map { OggSample.opus(UInt8(truncatingIfNeeded: $0)) })
    #expect(parsing.discontinuities == [0])
    #expect(parsing.packets.reduce(0) { $0 + $1.frameCount } == 168 * 960 - 312)
    #expect(parsing.counters.bytesSkipped == 0)
  }

  @Test(
    "a link ends where its serial number begins an unplayable stream, whose packets are left out",
    arguments: [
      [0x80] + Array("theora".utf8), Array("CELT    ".utf8), [0x7F] + Array("FLAC".utf8) + [2],
      Array("OpusHead".utf8) + [0xF0] + opusHeadRest,
    ])
  func takenOver(head: [UInt8]) {
    var other = OggSample(serial: 1)
    let pages =
      [other.page([head], flags: OggSample.first)] + other.opusPages(packets: 8, filler: 50, endsProperly: false)
    let parsing = Parsing(joined(Self.one, pages, Self.two))
    #expect(parsing.bytes == Self.packets() + Self.packets(filler: 100))
    #expect(parsing.discontinuities == [0, 12])
    #expect(parsing.counters.bytesSkipped == 0)
  }

  /// The bytes of an Opus header behind its version.
  private static let opusHeadRest = Array(OggSample.opusHead().dropFirst(9))

  struct Trim: Sendable {
    var preSkip = 312
    var endTrim: Int64 = 0
    var start: Int64 = 0
    var packets = 12
    var frames: Int
  }

  @Test(
    "encoder delay and padding are cut at both ends, across any number of packets",
    arguments: [
      Trim(endTrim: 648, frames: 12 * 960 - 312 - 648), Trim(preSkip: 3840, frames: 8 * 960),
      Trim(preSkip: 0, endTrim: 960 * 2 + 1, frames: 12 * 960 - 1921),
      Trim(endTrim: 4 * 960 + 5, frames: 8 * 960 - 312),  // more than the last page contains
      Trim(endTrim: 100, packets: 3, frames: 3 * 960 - 412),  // the first page is also the last
      Trim(preSkip: 5000, packets: 3, frames: 0), Trim(endTrim: 100, start: 1 << 40, frames: 12 * 960 - 412),
    ])
  func trims(trim: Trim) {
    var sample = OggSample(serial: 1)
    let parsing = Parsing(
      joined(
        sample.opusLink(packets: trim.packets, start: trim.start, endTrim: trim.endTrim, preSkip: trim.preSkip)))
    #expect(parsing.packets.count == trim.packets)
    #expect(parsing.packets.reduce(0) { $0 + $1.frameCount } == trim.frames)
    #expect(parsing.packets.allSatisfy { $0.frameCount + $0.startTrim + $0.endTrim == 960 })
  }

  /// A Vorbis link with an unknown set-up header, so that its packets cannot be interpreted.
  private static func unknownVorbis(_ serial: UInt32, packets count: Int = 12, size: Int = 500) -> [[UInt8]] {
    var sample = OggSample(serial: serial)
    let setup = [5] + Array("vorbis".utf8) + [UInt8](repeating: 0x7F, count: 300)
    var pages = [sample.page([OggSample.vorbisHead()], flags: OggSample.first)]
    pages.append(sample.page([[3] + Array("vorbis".utf8) + OggSample.comments(["TITLE=no"]) + [1], setup]))
    for number in 0..<count {
      pages.append(sample.page([[UInt8](repeating: UInt8(number & 0x7E), count: size)], granule: Int64(number)))
    }
    return pages
  }

  private static let theora: [[UInt8]] = {
    var sample = OggSample(serial: 5)
    return [sample.page([[0x80] + Array("theora".utf8) + [3, 2, 1]], flags: OggSample.first)]
      + (0..<20).map { _ in sample.page([[UInt8](repeating: 0, count: 60_000)]) }
  }()

  private static let unplayables = [unknownVorbis(5), unknownVorbis(5, packets: 30, size: 50_000), theora]

  @Test(
    "the link behind an unplayable link is played, whether the unplayable one comes first or later",
    arguments: unplayables.indices)
  func unplayable(index: Int) {
    let pages = Self.unplayables[index]
    let first = Parsing(joined(pages, Self.two))
    #expect(first.error == nil)
    #expect(first.bytes == Self.packets(filler: 100))
    #expect(first.titles == ["A - two"])
    let between = Parsing(joined(Self.one, pages, Self.two))
    #expect(between.error == nil)
    #expect(between.bytes == Self.packets() + Self.packets(filler: 100))
    #expect(between.titles == ["A - one", "A - two"])
  }

  @Test("without a playable link behind it, the error names the link that cannot be played")
  func unplayableAlone() {
    let kind = "Ogg with Vorbis of an unknown version or layout"
    #expect(Parsing(joined(Self.unknownVorbis(5))).error == .unsupported(source: "sample", kind: kind))
    let endless = Self.unknownVorbis(5, packets: 1200, size: 60_000)
    #expect(Parsing(joined(endless)).error == .unsupported(source: "sample", kind: kind))
    let lost = TuneError.connectionLost(host: "sample", reason: "no more audio frames, but \(kind)")
    #expect(Parsing(joined(Self.one, endless, Self.two)).error == lost)
  }

  @Test("headers that are repeated, or each marked as a beginning, belong to one link", arguments: 0...2)
  func doubledHeaders(kind: Int) {
    var pages = Self.one
    switch kind {
    case 0: pages.insert(pages[0], at: 0)
    case 1: pages.insert(pages[1], at: 1)
    default:
      pages[1][5] = OggSample.first
      pages[1] = OggSample.summed(pages[1])
    }
    let parsing = Parsing(joined(pages))
    #expect(parsing.error == nil)
    #expect(parsing.bytes == Self.packets())
    #expect(parsing.titles == ["A - one"])
  }
}
