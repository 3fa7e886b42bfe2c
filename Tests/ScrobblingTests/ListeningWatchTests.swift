import AudioCore
import RadioModel
import Scrobbling
import Stations
import Testing

@Suite("What was heard for long enough")
struct ListeningWatchTests {
  @Test("a song that begins and ends on the air counts when half of it was heard, with the time of its beginning")
  func wholeSongs() {
    var radio = Listening()
    radio.title("A - One")
    radio.pass(150)
    radio.title("B - Two")
    radio.pass(200)
    radio.title("C - Three")
    radio.pass(10)
    radio.title("D - Four")
    #expect(radio.titles == ["A - One", "B - Two"])
    #expect(radio.times == [0, 150])
    #expect(radio.announced.map(\.artist) == ["A", "B", "C", "D"])
    #expect(radio.listens.first?.station == "FIP")
  }

  @Test(
    "the first song after tuning in, and the last before leaving, count from two minutes on",
    arguments: [(29.0, false), (119, false), (121, true), (500, true)])
  func unknownLength(seconds: Double, counts: Bool) {
    for leave in [TunerEvent.stopped, .tuned(.url("http://other.example/")), .ended, .failed(.unknownHost("x"))] {
      var radio = Listening()
      radio.title("A - One")
      radio.pass(seconds)
      radio.receive(leave)
      #expect(radio.titles == (counts ? ["A - One"] : []))
      radio.pass(600)
      radio.receive(.stopped)
      #expect(radio.listens.count == (counts ? 1 : 0))
    }
    var radio = Listening()
    radio.title("A - One")
    radio.pass(seconds)
    radio.title("B - Two")
    #expect(radio.titles == (counts ? ["A - One"] : []))
  }

  @Test(
    "of a song whose length is known, half counts, but at least 30 s, and never more than 4 minutes",
    arguments: [
      (40.0, 0.0, true), (29, 0, false), (60, 31, false), (60, 29, true), (200, 101, false), (200, 99, true),
      (1200, 900, true), (1200, 970, false),
    ])
  func share(length: Double, muted: Double, counts: Bool) {
    var radio = Listening()
    radio.title("A - One")
    radio.pass(1)
    radio.title("B - Two")
    radio.receive(.volume(70, isMuted: true))
    radio.pass(muted)
    radio.receive(.volume(70, isMuted: false))
    radio.pass(length - muted)
    radio.title("C - Three")
    #expect(radio.titles == (counts ? ["B - Two"] : []))
  }

  @Test("what is not heard does not count: volume 0, an underrun, a lost device, a machine that sleeps")
  func unheard() {
    for silence in ["volume", "underrun", "device", "suspend"] {
      var radio = Listening()
      radio.title("A - One")
      radio.pass(1)
      radio.title("B - Two")
      switch silence {
      case "volume": radio.receive(.volume(0, isMuted: false))
      case "underrun": radio.receive(.rebuffering)
      case "device":
        radio.isSilenced = true
        radio.receive(.notice("no sound device: playing silently"))
      default:
        radio.moment.steady += .seconds(400)
        radio.moment.wall += 400
      }
      if silence != "suspend" { radio.pass(400) }
      radio.isSilenced = false
      radio.receive(.volume(70, isMuted: false))
      radio.play()
      radio.pass(100)
      radio.title("C - Three")
      #expect(radio.titles.isEmpty, "\(silence): \(radio.titles)")
      radio.pass(60)
      radio.title("D - Four")
      #expect(radio.titles == ["C - Three"] && radio.times == [501], "\(silence): \(radio.titles) \(radio.times)")
    }
  }

  @Test("a muted song is announced when it becomes audible, and once")
  func announcement() {
    var radio = Listening()
    radio.receive(.volume(70, isMuted: true))
    radio.title("A - One")
    #expect(radio.announced.isEmpty)
    radio.receive(.volume(70, isMuted: false))
    radio.receive(.volume(60, isMuted: false))
    radio.title("A - One")
    #expect(radio.announced == [Song(artist: "A", title: "One")])
  }

  @Test("an equal title, a reconnect and a jingle in the middle leave a song one song")
  func interruptions() {
    var radio = Listening()
    radio.title("X - Before")
    radio.pass(1)
    radio.title("A - One")
    radio.pass(60)
    radio.title("a - ONE")
    radio.receive(.retrying(reason: "lost", after: .seconds(1)))
    radio.receive(.connecting(url: "http://fip.example/"))
    radio.pass(10)
    radio.title("Jingle - 7")
    radio.pass(20)
    radio.title("A - One")
    radio.pass(60)
    radio.title("")
    radio.pass(5)
    radio.title("B - Two")
    #expect(radio.titles == ["A - One"] && radio.times == [1])
  }

  @Test("a song that comes again after more than five minutes of something else is heard again")
  func again() {
    var radio = Listening()
    radio.title("A - One")
    radio.pass(200)
    radio.title("FIP")
    radio.pass(301)
    radio.title("A - One")
    radio.pass(200)
    radio.title("B - Two")
    #expect(radio.titles == ["A - One", "A - One"] && radio.times == [0, 501])
  }

  @Test("a song that goes on after a pause, or after a restart of the daemon, counts once")
  func goesOn() {
    for isRestart in [false, true] {
      var radio = Listening()
      radio.title("A - One")
      radio.pass(150)
      if isRestart {
        #expect(radio.watch.end(at: radio.moment)?.song.title == "One")
        let last = radio.watch.last
        radio.watch = ListeningWatch()
        radio.watch.last = last
      } else {
        radio.receive(.stopped)
        #expect(radio.titles == ["A - One"])
      }
      radio.pass(60)
      radio.receive(.tuned(.station(Listening.station)))
      radio.play()
      radio.title("A - One")
      radio.pass(150)
      radio.title("B - Two")
      radio.pass(150)
      radio.receive(.stopped)
      #expect(radio.titles == (isRestart ? ["B - Two"] : ["A - One", "B - Two"]))
    }
  }

  @Test("a clock that is set while a song plays gives the time by the new clock, never one in the future")
  func clock() {
    for jump in [-3600.0, 3600, -800_000_000] {
      var radio = Listening()
      radio.title("A - One")
      radio.pass(100)
      radio.moment.wall += jump
      radio.pass(100)
      radio.title("B - Two")
      let isSet = jump > -800_000_000
      #expect(radio.times == (isSet ? [Int(jump)] : []), "a clock before 2020 is not set")
      #expect(radio.listens.allSatisfy { Double($0.listenedAt) <= radio.moment.wall })
    }
  }

  @Test("the built-in station and files are never counted; a radio that plays already is")
  func sources() {
    for source in [Source.station(Station(id: Station.demoID, name: "Demo", url: "http://x/")), .file(path: "/x.mp3")] {
      var radio = Listening(isTunedIn: false)
      radio.receive(.tuned(source))
      radio.play()
      radio.title("A - One")
      radio.pass(300)
      radio.receive(.stopped)
      #expect(radio.listens.isEmpty && radio.announced.isEmpty)
    }
    var snapshot = TunerSnapshot()
    (snapshot.source, snapshot.state, snapshot.title) = (.station(Listening.station), .playing, "A - One")
    var radio = Listening(isTunedIn: false)
    radio.receive(.snapshot(snapshot))
    radio.pass(130)
    radio.receive(.stopped)
    #expect(radio.titles == ["A - One"] && radio.announced.count == 1)
  }
}
