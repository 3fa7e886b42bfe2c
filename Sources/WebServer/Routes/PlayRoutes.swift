import HTTPServer
import AudioCore
import NIOCore
import Radio
import RadioModel

/// The endpoints that control playback and volume.
struct PlayRoutes {
  let tuner: Tuner
  let lookup: StationLookup
  /// Longest time an answer waits for the radio to obey.
  let timeout: Duration

  /// Plays the station, URL, queue entry or result of a search that the body of `request` names; resumes when it names none. Throws
  /// ``HTTPFault``.
  func play(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey([try await source(request)])
  }

  /// Sends `command`, which takes no fields in the body of `request`. Throws ``HTTPFault``.
  func obey(_ command: Command, _ request: HTTPRequest) async throws -> HTTPAnswer {
    try request.refuseFields()
    return await obey([command])
  }

  /// Changes the volume as the body of `request` requests. Throws ``HTTPFault``.
  func setVolume(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey(try VolumeChange(request.bodyBytes).commands)
  }

  private func source(_ request: HTTPRequest) async throws -> Command {
    switch try PlayTarget(request.bodyBytes) {
    case .resume: return .resume
    case .station(let words): return .play(.station(try await lookup.station(words)))
    case .url(let url): return .play(try StationLookup.address(url, of: "url"))
    case .found(let id): return .play(.station(try lookup.station(found: id)))
    case .entry(let id):
      guard tuner.snapshot.queue.position(ofID: id) != nil else { throw HTTPFault(404, "the queue has no entry \(id)") }
      return .playEntry(id: id)
    }
  }

  /// Sends `commands` to the radio, waits until it has obeyed the last one or ``timeout`` has passed, and returns the
  /// status.
  private func obey(_ commands: [Command]) async -> HTTPAnswer {
    let last = commands.count - 1
    for command in commands[..<last] { tuner.send(command) }
    await tuner.perform(commands[last], within: timeout)
    return .json(ByteBuffer(json: tuner.status.json))
  }
}
