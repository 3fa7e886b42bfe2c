import AudioCore
import Radio
import Testing

@Suite("Joining the packets of two connections")
struct PacketSpliceTests {
  private let start = ContinuousClock.now

  /// The `number`th packet of a programme.
  private func packet(_ number: Int, isDiscontinuity: Bool = false) -> StreamElement {
    .packet(
      Packet(
        codec: .mp3, bytes: [0xFF, 0xFB] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) },
        headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 1152, bitRate: 128_000,
        isDiscontinuity: isDiscontinuity))
  }

  private func title(_ text: String) -> StreamElement { .metadata(StreamMetadata(title: text)) }

  /// A splice that has passed packets 0 to `count` − 1.
  private func playing(_ count: Int, looksForRecordings: Bool = false) -> PacketSplice {
    var splice = PacketSplice(looksForRecordings: looksForRecordings)
    for number in 0..<count { #expect(splice.pass(packet(number, isDiscontinuity: number == 0), at: start).count == 1) }
    return splice
  }

  @Test(
    "packets that repeat the end of the old connection are left out, and the next one follows without a break",
    arguments: [3, 40, 999])
  func repeats(overlap: Int) {
    var splice = playing(1000)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for number in (1000 - overlap)..<1000 {
      #expect(splice.pass(packet(number, isDiscontinuity: number == 1000 - overlap), at: start).isEmpty)
    }
    #expect(splice.pass(packet(1000), at: start) == [packet(1000)])
    #expect(splice.pass(packet(1001), at: start) == [packet(1001)])
  }

  @Test("the splice remembers a limited number of packets, and still finds a match after that")
  func memory() {
    var splice = playing(5000)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for number in 4900..<5000 {
      #expect(splice.pass(packet(number, isDiscontinuity: number == 4900), at: start).isEmpty)
    }
    #expect(splice.pass(packet(5000), at: start) == [packet(5000)])
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    #expect(splice.pass(packet(10, isDiscontinuity: true), at: start).count == 1, "forgotten long ago")
  }

  @Test("the splice holds back at most 2 MiB of large packets")
  func largePackets() {
    func large(_ number: Int) -> StreamElement {
      .packet(
        Packet(
          codec: .flac, bytes: [UInt8](repeating: UInt8(number), count: 40_000),
          headerFormat: AudioFormat(sampleRate: 96_000, channels: 2), frameCount: 4096, bitRate: 7_500_000,
          isDiscontinuity: false))
    }
    var splice = PacketSplice()
    for number in 0..<200 { _ = splice.pass(large(number), at: start) }
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    let lots = (0..<60).map { splice.pass(large($0), at: start).count }
    #expect(lots == Array(repeating: 0, count: 52) + [53] + Array(repeating: 1, count: 7))
  }

  @Test("packets that are missing right after the repeat are a break, as anywhere else")
  func lossAtTheSeam() {
    var splice = playing(100)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for number in 50..<100 { _ = splice.pass(packet(number), at: start) }
    #expect(splice.pass(packet(105, isDiscontinuity: true), at: start) == [packet(105, isDiscontinuity: true)])
  }

  @Test("packets that repeat nothing are passed on at once, with a break")
  func gap() {
    var splice = playing(100)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    #expect(splice.pass(packet(120, isDiscontinuity: true), at: start) == [packet(120, isDiscontinuity: true)])
    #expect(splice.pass(packet(121), at: start) == [packet(121)])
  }

  @Test("packets that only begin like a repeat are all passed on, in order")
  func falseRepeat() {
    var splice = playing(100)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    #expect(splice.pass(packet(50, isDiscontinuity: true), at: start).isEmpty)
    #expect(splice.pass(packet(51), at: start).isEmpty)
    #expect(
      splice.pass(packet(777), at: start) == [packet(50, isDiscontinuity: true), packet(51), packet(777)])
  }

  @Test(
    "a connection that fails within the repeat has brought nothing, however often, and the next new packet follows",
    arguments: [false, true])
  func failsWithin(fromOpening: Bool) {
    var splice = playing(100)
    let heard = splice.newSound
    let first = fromOpening ? 0 : 60
    for _ in 0..<5 {
      #expect(splice.connectionEnded(cleanly: false).isEmpty)
      #expect(splice.pass(title("old"), at: start).isEmpty)
      for number in first..<95 { #expect(splice.pass(packet(number), at: start).isEmpty) }
    }
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    #expect(splice.newSound == heard && !splice.hasTitle)
    for number in 60..<100 { #expect(splice.pass(packet(number), at: start).isEmpty) }
    #expect(splice.pass(packet(100), at: start) == [packet(100)])
    #expect(splice.newSound > heard)
  }

  @Test("a server that ends its body cleanly has a recording when it sends its first packets again, and only then")
  func startsAgain() {
    var recording = playing(100)
    for _ in 0..<3 {
      _ = recording.connectionEnded(cleanly: true)
      let before = recording.newSound
      for number in 0..<100 {
        #expect(recording.pass(packet(number, isDiscontinuity: number == 0), at: start).isEmpty)
      }
      #expect(!recording.isRecording, "it was not looked for")
      #expect(recording.newSound == before)
    }
    #expect(recording.connectionEnded(cleanly: true).count == 100)

    var burst = playing(100)
    #expect(burst.connectionEnded(cleanly: true).isEmpty)
    for number in 60..<100 { #expect(burst.pass(packet(number), at: start).isEmpty) }
    #expect(burst.connectionEnded(cleanly: true).isEmpty, "the end of the old connection, again")
  }

  @Test(
    "on request a recording that starts again is recognized, at its end or after 1024 packets (half a minute)",
    arguments: [5, 1000, 1024, 9999])
  func recording(length: Int) {
    var splice = playing(length, looksForRecordings: true)
    #expect(!splice.isRecording)
    #expect(splice.connectionEnded(cleanly: true).isEmpty)
    for number in 0..<min(length, 1024) {
      #expect(!splice.isRecording)
      #expect(splice.pass(packet(number, isDiscontinuity: number == 0), at: start).isEmpty)
    }
    #expect(splice.isRecording)
    #expect(splice.isSureOfRecording == (length >= 1024))
  }

  @Test("a station that always begins with a jingle is not a recording, nor is one whose connection broke")
  func noRecording() {
    var jingle = playing(2000, looksForRecordings: true)
    #expect(jingle.connectionEnded(cleanly: true).isEmpty)
    for number in 0..<800 { #expect(jingle.pass(packet(number), at: start).isEmpty) }
    #expect(jingle.pass(packet(5000), at: start).count == 801)
    #expect(!jingle.isRecording)

    var broken = playing(100, looksForRecordings: true)
    #expect(broken.connectionEnded(cleanly: false).isEmpty)
    for number in 0..<100 { #expect(broken.pass(packet(number, isDiscontinuity: number == 0), at: start).isEmpty) }
    #expect(!broken.isRecording)
    #expect(broken.pass(packet(100), at: start) == [packet(100)], "it goes on where it broke")
  }

  @Test("old packets at the pace of sound are passed on once the listener's sound runs out, and do not count as new")
  func slowPast() {
    var splice = playing(1000)
    let heard = splice.newSound
    _ = splice.connectionEnded(cleanly: false)
    #expect(splice.pass(packet(100), at: start, soundInHand: .seconds(9)).isEmpty)
    #expect(splice.pass(packet(101), at: start + .seconds(1)).isEmpty)
    #expect(splice.pass(packet(102), at: start + .seconds(7), soundInHand: .seconds(2.1)).isEmpty)
    #expect(splice.pass(packet(103), at: start + .seconds(7.1), soundInHand: .seconds(2)).count == 4)
    for number in 104..<1000 { #expect(splice.pass(packet(number), at: start + .seconds(8)) == [packet(number)]) }
    #expect(splice.newSound == heard)
    #expect(splice.pass(packet(1000), at: start + .seconds(8)) == [packet(1000)])
    #expect(splice.newSound > heard)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for number in 900...1000 { #expect(splice.pass(packet(number), at: start).isEmpty, "all of it is remembered") }
  }

  @Test("when a connection passed on old packets and brought nothing new, the next one passes on none")
  func slowPastAgain() {
    var splice = playing(1000)
    for round in 0..<3 {
      _ = splice.connectionEnded(cleanly: false)
      var count = 0
      for number in 100..<300 { count += splice.pass(packet(number), at: start + .seconds(number)).count }
      #expect(count == (round == 0 ? 200 : 0))
    }
    _ = splice.connectionEnded(cleanly: false)
    var rest: [StreamElement] = []
    for number in 300...1000 { rest += splice.pass(packet(number), at: start + .seconds(number)) }
    #expect(rest == [packet(1000)])
  }

  @Test("packets that come faster than they play are held back, also when the listener has no more sound")
  func catchingUp() {
    for (speed, isHeld) in [(1.5, true), (1.0, false)] {
      var splice = playing(1000)
      _ = splice.connectionEnded(cleanly: false)
      var count = 0
      for number in 0..<400 {
        count += splice.pass(packet(number), at: start + .milliseconds(26) * Double(number) / speed).count
      }
      #expect((count == 0) == isHeld)
    }
  }

  @Test("after a seam with few repeated packets, or in sound that repeats itself, the decoder restarts")
  func unsure() {
    var few = playing(100)
    #expect(few.connectionEnded(cleanly: false).isEmpty)
    #expect(few.pass(packet(99, isDiscontinuity: true), at: start).isEmpty)
    #expect(few.pass(packet(100), at: start) == [packet(100, isDiscontinuity: true)])

    var silence = PacketSplice()
    for _ in 0..<50 { _ = silence.pass(packet(7), at: start) }
    #expect(silence.connectionEnded(cleanly: false).isEmpty)
    var out: [StreamElement] = []
    for _ in 0..<20 { out += silence.pass(packet(7), at: start) }
    out += silence.pass(packet(8), at: start)
    guard case .packet(let first)? = out.first else {
      Issue.record("nothing came")
      return
    }
    #expect(first.isDiscontinuity)
    #expect(out.last == packet(8))
  }

  @Test("a title is passed on once, and of the titles in the repeat only the last, if it is new")
  func titles() {
    var splice = playing(100)
    #expect(splice.pass(title("One"), at: start) == [title("One")])
    #expect(splice.pass(title("One"), at: start).isEmpty)
    for number in 100..<110 { _ = splice.pass(packet(number), at: start) }
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for element in [title("Zero"), packet(105, isDiscontinuity: true), title("One")] + (106..<110).map({ packet($0) }) {
      #expect(splice.pass(element, at: start).isEmpty)
    }
    #expect(splice.pass(packet(110), at: start) == [packet(110)], "nothing new")
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    for element in [title("One")] + (105...110).map({ packet($0) }) + [title("Two")] {
      #expect(splice.pass(element, at: start).isEmpty)
    }
    #expect(splice.pass(packet(111), at: start) == [title("Two"), packet(111)])
  }

  @Test("of a flood of titles while packets are held back, only the last is kept")
  func titleFlood() {
    var splice = playing(10)
    #expect(splice.connectionEnded(cleanly: false).isEmpty)
    _ = splice.pass(packet(9, isDiscontinuity: true), at: start)
    for number in 0..<10_000 { _ = splice.pass(title("\(number)"), at: start) }
    #expect(splice.pass(packet(10), at: start) == [title("9999"), packet(10, isDiscontinuity: true)])
  }
}
