import AudioCore
import Parser
import Recording
import TestSupport
import Testing

/// Packets of 0.1 s, numbered, with titles and breaks.
private struct Sound {
  static let second = 1_000_000_000
  var elements: [PlacedElement] = []
  var connection = 1
  private var count = 0

  mutating func play(_ packets: Int, codec: Codec = .mp3, rate: Int = 1000, isBroken: Bool = false) {
    for number in 0..<packets {
      let packet = Packet(
        codec: codec, bytes: [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)],
        headerFormat: AudioFormat(sampleRate: rate, channels: 2), frameCount: rate / 10, bitRate: 8000,
        isDiscontinuity: isBroken && number == 0)
      elements.append(
        PlacedElement(
          element: .packet(packet), start: count * Self.second / 10, receivedAt: 1000 + Double(count) / 10,
          connection: connection))
      count += 1
    }
  }

  mutating func title(_ text: String) {
    elements.append(
      PlacedElement(
        element: .metadata(StreamMetadata(title: text)), start: count * Self.second / 10,
        receivedAt: 1000 + Double(count) / 10, connection: connection))
  }
}

/// What was written: for each span its title, the numbers of its packets, and whether it is complete.
private struct Written: Equatable, CustomStringConvertible {
  var title: String
  var packets: Range<Int>
  var before = 0
  var isComplete = false
  var titles: [String] = []
  var description: String { "\(title) \(packets), \(isComplete ? "complete" : "incomplete") \(titles)" }
}

private func number(_ packet: Packet) -> Int { Int(packet.bytes[0]) << 8 | Int(packet.bytes[1]) }

/// Writes what `splitter` returns for `sound`, which comes in pieces of `piece` elements.
private func write(
  _ sound: Sound, by splitter: SpanSplitter, piece: Int = 7, lostBefore lost: Int? = nil, until end: Int = .max
) -> [Written] {
  var splitter = splitter
  var written: [Written] = []
  func collect(_ outputs: [SpanSplitter.Output]) {
    for output in outputs {
      switch output {
      case .begin(let span):
        let first = number(span.first)
        #expect(span.before.last.map(number) ?? first - 1 == first - 1, "the packets before are those before")
        #expect(span.receivedAt == 1000 + Double(first) / 10)
        written.append(Written(title: span.metadata.title, packets: first..<first, before: span.before.count))
      case .packet(let placed):
        guard let packet = placed.element.packet, var last = written.popLast() else { continue }
        #expect(number(packet) == last.packets.upperBound, "the packets are in order")
        last.packets = last.packets.lowerBound..<number(packet) + 1
        written.append(last)
      case .title(let metadata, place: _): written[written.count - 1].titles.append(metadata.title)
      case .end(let isComplete): written[written.count - 1].isComplete = isComplete
      }
    }
  }
  var position = 0
  while position < sound.elements.count {
    let next = min(position + piece, sound.elements.count)
    let isLost = lost.map { (position..<next).contains($0) } ?? false
    collect(splitter.add(Array(sound.elements[position..<next]), lost: isLost ? 3 : 0))
    position = next
  }
  collect(splitter.finish(at: end))
  return written
}

@Suite("The spans of a recording")
struct SpanSplitterTests {
  /// Cuts at the title's own place.
  private static let plain: SpanSplitter.Cut = { title, _ in title }

  private static func titled() -> Sound {
    var sound = Sound()
    sound.play(50)
    for name in ["A", "B", "C"] {
      sound.title(name)
      sound.play(100)
    }
    return sound
  }

  @Test(
    "titles become spans without a packet twice or left out; the first and the last one are incomplete",
    arguments: [1, 7, 400])
  func titles(piece: Int) {
    let written = write(Self.titled(), by: SpanSplitter(rule: .titles, cut: Self.plain), piece: piece)
    #expect(written.map(\.title) == ["", "A", "B", "C"])
    #expect(written.map(\.packets) == [0..<50, 50..<150, 150..<250, 250..<350])
    #expect(written.map(\.isComplete) == [false, true, true, false])
    #expect(written.dropFirst().allSatisfy { $0.before >= 25 })
  }

