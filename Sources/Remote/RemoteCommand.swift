import JSON
import Radio

/// A command for a daemon.
public enum RemoteCommand: Sendable, Equatable {
  /// Tune in to the station that this id, or an unambiguous part of an id or name, identifies.
  case playStation(String)
  /// Tune in to this address.
  case playURL(String)
  /// Tune in to this entry of the queue.
  case playEntry(id: Int)
  /// Tune in again to what was tuned in last.
  case resume
  /// Stop the station.
  case stop
  /// Stop the station; `resume` tunes in to it again.
  case pause
  /// `pause` or `resume`.
  case toggle
  /// The queue's next entry.
  case next
  /// The queue's previous entry.
  case previous
  /// Set the volume, 0…100.
  case setVolume(Int)
  /// Change the volume by this number of points, −100…100.
  case changeVolume(by: Int)
  /// Mute or unmute.
  case setMuted(Bool)

  /// Creates the remote command for `command`; nil for a command that only a player in this process can carry out.
  /// `isMuted` is the present state, which `toggleMute` inverts.
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

  /// The path to post to.
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

  /// The body to post.
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
