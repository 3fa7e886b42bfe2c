import AudioCore

/// One or more requests for the same search or click: they share their servers, which are looked up once, and the time.
actor DirectoryAttempt {
  private let choice: DirectoryServers
  private let deadline: ContinuousClock.Instant
  private var chosen: (servers: [StreamURL], fault: TuneError?)?

  /// An attempt with `servers` that takes `limit` at most.
  init(servers: DirectoryServers, limit: Duration) {
    choice = servers
    deadline = .now + limit
  }

  /// The rest of the time; not above 0 when there is none.
  nonisolated var timeLeft: Duration { deadline - .now }

  /// Returns the servers in the order in which to ask them, and the error of the name lookup; `isNew` is true the first
  /// time. Throws `CancellationError`.
  func servers() async throws -> (servers: [StreamURL], fault: TuneError?, isNew: Bool) {
    if let chosen { return (chosen.servers, chosen.fault, false) }
    let found = try await choice.choose()
    chosen = found
    return (found.servers, found.fault, true)
  }
}
