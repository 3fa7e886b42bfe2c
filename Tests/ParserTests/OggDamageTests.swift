import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Damage to an Ogg stream")
struct OggDamageTests {
  private static let link: [[UInt8]] = {
    var sample = OggSample(serial: 0x5367_674F)  // in a page header its bytes read "OggS", like a page's mark
    return sample.opusLink(["TITLE=one"], packets: 40)
  }()
  private static let packets = (0..<40).map { OggSample.opus($0) }
  private static let page = 5

  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The bytes that replace page 5.
    var replacement: [UInt8]

    init(_ name: String, _ change: ([UInt8]) -> [UInt8]) {
      testDescription = name
      replacement = change(OggDamageTests.link[OggDamageTests.page])
    }
  }

  static let damages: [Damage] = {
    var generator = SeededRandom(seed: 5)
    let noise = generator.bytes(3000)
    func with(_ place: Int, _ byte: UInt8) -> ([UInt8]) -> [UInt8] {
      { page in
        var page = page
        page[place] ^= byte
        return page
      }
    }
    return [
      Damage("it is lost") { _ in [] }, Damage("one bit of its body", with(100, 1)),
      Damage("its mark", with(1, 0x20)), Damage("its version", with(4, 1)), Damage("unknown flags", with(5, 0x80)),
      Damage("its check sum", with(23, 0xFF)), Damage("its number", with(18, 3)),
      Damage("its number of segments is 255", with(26, 251)), Damage("a length in its table", with(28, 0xFF)),
      Damage("it is cut short") { Array($0.dropLast(30)) },
      Damage("its head is missing") { Array($0.dropFirst(27)) }, Damage("noise") { _ in noise },
      Damage("noise full of marks") { _ in Array(repeating: Array("OggOggSOggS\0".utf8), count: 200).flatMap { $0 } },
      Damage("a head that swallows what follows") { page in Array(page[..<26]) + [255] },
      Damage("it is longer") { $0 + noise },
    ]
  }()

  @Test("a bad page loses only its own packets, and the page behind it is found", arguments: damages)
  func pages(damage: Damage) {
    var pages = Self.link
    pages[Self.page] = damage.replacement
    let parsing = Parsing(joined(pages))
    #expect(parsing.error == nil)
    let isKept = damage.testDescription == "it is longer"
    #expect(parsing.bytes == (isKept ? Self.packets : Array(Self.packets[..<12] + Self.packets[16...])))
    #expect(parsing.discontinuities == (isKept ? [0] : [0, 12]))
    #expect(parsing.titles == ["one"])
    #expect(parsing.packets.allSatisfy { $0.startTrim == ($0 == parsing.packets.first ? 312 : 0) && $0.endTrim == 0 })
  }

  @Test("a page inside the body of a broken page is found; inside an intact page of another stream it is not")
  func hidden() {
    var sample = OggSample(serial: 9)
    let cover = sample.page([Self.link[Self.page]])
    var broken = cover
    broken[22] ^= 1
    var pages = Self.link
    pages[Self.page] = broken
    #expect(Parsing(joined(pages)).bytes == Self.packets)
    pages[Self.page] = cover  // intact, so its body belongs to another stream
    #expect(Parsing(joined(pages)).bytes == Array(Self.packets[..<12] + Self.packets[16...]))
  }

  @Test("a page that is cut off by the stream's end is left out without an error")
  func truncated() {
    for cut in 1..<Self.link[11].count {
      let parsing = Parsing(Array(joined(Self.link).dropLast(cut)))
      #expect(parsing.bytes == Array(Self.packets[..<36]))
      #expect(parsing.error == nil)
    }
  }

  @Test("a packet continues across pages and is lost when one of its pages is lost")
  func continued() {
    var sample = OggSample(serial: 1)
    let long = OggSample.opus(7, size: 150_000)
    let exact = OggSample.opus(8, size: 255 * 4)
    var pages = sample.opusLink(packets: 4, endsProperly: false)
    let middle = pages.count
    pages += sample.pages(ofOne: long, granule: 5 * 960)
    pages.append(sample.page([OggSample.opus(9), exact], granule: 6 * 960, isOpen: true))
    pages.append(sample.page([[], OggSample.opus(10)], granule: 8 * 960, flags: OggSample.continued))
    let whole = Parsing(joined(pages)) { 1000 }
    let start = (0..<4).map { OggSample.opus($0) }
    #expect(whole.bytes == start + [long, OggSample.opus(9), exact, OggSample.opus(10)])
    #expect(whole.discontinuities == [0])
    for lost in middle..<(pages.count - 2) {
      var pages = pages
      pages.remove(at: lost)
      let parsing = Parsing(joined(pages))
      #expect(parsing.bytes == start + [OggSample.opus(9), exact, OggSample.opus(10)])
      #expect(parsing.discontinuities == [0, 4])
    }
    pages.remove(at: pages.count - 2)
    #expect(Parsing(joined(pages)).bytes == start + [long, OggSample.opus(10)])
    // A packet that the sender does not continue loses no packet behind it.
    var broken = OggSample(serial: 1)
    let begun = broken.opusLink(packets: 4, endsProperly: false) + [broken.page([exact], isOpen: true)]
    let parsing = Parsing(joined(begun, broken.opusPages(packets: 4, filler: 20, start: 4 * 960)))
    #expect(parsing.bytes == start + (20..<24).map { OggSample.opus($0) })
    #expect(parsing.discontinuities == [0, 4])
  }

  @Test("a packet of more than 1 MiB is left out; without sound behind it the stream fails")
  func tooLong() {
    var sample = OggSample(serial: 1)
    var pages = sample.opusLink(packets: 4, endsProperly: false)
    pages += sample.pages(ofOne: OggSample.opus(7, size: 1_100_000), granule: 5 * 960)
    pages += sample.opusPages(packets: 4, filler: 20, start: 5 * 960)
    let parsing = Parsing(joined(pages)) { 5000 }
    #expect(parsing.packets.count == 8)
    #expect(parsing.discontinuities == [0, 4])
    pages += sample.pages(ofOne: OggSample.opus(7, size: 2 << 20))
    let endless = Parsing(joined(pages)) { 5000 }
    #expect(endless.packets == parsing.packets)
    #expect(endless.error == .connectionLost(host: "sample", reason: "no more audio frames"))
  }

  @Test("each flipped bit, loss or duplicate of bytes loses at most two pages", arguments: 1...6 as ClosedRange<UInt64>)
  func sparse(seed: UInt64) {
    var sample = OggSample(serial: 1)
    let pages = sample.opusLink(["TITLE=one"], packets: 4000)
    let head = joined(Array(pages[..<2]))
    var damage = ByteDamage(.init(flippedBits: 2e-6, losses: 1e-5, duplicates: 1e-5, longest: 60), seed: seed)
    let parsing = Parsing(head + damage.feed(joined(Array(pages[2...]))))
    #expect(damage.faultCount > 2)
    #expect(parsing.error == nil)
    #expect(parsing.packets.count >= 4000 - 8 * damage.faultCount)
    #expect(parsing.packets.count < 4000)
    #expect(parsing.packets.allSatisfy { $0.bytes == OggSample.opus($0.bytes[1]) })
  }

  @Test("any split of a stream gives the same elements")
  func split() {
    var generator = SeededRandom(seed: 3)
    var chain = OggSample(serial: 3)
    var damage = ByteDamage(.init(flippedBits: 1e-4, losses: 1e-3, duplicates: 1e-3, longest: 300), seed: 8)
    let second = chain.flacLink(["TITLE=two"], packets: 6)
    let streams = [
      joined(Self.link, second), damage.feed(joined(Self.link, second, Self.link, second)),
      joined(Array(Self.link[6...]), second), Array(joined(Self.link)[..<700]),
      Array("OggS".utf8) + generator.bytes(200_000),
      Array(joined(Self.link[..<2].map { $0 })) + generator.bytes(300_000) + joined(second),
    ]
    for stream in streams {
      let whole = Parsing(stream)
      #expect(Parsing(stream) { 1 } == whole)
      for largest in [3, 28, 500, 20_000] {
        #expect(Parsing(stream) { .random(in: 1...largest, using: &generator) } == whole)
      }
    }
    // Found by fuzzing: with very small limits, too, the parser gives up at the same byte for any split.
    for stream in streams + [Array("OggS".utf8) + [1, 0x4F, 0x67, 0x78] + generator.bytes(8)] {
      for limits in [StreamParser.Limits(firstFrame: 0, resync: 0), .init(firstFrame: 300, resync: 100)] {
        let whole = Parsing(stream, limits: limits)
        #expect(Parsing(stream, limits: limits) { 1 } == whole)
      }
    }
    let short = joined(Array(Self.link[..<4]))
    let whole = Parsing(short)
    for cut in 1..<short.count {
      var isFirst = true
      let parsing = Parsing(short) {
        defer { isFirst = false }
        return isFirst ? cut : .max
      }
      #expect(parsing == whole)
    }
  }

  @Test("unparsed input takes less than 200 KiB of memory, whatever lengths pages announce")
  func memory() {
    var sample = OggSample(serial: 1)
    let full = [UInt8](repeating: 5, count: 255 * 255)
    var pages = sample.opusLink(packets: 4, endsProperly: false)
    for _ in 0..<20 { pages.append(sample.page([full], isOpen: true)) }
    pages += (0..<50).map { _ in Array("OggS\0\0".utf8) + [UInt8](repeating: 0xFF, count: 700) }
    let parsing = Parsing(joined(pages)) { 100_000 }
    #expect(parsing.largestInputMemory < 200 << 10)
  }

  @Test("forged page headers fail within 64 KiB even without a resync limit, which bounds the cost of checksums")
  func timeout() {
    let head = Array("OggS".utf8) + [0, 0] + [UInt8](repeating: 0xFF, count: 21)
    let junk = [[UInt8]](repeating: head, count: 40_000).flatMap { $0 }
    let parsing = Parsing(joined(Self.link) + junk, limits: .init(resync: .max)) { 4096 }
    #expect(parsing.bytes == Self.packets)
    #expect(parsing.error == .connectionLost(host: "sample", reason: "no more audio frames"))
    #expect(parsing.counters.bytesSkipped < 64 << 10)
  }
}