  @Test("a cut may be up to three seconds before and behind the title's place", arguments: [-30, -7, 12, 29])
  func cuts(shift: Int) {
    let splitter = SpanSplitter(rule: .titles) { title, packets in
      #expect(title == 40 && packets.count == 70, "from 4 s before to 3 s behind it")
      return title + shift
    }
    let written = write(Self.titled(), by: splitter)
    #expect(
      written.map(\.packets) == [
        0..<50 + shift, 50 + shift..<150 + shift, 150 + shift..<250 + shift, 250 + shift..<350,
      ])
  }

  @Test("one title is one span, whatever comes before and behind it")
  func oneTitle() {
    let entry = TitleTrack.Entry(
      id: 7, start: 15 * Sound.second, metadata: StreamMetadata(title: "B"), receivedAt: 1015)
    let splitter = SpanSplitter(rule: .title(entry), cut: Self.plain)
    let kept = write(Self.titled(), by: splitter)
    #expect(kept.map(\.description) == ["B 150..<250, complete []"])
    #expect(kept.allSatisfy { (25...120).contains($0.before) }, "a decoder settles in 2.5 s, and 12 s are not kept")
    let early = SpanSplitter(rule: .title(entry), from: entry.start) { title, _ in title - 12 }
    #expect(write(Self.titled(), by: early).map(\.description) == ["B 138..<238, complete []"], "its cut is early")
    var late = Self.titled()
    late.elements.removeFirst(200)
    #expect(
      write(late, by: splitter) == [Written(title: "B", packets: 198..<250)],
      "its beginning was dropped")
    var short = Self.titled()
    short.elements.removeLast(120)
    #expect(
      write(short, by: splitter).map(\.description) == ["B 150..<231, incomplete []"], "its end never came")
  }

  @Test("without division all packets are one span, with the titles in it; it ends where it is to end")
  func whole() {
    let splitter = SpanSplitter(rule: .whole, cut: Self.plain)
    let all = write(Self.titled(), by: splitter)
    #expect(all == [Written(title: "", packets: 0..<350, isComplete: true, titles: ["A", "B", "C"])])
    let part = write(Self.titled(), by: SpanSplitter(rule: .titles, cut: Self.plain), until: 34 * Sound.second)
    #expect(part.last?.packets == 250..<340)
  }

  @Test("what lacks sound is incomplete: within a title, and at its beginning or end")
  func gaps() {
    var sound = Sound()
    sound.title("A")
    sound.play(100)
    for name in ["B", "C", "D", "E", "F"] {
      // With C another connection begins, with D a link of the station, and E breaks in its middle.
      if name == "C" { sound.connection += 1 }
      sound.title(name)
      sound.play(50, isBroken: name == "D")
      sound.play(50, isBroken: name == "E")
    }
    let written = write(sound, by: SpanSplitter(rule: .titles, cut: Self.plain))
    #expect(written.map(\.title) == ["A", "B", "C", "D", "E", "F"])
    #expect(written.map(\.isComplete) == [false, false, false, true, false, false])
    let lost = write(Self.titled(), by: SpanSplitter(rule: .titles, cut: Self.plain), lostBefore: 200)
    #expect(lost.map(\.isComplete) == [false, true, false, false])
    let whole = write(Self.titled(), by: SpanSplitter(rule: .whole, cut: Self.plain), lostBefore: 200)
    #expect(whole.map(\.isComplete) == [false])
  }

  @Test("another codec, sample rate or channel count begins another span, with nothing of the old one before it")
  func forms() {
    var sound = Sound()
    sound.title("A")
    sound.play(100)
    sound.play(100, codec: .aac)
    sound.play(100, codec: .aac, rate: 2000)
    for rule in [SpanSplitter.Rule.whole, .titles] {
      let written = write(sound, by: SpanSplitter(rule: rule, cut: Self.plain))
      #expect(written.map(\.packets) == [0..<100, 100..<200, 200..<300])
      #expect(written.map(\.before) == [0, 0, 0] && written.allSatisfy { $0.title == "A" })
    }
  }

  @Test("any titles at any places, in pieces of any size: each packet once, in order", arguments: 0..<20)
  func anything(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var sound = Sound()
    for _ in 0..<200 {
      if random.next() % 3 == 0 { sound.title("\(random.next() % 6 == 0 ? "" : "T\(random.next() % 9)")") }
      sound.play(Int(random.next() % 40), isBroken: random.next() % 12 == 0)
    }
    let shift = Int(random.next() % 60) - 30
    let splitter = SpanSplitter(rule: .titles) { title, packets in min(max(title + shift, 0), packets.count) }
    let written = write(sound, by: splitter, piece: Int(random.next() % 300) + 1)
    var next = 0
    for span in written {
      #expect(span.packets.lowerBound == next && !span.packets.isEmpty)
      next = span.packets.upperBound
    }
    #expect(next == sound.elements.packets.count)
  }
}

extension [PlacedElement] {
  fileprivate var packets: [Packet] { compactMap(\.element.packet) }
}
