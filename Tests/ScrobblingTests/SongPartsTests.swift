import AudioCore
import RadioModel
import Scrobbling
import Testing

@Suite("Songs that are heard in parts")
struct SongPartsTests {
  /// A radio at 100 s, where a song begins.
  private static func radio() -> Listening {
    var radio = Listening()
    radio.title("X - Before", from: 0)
    radio.pass(10)
    radio.title("A - One", from: 100)
    return radio
  }

  /// Ends a pause at `place`.
  private static func goOn(_ radio: inout Listening, at place: Double) {
    radio.move(to: place)
    radio.play()
  }

  @Test(
    "a song that is heard in parts counts when one of them is long enough by itself, with the time of that part",
    arguments: [
      (110.0, 110.0, Int?.none), (121, 10, 10), (10, 121, 620), (121, 121, 10), (241, 241, 10), (119, 119, nil),
    ])
  func parts(first: Double, second: Double, time: Int?) {
    for isPause in [true, false] {
      var radio = Self.radio()
      radio.pass(first)
      if isPause {
        radio.receive(.paused)
        radio.pass(600)
        Self.goOn(&radio, at: 100 + first)
      } else {
        radio.move(to: 105)
      }
      radio.pass(second)
      radio.title("B - Two", from: 500)
      radio.pass(1)
      radio.receive(.stopped)
      #expect(radio.titles == (time == nil ? [] : ["A - One"]), "\(isPause)")
      if isPause { #expect(radio.times == [time].compactMap(\.self)) }
    }
  }

  @Test("time in which the radio is paused does not count, also when the place is moved meanwhile")
  func pausedTime() {
    var radio = Self.radio()
    radio.pass(100)
    radio.receive(.paused)
    radio.pass(300)
    radio.move(to: 150)
    radio.pass(300)
    Self.goOn(&radio, at: 150)
    radio.pass(100)
    radio.receive(.stopped)
    #expect(radio.listens.isEmpty)
  }

  @Test("a title that is heard again begins no song, and the next new one is heard from its beginning")
  func again() {
    var radio = Self.radio()
    radio.pass(150)
    radio.title("B - Two", from: 250)
    radio.pass(10)
    radio.move(to: 100)
    radio.titleAgain("A - One")
    radio.pass(150)
    radio.titleAgain("B - Two")
    radio.pass(200)
    #expect(radio.titles == ["A - One"], "B was left after 10 s")
    radio.title("C - Three", from: 450)
    radio.pass(80)
    radio.title("D - Four", from: 530)
    #expect(radio.titles == ["A - One", "C - Three"])
    #expect(radio.announced.map(\.artist) == ["X", "A", "B", "C", "D"])
  }

  @Test(
    "a new title into which the listener moves has no known length; one at whose beginning they land has",
    arguments: [(Double?.some(130.0), false), (299.5, true), (300, true), (310, true), (nil, false)])
  func movedInto(start: Double?, isWhole: Bool) {
    var radio = Self.radio()
    radio.pass(10)
    radio.move(to: 300)
    radio.titleStart = start.map { .seconds($0) }
    radio.title("B - Two")
    radio.pass(60)
    radio.title("C - Three", from: 360)
    radio.pass(90)
    radio.title("D - Four", from: 450)
    #expect(radio.titles == (isWhole ? ["B - Two", "C - Three"] : ["C - Three"]), "a move concerns one title")
  }

  @Test("a song is announced once, however it is parted")
  func announcement() {
    var radio = Self.radio()
    radio.pass(10)
    radio.move(to: 100)
    radio.receive(.paused)
    radio.pass(10)
    Self.goOn(&radio, at: 100)
    #expect(radio.announced.map(\.title) == ["Before", "One"])
  }

  @Test("a pause or a move during an advert ends the song before it")
  func interrupted() {
    for event in [TunerEvent.paused, .moved(to: .seconds(300))] {
      var radio = Self.radio()
      radio.pass(200)
      radio.title("FIP", from: 300)
      radio.receive(event)
      #expect(radio.titles == ["A - One"])
      radio.pass(300)
      radio.receive(.stopped)
      #expect(radio.titles == ["A - One"])
    }
  }

  @Test("a scrobbler that begins while the listener is behind does not begin with a repeated title")
  func beginsBehind() {
    var snapshot = TunerSnapshot()
    (snapshot.source, snapshot.state) = (.station(Listening.station), .playing)
    (snapshot.title, snapshot.titleIsRepeated) = ("A - One", true)
    var radio = Listening(isTunedIn: false)
    radio.receive(.snapshot(snapshot))
    radio.pass(300)
    radio.receive(.stopped)
    #expect(radio.listens.isEmpty && radio.announced.isEmpty)
  }
}
