import HTTPServer
import NIOCore
import Radio
import RadioModel

/// The endpoints that control playback and volume.
struct PlayRoutes {
  let radio: RadioHost
  /// Longest time an answer waits for the radio to obey.
  let timeout: Duration

  /// Plays the station, URL, queue entry or result of a search that the body of `request` names; resumes when it names none. Throws
  /// ``HTTPFault``.
  func play(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey([try await radio.command(for: PlayTarget(request.bodyBytes))])
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

  /// Sends `commands` to the radio, waits until it has obeyed the last one or ``timeout`` has passed, and returns the
  /// status.
  private func obey(_ commands: [Command]) async -> HTTPAnswer {
    let last = commands.count - 1
    for command in commands[..<last] { radio.send(command) }
    await radio.tuner.perform(commands[last], within: timeout)
    return .json(ByteBuffer(json: radio.status.json))
  }
}
