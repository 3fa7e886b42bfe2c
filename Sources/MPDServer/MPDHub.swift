import AudioCore
import Logging
import NIOCore
import Radio
import Stations

/// What all connections share. Everything happens on one event loop.
final class MPDHub {
  let tuner: Tuner
  let playlists: MPDPlaylists
  /// What the one output is called.
  let outputName: String
  let options: MPDOptions
  let loop: any EventLoop
  let logger: Logger
  let startedAt = ContinuousClock.now
  /// When the station list was read last, in seconds since 1970.
  private(set) var stationsReadAt = MPDClock.seconds
  /// The queue's changes as clients see them.
  private(set) var versions: MPDQueueVersions
  /// The last error of what is tuned in, also while it is tried again.
  private var lastError: String?
  /// An error that a client asked not to be shown any more. It stays hidden while the station fails again for the same reason.
  private var clearedError: String?
  /// What the events that come now are about. The snapshot may be ahead of them.
  private var eventSource: Source?
  private var status: MPDPlayerStatus
  /// What command lists take.
  var listMemory: MPDListMemory
  private var connections: [ObjectIdentifier: MPDConnection] = [:]
  /// How many of them came over TCP.
  private var networkConnections = 0
  private var isClosed = false
  /// Connections with more to do than one turn takes, in the order in which they continue; each is there once.
  private var turns = CircularBuffer<MPDConnection>()
  private var isTurnScheduled = false
  /// How long others have between two turns. The event loop carries out all tasks that are due before it looks at its sockets again.
  private static let turnPause = TimeAmount.milliseconds(1)

  init(
    tuner: Tuner, playlists: MPDPlaylists, outputName: String, options: MPDOptions, loop: any EventLoop, logger: Logger
  ) {
    self.tuner = tuner
    self.playlists = playlists
    self.outputName = outputName
    self.options = options
    self.loop = loop
    self.logger = logger
    listMemory = MPDListMemory(limit: options.maximumListBytes)
    let snapshot = tuner.snapshot
    versions = MPDQueueVersions(queueVersion: snapshot.queue.version)
    status = MPDPlayerStatus(snapshot)
    versions.observe(queueVersion: snapshot.queue.version, shown: status.shown)
  }

  // MARK: - Connections

  /// How many there are.
  var connectionCount: Int { connections.count }

  /// Takes a connection in; false when there are too many, over TCP an eighth less, or the server has stopped.
  func add(_ connection: MPDConnection) -> Bool {
    let limit = options.maximumClients
    // Others on the network cannot keep the programs of this user out.
    guard !isClosed, connections.count < limit, connection.isLocal || networkConnections < limit - limit / 8
    else { return false }
    connections[ObjectIdentifier(connection)] = connection
    if !connection.isLocal { networkConnections += 1 }
    return true
  }

  func remove(_ connection: MPDConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    if !connection.isLocal { networkConnections -= 1 }
  }

  /// Has `connection` continue when those before it had a turn: one connection at a time, and others of the event loop in between.
  func continueLater(_ connection: MPDConnection) {
    turns.append(connection)
    scheduleTurn()
  }

  private func scheduleTurn() {
    guard !isTurnScheduled, !turns.isEmpty else { return }
    isTurnScheduled = true
    loop.assumeIsolated().scheduleTask(in: Self.turnPause) {
      self.isTurnScheduled = false
      self.turns.removeFirst().takeTurn()
      self.scheduleTurn()
    }
  }

  /// Ends all connections, and takes no more.
  func closeAll() {
    isClosed = true
    for connection in connections.values { connection.close() }
  }

  /// Tells everybody who waits for it that these have changed.
  func notify(_ subsystems: MPDSubsystems) {
    guard !subsystems.isEmpty else { return }
    for connection in connections.values { connection.notice(subsystems) }
  }

  // MARK: - The radio

  /// The radio now, and everybody told what is new.
  func look() -> TunerSnapshot {
    let snapshot = tuner.snapshot
    notify(observe(snapshot))
    return snapshot
  }

  /// Takes note of an event.
  func note(_ event: TunerEvent) {
    let snapshot = tuner.snapshot
    var changed = observe(snapshot)
    switch event {
    case .tuned(let source):
      eventSource = source
      changed.insert(.player)
    case .retrying(let reason, _):
      // The next try may follow at once: the snapshot does not show the reason any more.
      if status.isAwaitingSound, eventSource == snapshot.source, lastError != reason {
        lastError = reason
        changed.insert(.player)
      }
    case .stations:
      stationsReadAt = MPDClock.seconds
      changed.insert(.database)
    case .snapshot(let first): eventSource = first.source
    case .connecting, .connected, .playing, .rebuffering, .title, .notice, .detail, .deviceFaults, .ended, .failed,
      .stopped,
      .volume, .queue:
      break
    }
    notify(changed)
  }

  /// What a client sees differently since the last look.
  private func observe(_ snapshot: TunerSnapshot) -> MPDSubsystems {
    let old = status
    status = MPDPlayerStatus(snapshot)
    if status.entryID != old.entryID || status.error == nil && !status.isAwaitingSound {
      lastError = nil
      clearedError = nil
    }
    lastError = status.error ?? lastError
    if clearedError != lastError { clearedError = nil }
    var changed = status.changes(since: old)
    if versions.observe(queueVersion: snapshot.queue.version, shown: status.shown) { changed.insert(.playlist) }
    return changed
  }

  /// What is wrong, if it is to be shown. It stays while the station is tried again, until it gives sound.
  var error: String? { lastError == clearedError ? nil : lastError }

  /// Has the error not be shown any more, nor when the station fails again for the same reason.
  func clearError() {
    guard lastError != clearedError else { return }
    clearedError = lastError
    notify(.player)
  }

  /// Has the radio obey; the lines, none, come when it has.
  func obey(_ command: Command) -> EventLoopFuture<MPDText> {
    let tuner = tuner
    return loop.makeFutureWithTask {
      await tuner.perform(command)
      return MPDText()
    }
  }

  /// The lines, none, come when the radio has done what was asked of it.
  func settle() -> EventLoopFuture<MPDText> {
    let tuner = tuner
    return loop.makeFutureWithTask {
      await tuner.answer()
      return MPDText()
    }
  }

  /// Does `work`, which may take as long as the disk does, and then tells everybody that `changed` has.
  func onDisk(
    changed: MPDSubsystems = [], _ work: @escaping @Sendable (MPDPlaylists) throws -> MPDText
  ) -> EventLoopFuture<MPDText> {
    let playlists = playlists
    return loop.makeFutureWithTask { try await BlockingPool.shared.run { try work(playlists) } }
      .assumeIsolated().map { text in
        self.notify(changed)
        return text
      }.nonisolated()
  }
}
