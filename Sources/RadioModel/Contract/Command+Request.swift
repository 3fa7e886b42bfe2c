package import JSON

extension Command {
  /// The endpoint and the body of a request that makes a daemon carry out the command. Nil for a command that only a
  /// player in this process can carry out.
  package var request: (endpoint: Endpoint, body: JSONValue)? {
    switch self {
    case .play(.station(let station)): (.play, PlayTarget(station).json)
    case .play(.url(let url)): (.play, PlayTarget.url(url).json)
    case .playEntry(let id), .playAnnouncement(let id, _): (.play, PlayTarget.entry(id).json)
    case .resume: (.play, PlayTarget.resume.json)
    case .stop: (.stop, .object([:]))
    case .pause: (.pause, .object([:]))
    case .toggle: (.toggle, .object([:]))
    case .next: (.next, .object([:]))
    case .previous: (.previous, .object([:]))
    case .seek(let seek): (.seek, SeekRequest(seek).json)
    case .setVolume(let volume): (.volume, VolumeChange(volume: volume).json)
    case .changeVolume(let points): (.volume, VolumeChange(change: points).json)
    case .setMuted(let isMuted): (.volume, VolumeChange(isMuted: isMuted).json)
    case .toggleMute: (.volume, VolumeChange(togglesMute: true).json)
    case .play(.file), .play(.standardInput), .quit: nil
    }
  }
}
