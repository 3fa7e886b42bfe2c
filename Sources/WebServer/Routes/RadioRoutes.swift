import HTTPServer
import JSON
import Radio
import RadioModel

/// The endpoints that show the radio, its queue, its titles and its log, and that control it.
struct RadioRoutes {
  let radio: RadioHost
  /// Longest time an answer waits for the radio to obey.
  let timeout: Duration

  /// The number of titles when a request does not give a limit.
  private static let defaultTitles = 100
  private static let maximumTitles = 10_000

  // MARK: - Reads

  /// Returns the status of the radio.
  func status() -> HTTPAnswer { .json(radio.status) }

  /// Returns the queue.
  func queue() -> HTTPAnswer { .json(radio.queue().json) }

  /// Returns the stations that were played last, the latest first.
  func recent() -> HTTPAnswer {
    .json(.object(["stations": radio.recent.map { $0.answer(picture: nil) }]))
  }

  /// Returns the sound that is kept, with its titles; without places where none is kept.
  func timeShift() -> HTTPAnswer { .json(radio.tuner.timeShift?.json ?? TimeShift.emptyJSON) }

  /// Returns what the radio needs of the machine.
  func figures() -> HTTPAnswer { .json(radio.figures?.json ?? .object([:])) }

  /// Returns the newest titles, as many as `request` asks for, the newest first. Throws ``HTTPError``.
  func titles(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let limit = try query.integer("limit", in: 1...Self.maximumTitles) ?? Self.defaultTitles
    try query.finish()
    return .json(.object(["titles": radio.history.recent(limit).reversed().map(\.json)]))
  }

  /// Returns the log records after the one that `request` names, the oldest first. Throws ``HTTPError``.
  func log(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let number = try query.integer("after", in: 0...RequestFields.maximumInteger) ?? 0
    let limit = try query.integer("limit", in: 1...LogStore.defaultLimit) ?? LogStore.defaultLimit
    try query.finish()
    let log = radio.logStore
    return .json(log.extract(after: number, limit: limit).json(started: log.started))
  }

  // MARK: - Changes

  /// Makes the change of the queue that the body of `request`, for `endpoint`, describes. Throws ``HTTPError``,
  /// `RequestError` and `ServiceError`.
  func edit(_ endpoint: Endpoint, _ request: HTTPRequest) async throws -> HTTPAnswer {
    .json(try await radio.edit(try QueueRequest(endpoint, request.bodyBytes), within: timeout).json)
  }

  /// Plays the station, URL, queue entry or result of a search that the body of `request` names; resumes when it names
  /// none. Throws ``HTTPError``.
  func play(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey([try await radio.command(for: PlayTarget(request.bodyBytes))])
  }

  /// Sends `command`, which takes no fields in the body of `request`. Throws ``HTTPError``.
  func obey(_ command: Command, _ request: HTTPRequest) async throws -> HTTPAnswer {
    try request.refuseFields()
    return await obey([command])
  }

  /// Moves in the sound that is kept, as the body of `request` requests. Throws `RequestError`, and `ServiceError` when
  /// no sound is kept.
  func seek(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let seek = try SeekRequest(request.bodyBytes).seek
    guard radio.status.seekable != nil else { throw ServiceError.nothingToSeekIn }
    return await obey([.seek(seek)])
  }

  /// Changes the volume as the body of `request` requests. Throws ``HTTPError``.
  func setVolume(_ request: HTTPRequest) async throws -> HTTPAnswer {
    await obey(try VolumeChange(request.bodyBytes).commands)
  }

  /// Sends `commands` to the radio, waits until it has obeyed the last one or ``timeout`` has passed, and returns the
  /// status, with the message of the commands.
  private func obey(_ commands: [Command]) async -> HTTPAnswer {
    let event = radio.tuner.eventNumber
    let last = commands.count - 1
    for command in commands[..<last] { radio.send(command) }
    await radio.tuner.perform(commands[last], within: timeout)
    return .json(radio.tuner.answer(after: event))
  }
}
