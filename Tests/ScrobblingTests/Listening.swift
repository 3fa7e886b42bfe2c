import AudioCore
import RadioModel
import Scrobbling
import Stations

/// Events of a radio with a clock of the test's own.
struct Listening {
  static let station = Station(id: "fip", name: "FIP", url: "http://fip.example/")
  /// The time of the day at which it begins: 2026-11-23 12:00 UTC.
  static let start = 1_795_435_200.0

  var watch = ListeningWatch()
  var moment = ListeningMoment(running: .now, steady: .now, wall: start)
  /// What the watch found.
  private(set) var listens: [Listen] = []
  private(set) var announced: [Song] = []
  var isSilenced = false
  /// Where the title that is audible begins.
  var titleStart: Duration?

  /// A radio that plays the station at the volume 70.
  init(isTunedIn: Bool = true) {
    guard isTunedIn else { return }
    receive(.tuned(.station(Self.station)))
    receive(.playing(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2)))
  }

  mutating func receive(_ event: TunerEvent) {
    let actions = watch.receive(
      event, name: Self.station.name, isSilenced: isSilenced, titleStart: titleStart, at: moment)
    for action in actions {
      switch action {
      case .announce(let song, _): announced.append(song)
      case .keep(let listen): listens.append(listen)
      }
    }
  }

  mutating func title(_ text: String) { receive(.title(StreamMetadata(title: text))) }
  /// A title that is heard for the first time, and begins at this place.
  mutating func title(_ text: String, from start: Double) {
    titleStart = .seconds(start)
    title(text)
  }

  /// A title that the listener went back to.
  mutating func titleAgain(_ text: String) { receive(.titleAgain(StreamMetadata(title: text))) }

  mutating func move(to place: Double) { receive(.moved(to: .seconds(place))) }

  mutating func play() { receive(.playing(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2))) }

  /// Lets time pass.
  mutating func pass(_ seconds: Double) {
    moment.running += .seconds(seconds)
    moment.steady += .seconds(seconds)
    moment.wall += seconds
  }

  /// The songs that counted, in short.
  var titles: [String] { listens.map { "\($0.song.artist) - \($0.song.title)" } }
  /// The times of the listens since the start, in seconds.
  var times: [Int] { listens.map { $0.listenedAt - Int(Self.start) } }
}
