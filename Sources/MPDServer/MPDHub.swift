import AudioCore
import Logging
import NIOCore
import Pictures
import RadioModel
import ServerSupport
import Stations
import SystemSupport

/// The state that all connections share. Everything here runs on one event loop.
final class MPDHub {
  let tuner: any RadioPlayer
  private let savedQueues: MPDSavedQueues
  /// The files of stations' pictures.
  let pictures: any StationPictureFiles
  /// The name of the one output.
  let outputName: String
  let options: MPDOptions
  let loop: any EventLoop
  let logger: Logger
  let startedAt = ContinuousClock.now
  /// When the station list was read last, in seconds since 1970.
  private(set) var stationsReadAt = SystemTime.seconds
  /// The queue's changes as clients see them.
  private(set) var versions: MPDQueueVersions
  /// The announcement that a client plays, and what was played before it.
  private var announcement = MPDAnnouncement()
  /// True when one of the clients has asked for a picture.
  private var arePicturesRead = false
  /// The addresses of pictures that clients asked for before they had come.
  private var awaitedPictures: Set<String> = []
  /// The last error of the source that is tuned in. It stays while the radio retries.
  private var lastError: String?
  /// The error that a client cleared with `clearerror`. It stays hidden while the station fails again for the same
  /// reason.
  private var clearedError: String?
  /// The source that the current events belong to. The snapshot may be ahead of the events.
  private var eventSource: Source?
  private var status: MPDPlayerStatus
  /// The memory that command lists take.
  let lists: ByteBudget
  /// The memory that answers take until they are sent.
  let outputs: ByteBudget
  private var isWatchingSlowClients = false
  private var connections: [ObjectIdentifier: MPDConnection] = [:]
  private let places: ClientPlaces
  /// Counts the wrong passwords of each address.
  var passwords = SecretThrottle()
  /// Connections with work left after their turn, in order; each appears at most once.
  private var turns = CircularBuffer<MPDConnection>()
  private var isTurnScheduled = false
  /// The pause between two turns, for the other work of the event loop. Without a pause the loop would run all due
  /// tasks before it polls its sockets again.
  private static let turnPause = TimeAmount.milliseconds(1)
  /// The largest number of pictures whose arrival is noted.
  private static let maximumAwaitedPictures = 256

  init(
    tuner: any RadioPlayer, savedQueues: MPDSavedQueues, pictures: any StationPictureFiles, outputName: String,
    options: MPDOptions, loop: any EventLoop, logger: Logger
  ) {
    self.tuner = tuner
    self.savedQueues = savedQueues
    self.pictures = pictures
    self.outputName = outputName
    self.options = options
    self.loop = loop
    self.logger = logger
    lists = ByteBudget(
      limit: options.maximumListBytes, keptForLocal: options.maximumListBytes / 4, allowance: 0)
    outputs = ByteBudget(
      limit: options.maximumSharedOutputBytes, keptForLocal: options.maximumSharedOutputBytes / 4,
      allowance: MPDOutput.fullBytes)
    places = ClientPlaces(ClientPlaces.Limits(total: options.maximumClients, hasSecret: options.needsPassword))
    let snapshot = tuner.snapshot
    versions = MPDQueueVersions(queueVersion: snapshot.queue.version)
    status = MPDPlayerStatus(snapshot)
    versions.observe(queueVersion: snapshot.queue.version, shown: status.shown)
  }

  // MARK: - Connections

  /// The number of connections.
  var connectionCount: Int { connections.count }

