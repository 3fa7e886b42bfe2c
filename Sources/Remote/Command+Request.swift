import JSON
import RadioModel

extension Command {
  /// The path to post to and the body to post, for a daemon to carry out the command. Nil for a command that only a
  /// player in this process can carry out.
  var request: (path: String, body: JSONValue)? {
    switch self {
    // A station without an id is in no list.
    case .play(.station(let station)):
      ("/api/play", .object(station.id.isEmpty ? ["url": .text(station.url)] : ["station": .text(station.id)]))
    case .play(.url(let url)): ("/api/play", .object(["url": .text(url)]))
    case .playEntry(let id), .playAnnouncement(let id, _): ("/api/play", .object(["entry": .number(id)]))
    case .resume: ("/api/play", .object([:]))
    case .stop: ("/api/stop", .object([:]))
    case .pause: ("/api/pause", .object([:]))
    case .toggle: ("/api/toggle", .object([:]))
    case .next: ("/api/next", .object([:]))
    case .previous: ("/api/previous", .object([:]))
    case .setVolume(let volume): ("/api/volume", .object(["volume": .number(volume)]))
    case .changeVolume(let points): ("/api/volume", .object(["change": .number(points)]))
    case .setMuted(let isMuted): ("/api/volume", .object(["muted": .flag(isMuted)]))
    case .toggleMute: ("/api/volume", .object(["toggleMute": .flag(true)]))
    case .play(.file), .play(.standardInput), .quit: nil
    }
  }
}
