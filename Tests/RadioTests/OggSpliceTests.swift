import AudioCore
import Parser
import Radio
import TestSupport
import Testing

@Suite("Seams between connections to Ogg stations", .enabled(if: SignalSource.isAvailable))
struct OggSpliceTests {
  private static let codings = [SignalSource.Coding.vorbis(kilobits: 128), .opus(kilobits: 96), .oggFLAC]

  /// The pages of a file of four seconds.
  private static func pages(_ coding: SignalSource.Coding) throws -> [[UInt8]] {
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 4), as: coding)
    let starts = bytes.indices.filter { bytes[$0...].starts(with: [0x4F, 0x67, 0x67, 0x53, 0]) } + [bytes.count]
    return zip(starts, starts.dropFirst()).map { Array(bytes[$0..<$1]) }
  }

  private static func elements(_ pages: [[UInt8]], followsTitle: Bool = false) throws -> [StreamElement] {
    var parser = StreamParser(source: "it", followsTitle: followsTitle)
    return try parser.feed(pages.flatMap { $0 }) + parser.finish()
  }

  /// The number of pages that contain only headers: their granule position is 0.
  private static func headers(_ pages: [[UInt8]]) -> Int { pages.prefix { $0[6..<14].allSatisfy { $0 == 0 } }.count }

  @Test(
    "after a reconnect in mid-link that repeats headers and last pages, every packet comes once, without a break",
    arguments: codings)
  func midLink(coding: SignalSource.Coding) throws {
    let pages = try Self.pages(coding)
    let headers = Self.headers(pages)
    let whole = try Self.elements(pages)
    let (lost, again) = (headers + (pages.count - headers) * 2 / 3, headers + (pages.count - headers) / 3)
    #expect(again < lost && lost < pages.count)
    var splice = PacketSplice()
    let now = ContinuousClock.now
    var heard: [StreamElement] = []
    for element in try Self.elements(Array(pages[..<lost])) { heard += splice.pass(element, at: now) }
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for element in try Self.elements(Array(pages[..<headers] + pages[again...])) {
      heard += splice.pass(element, at: now)
    }
    // Every packet comes once, with the setup and the trims that it has in an unbroken stream.
    #expect(heard == whole)
  }

  @Test("after a reconnect that repeats nothing, the first packet has a break mark and the headers", arguments: codings)
  func gap(coding: SignalSource.Coding) throws {
    let pages = try Self.pages(coding)
    let headers = Self.headers(pages)
    let (lost, again) = (headers + (pages.count - headers) / 3, headers + (pages.count - headers) / 3 + 1)
    var splice = PacketSplice()
    let now = ContinuousClock.now
    var heard: [StreamElement] = []
    for element in try Self.elements(Array(pages[..<lost])) { heard += splice.pass(element, at: now) }
    let before = heard.packets.count
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for element in try Self.elements(Array(pages[..<headers] + pages[again...])) {
      heard += splice.pass(element, at: now)
    }
    heard += splice.connectionEnded(cleanly: false)
    let packets = heard.packets
    #expect(packets.indices.filter { packets[$0].isDiscontinuity } == [0, before])
    #expect(packets.allSatisfy { $0.setup == packets[0].setup })
    // The missing pages do not count as sound to trim: only the first two packets may have a trim, as in every link.
    #expect(packets[before].frameCount + packets[before].startTrim <= 4608)
    #expect(packets.dropFirst(before + 2).allSatisfy { $0.startTrim == 0 })
  }
}