  /// Registers a connection from `address`. Returns false when there is no place for it, and when the server has
  /// stopped. Where a password is needed, a connection that has not shown it may lose its place to a new one.
  func add(_ connection: MPDConnection, from address: SocketAddress?) -> Bool {
    let session = connection.session
    session.client = ClientAddress(address)
    session.place = places.admit(
      session.client, isLocalSocket: session.isLocal,
      giveWay: session.permission == .none ? onLoop(connection) { $0.close() } : nil)
    guard session.place != nil else { return false }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  /// Returns a function, for any thread, that calls `body` with `connection` in a later round of the event loop.
  func onLoop(
    _ connection: MPDConnection, _ body: @escaping @Sendable (MPDConnection) -> Void
  ) -> @Sendable () -> Void {
    let bound = NIOLoopBound(connection, eventLoop: loop)
    return { bound.eventLoop.execute { body(bound.value) } }
  }

  /// Notes that the client of `session` has sent the password.
  func admit(_ session: MPDSession) {
    session.permission = .everything
    if let place = session.place { places.proved(place) }
  }

  /// Notes that the client of `session` has sent a line. It counts for those that may lose their places.
  func noteUse(_ session: MPDSession) {
    if session.permission == .none, let place = session.place { places.used(place) }
  }

  func remove(_ connection: MPDConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    if let place = connection.session.place { places.leave(place) }
    if connections.isEmpty { arePicturesRead = false }
  }

  /// While answers wait for memory, closes clients that take no bytes of theirs.
  func watchSlowClients() {
    guard !isWatchingSlowClients, outputs.waiterCount > 0 else { return }
    isWatchingSlowClients = true
    let limit = options.crowdedOutputTimeout
    loop.assumeIsolated().scheduleTask(in: TimeAmount(limit / 2)) {
      self.isWatchingSlowClients = false
      for connection in self.connections.values { connection.closeIfSlow(after: limit) }
      self.watchSlowClients()
    }
  }

  /// Notes that a client asks for a picture.
  func notePictureRead() { arePicturesRead = true }

  /// Lets `connection` continue after those before it in the queue: one connection at a time, with other work of the
  /// event loop in between.
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

  /// Closes all connections and accepts no more.
  func closeAll() {
    places.close()
    for connection in connections.values { connection.close() }
  }

  /// Notifies every connection that `subsystems` have changed.
  func notify(_ subsystems: MPDSubsystems) {
    guard !subsystems.isEmpty else { return }
    for connection in connections.values { connection.notice(subsystems) }
  }

  // MARK: - The radio

  /// Returns the current snapshot, and notifies clients of the changes since the last one.
  func refresh() -> TunerSnapshot {
    let snapshot = tuner.snapshot
    notify(observe(snapshot))
    return snapshot
  }

  /// Records an event, and notifies clients of the changes.
  func receive(_ event: TunerEvent) {
    let snapshot = tuner.snapshot
    var changed = observe(snapshot)
    switch event {
    case .tuned(let source):
      eventSource = source
      changed.insert(.player)
      // Clients that show pictures ask for the next one soon, some of them only once.
      if arePicturesRead, let station = source.station { _ = pictures.file(of: station) }
    case .listed(let station):
      eventSource = .station(station)
      changed.insert(.player)
    case .retrying(let reason, _):
      // The next attempt may begin at once. Then the snapshot does not show the reason any more.
      if status.isAwaitingSound, eventSource == snapshot.source, lastError != reason {
        lastError = reason
        changed.insert(.player)
      }
    // A move within a title changes nothing of the status but the place.
    case .moved, .titleAgain: changed.insert(.player)
    case .stations:
      stationsReadAt = SystemTime.seconds
      changed.formUnion([.database, .storedPlaylist])
    case .snapshot(let first): eventSource = first.source
    default: break
    }
    notify(changed)
    if let radio = announcement.receive(event, snapshot) { goBack(to: radio) }
  }

  /// Updates the status and the queue's version from `snapshot`. Returns the subsystems that changed for clients.
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

  /// The error to show; nil when there is none or a client cleared it. It stays during retries, until there is sound.
  var error: String? { lastError == clearedError ? nil : lastError }

  /// Hides the error, also when the station fails again for the same reason.
  func clearError() {
    guard lastError != clearedError else { return }
    clearedError = lastError
    notify(.player)
  }

  // MARK: - Announcements

  /// Notes that a client clears the queue.
  func noteClear(_ snapshot: TunerSnapshot) {
    if options.resumesAfterFile { announcement.cleared(snapshot, now: .now) }
  }

  /// Returns the command with which a client plays the entry `id` of the queue; nil for whatever comes first.
  func playing(_ id: Int?, in snapshot: TunerSnapshot) -> Command {
    if let command = announcement.played(id, of: snapshot, now: .now) { return command }
    return id.map { .playEntry(id: $0) } ?? .resume
  }

  /// Makes the queue what it was before an announcement, and plays what was played.
  private func goBack(to radio: InterruptedRadio) {
    var ids: [Int] = []
    do throws(QueueError) {
      try tuner.edit(.clear)
      if radio.isStationList { tuner.resetQueue() } else { ids = try tuner.edit(.insert(radio.queue, at: nil)) }
    } catch {
      // The queue was as long before; what was played is played in any case.
      logger.warning("the queue from before the announcement does not come back: \(error)")
    }
    guard let source = radio.source else { return }
    if let position = radio.position, ids.indices.contains(position) {
      tuner.send(.playEntry(id: ids[position]))
    } else {
      tuner.send(.play(source))
    }
  }

  // MARK: - Pictures

  /// Notes that a client asked for a picture that has not come.
  func awaitPicture(at address: String) {
    if awaitedPictures.count >= Self.maximumAwaitedPictures { awaitedPictures.removeAll() }
    awaitedPictures.insert(address)
  }

  /// Notes that the picture at `address` has come; clients that asked for it ask again.
  func notePicture(_ address: String) {
    if awaitedPictures.remove(address) != nil { notify(.database) }
  }

  // MARK: - Work elsewhere

  /// Sends `command` to the radio. The future gives an empty text when the radio has obeyed.
  func obey(_ command: Command) -> EventLoopFuture<MPDText> {
    afterWork { await $0.perform(command) }
  }

  /// The future gives an empty text when the radio has done everything requested before.
  func settle() -> EventLoopFuture<MPDText> {
    afterWork { await $0.answer() }
  }

  private func afterWork(_ work: @escaping @Sendable (any RadioPlayer) async -> Void) -> EventLoopFuture<MPDText> {
    let tuner = tuner
    return loop.makeFutureWithTask {
      await work(tuner)
      return MPDText()
    }
  }

  /// Runs `work`, which examines many songs, on the thread for searches, with the snapshot of that moment: a search that
  /// waits keeps no old queue in memory.
  func search<Found: Sendable>(
    _ work: @escaping @Sendable (TunerSnapshot) throws -> Found
  ) -> EventLoopFuture<Found> {
    let (tuner, searches) = (tuner, options.searches)
    return loop.makeFutureWithTask { try await searches.run { try work(tuner.snapshot) } }
  }

  /// Runs `work`, which may block on the disk, on another thread.
  func onDisk(_ work: @escaping @Sendable (MPDPlaylists) throws -> MPDText) -> EventLoopFuture<MPDText> {
    let playlists = MPDPlaylists(
      saved: savedQueues, lists: MPDStationLists(tuner.snapshot.stations), listTime: Double(stationsReadAt))
    return loop.makeFutureWithTask { try await BlockingPool.shared.run { try work(playlists) } }
  }

  /// Runs `work` like ``onDisk(_:)``. If it succeeds, notifies clients that the playlists have changed.
  func changePlaylists(_ work: @escaping @Sendable (MPDPlaylists) throws -> Void) -> EventLoopFuture<MPDText> {
    onDisk { playlists in
      try work(playlists)
      return MPDText()
    }
    .assumeIsolated().map { text in
      self.notify(.storedPlaylist)
      return text
    }
    .nonisolated()
  }
}
