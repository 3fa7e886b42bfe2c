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
    try RequestBodyFields(request).finish()
    return await obey([command])
  }

  /// Changes the volume as the body of `request` requests. Throws ``HTTPFault``.
  func setVolume(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey(try volume(request))
  }

  private func source(_ request: HTTPRequest) async throws -> Command {
    var fields = try RequestBodyFields(request)
    let station = try fields.text("station", limit: StationLookup.maximumNameBytes)
    let url = try fields.text("url", limit: StreamURL.maximumLength)
    let entry = try fields.integer("entry", in: 1...Int(Int32.max))
    let found = try fields.text("directoryId", limit: StationLookup.maximumNameBytes)
    try fields.finish()
    switch (station, url, entry, found) {
    case (nil, nil, nil, nil): return .resume
    case (let name?, nil, nil, nil): return .play(.station(try await lookup.station(name)))
    case (nil, let url?, nil, nil): return .play(try StationLookup.address(url, of: "url"))
    case (nil, nil, nil, let id?): return .play(.station(try lookup.station(found: id)))
    case (nil, nil, let id?, nil):
      guard tuner.snapshot.queue.position(ofID: id) != nil else { throw HTTPFault(404, "the queue has no entry \(id)") }
      return .playEntry(id: id)
    default: throw HTTPFault(400, "only one of \"station\", \"url\", \"entry\" and \"directoryId\" can be played")
    }
  }

  private func volume(_ request: HTTPRequest) throws -> [Command] {
    var fields = try RequestBodyFields(request)
    let volume = try fields.integer("volume", in: 0...100)
    let change = try fields.integer("change", in: -100...100)
    let muted = try fields.flag("muted")
    let toggles = try fields.flag("toggleMute")
    try fields.finish()
    guard volume == nil || change == nil else { throw HTTPFault(400, "either \"volume\" or \"change\"") }
    guard muted == nil || toggles == nil else { throw HTTPFault(400, "either \"muted\" or \"toggleMute\"") }
    guard toggles != false else { throw HTTPFault(400, "\"toggleMute\" can only be true") }
    let commands = [
      volume.map { Command.setVolume($0) }, change.map { .changeVolume(by: $0) }, muted.map { .setMuted($0) },
      toggles.map { _ in .toggleMute },
    ]
    .compactMap(\.self)
    guard !commands.isEmpty else {
      throw HTTPFault(400, "\"volume\", \"change\", \"muted\" or \"toggleMute\" is missing")
    }
    return commands
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
