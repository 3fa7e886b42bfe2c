import Radio
import Stations

/// What a daemon can be asked to do.
public enum RemoteCommand: Sendable, Equatable {
  /// Tune in to the station with this id, or as much of its id or name as tells it from the others.
  case playStation(String)
  /// Tune in to this address.
  case playURL(String)
  /// Tune in to this entry of the queue.
  case playEntry(id: Int)
  /// Tune in again to what was tuned in last.
  case resume
  /// Leave the station.
  case stop
  /// Leave the station, to rejoin it.
  case pause
  /// `pause` or `resume`.
  case toggle
  /// The queue's next entry.
  case next
  /// The queue's previous entry.
  case previous
  /// Set the volume, 0…100.
  case setVolume(Int)
  /// Change the volume by so many points, −100…100.
  case changeVolume(by: Int)
  /// Mute or unmute.
  case setMuted(Bool)

  /// What `command` is to a daemon, where `isMuted` is what it is now; nil for what only a radio in this process can do.
  public init?(_ command: Command, isMuted: Bool) {
    switch command {
    case .play(.station(let station)): self = .playStation(station.id)
    case .play(.url(let url)): self = .playURL(url)
    case .play(.file), .play(.standardInput), .quit: return nil
    case .playEntry(let id): self = .playEntry(id: id)
    case .resume: self = .resume
    case .pause: self = .pause
    case .stop: self = .stop
    case .toggle: self = .toggle
    case .next: self = .next
    case .previous: self = .previous
    case .setVolume(let volume): self = .setVolume(volume)
    case .changeVolume(let points): self = .changeVolume(by: points)
    case .setMuted(let isMuted): self = .setMuted(isMuted)
    case .toggleMute: self = .setMuted(!isMuted)
    }
  }

  /// Where it is posted to.
  var path: String {
    switch self {
    case .playStation, .playURL, .playEntry, .resume: "/api/play"
    case .stop: "/api/stop"
    case .pause: "/api/pause"
    case .toggle: "/api/toggle"
    case .next: "/api/next"
    case .previous: "/api/previous"
    case .setVolume, .changeVolume, .setMuted: "/api/volume"
    }
  }

  /// What is posted.
  var body: JSONValue {
    switch self {
    case .playStation(let word): .object(["station": .text(word)])
    case .playURL(let url): .object(["url": .text(url)])
    case .playEntry(let id): .object(["entry": .number(id)])
    case .setVolume(let volume): .object(["volume": .number(volume)])
    case .changeVolume(let points): .object(["change": .number(points)])
    case .setMuted(let isMuted): .object(["muted": .flag(isMuted)])
    case .resume, .stop, .pause, .toggle, .next, .previous: .object([:])
    }
  }
}
