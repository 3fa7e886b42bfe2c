import AudioCore
import Glibc
public import Logging
public import NIOPosix
public import Pictures
public import Radio
public import RadioModel
public import Stations
package import SystemSupport

/// The radio as a service: one instance per user. It saves its state, takes commands through its frontends, and reports
/// its status to the supervisor.
public final class RadioDaemon: Sendable {
  /// The time limit of the shutdown, which holds even with a sound device that hangs.
  private static let endLimit: Duration = .milliseconds(1800)
  /// The time that recordings get of that to be finished.
  private static let recordingLimit: Duration = .milliseconds(800)
  /// The time within which a change of the list's file by another program is noticed.
  private static let listInterval: Duration = .seconds(10)

  /// A request from outside the run loop.
  private enum Request {
    case reload
    case stop
  }

  private let settings: Settings
  private let rereadSettings: @Sendable () throws(DaemonStartError) -> Settings
  private let folders: Folders
  private let shippedStations: [UInt8]
  private let dependencies: Dependencies
  private let makeFrontends: @Sendable (FrontendContext) -> [any Frontend]
  private let supervisor = Supervisor()
  private let requests = AsyncStream.makeStream(of: Request.self, bufferingPolicy: .bufferingOldest(8))
  private let end = OneShotEvent()
  private var logger: Logger { dependencies.logger }

  /// The objects that the surrounding program provides.
  public struct Dependencies: Sendable {
    /// Opens streams.
    public var opener: StreamOpener
    /// The event loops of the clients' sockets.
    public var group: MultiThreadedEventLoopGroup
    /// The event loops of the stations' sockets, which are the opener's.
    public var stationGroup: MultiThreadedEventLoopGroup
    /// Finds stations that are in no list; nil for a finder without a directory.
    public var finder: StationFinder?
    /// Starts the built-in demo station.
    public var demo: @Sendable () async throws -> Station
    /// The logger of the daemon.
    public var logger: Logger
    /// The level from which lines are written.
    public var threshold: LogThreshold
    /// The last lines of the program, at every level.
    public var log: LogStore
    /// The level of the lines that say where clients connect.
    public var placesLevel = Logger.Level.info
    /// Called with each station that becomes audible; must return at once.
    public var heard: (@Sendable (Station) -> Void)?
    /// The files of stations' pictures; the daemon closes it at its end.
    public var pictures: any StationPictureFiles

    /// Creates the dependencies. The watchdog also watches `stationGroup`, when it is not `group`.
    public init(
      opener: StreamOpener, group: MultiThreadedEventLoopGroup, stationGroup: MultiThreadedEventLoopGroup? = nil,
      finder: StationFinder? = nil,
      demo: @escaping @Sendable () async throws -> Station, logger: Logger, threshold: LogThreshold, log: LogStore,
      heard: (@Sendable (Station) -> Void)? = nil, pictures: any StationPictureFiles = NoPictureFiles()
    ) {
      self.opener = opener
      self.group = group
      self.stationGroup = stationGroup ?? group
      self.finder = finder
      self.demo = demo
      self.logger = logger
      self.threshold = threshold
      self.log = log
      self.heard = heard
      self.pictures = pictures
    }
  }

  /// Creates a daemon with `settings`. `rereadSettings` reads them again on a reload, and `shippedStations` is the text
  /// of the station list that comes with the program. Nothing happens before ``run()``.
  /// Tests give other `frontends`.
  package init(
    settings: Settings, rereadSettings: @escaping @Sendable () throws(DaemonStartError) -> Settings, folders: Folders,
    shippedStations: [UInt8], dependencies: Dependencies,
    frontends: @escaping @Sendable (FrontendContext) -> [any Frontend] = { DaemonFrontends.all($0) }
  ) {
    self.settings = settings
    self.rereadSettings = rereadSettings
    self.folders = folders
    self.shippedStations = shippedStations
    self.dependencies = dependencies
    makeFrontends = frontends
  }

  /// Ends the daemon: ``run()`` returns within two seconds. Callable from any thread.
  public func stop() {
    end.set()
    requests.continuation.yield(.stop)
  }

  /// Reads the settings and the station list again. Callable from any thread.
  public func reload() { requests.continuation.yield(.reload) }

  /// Runs the daemon until ``stop()`` or until the tuner ends. Throws ``DaemonStartError``, `TuneError` for folders
  /// that cannot be used, and the error of a frontend that cannot start.
  public func run() async throws {
    let lock = try InstanceLock(path: folders.lock)
    let stateLock = try InstanceLock.ofState(folders) { logger.warning("\($0)") }
    for name in settings.unknownVariables { logger.warning("\(name) in the environment is not a setting of radiod") }
    let demo = DemoStation(start: dependencies.demo)
    let source = stationSource(settings)
    let first = try source.firstList()
    let memory = try await RestoredState(
      settings: settings, file: StateFile(path: folders.stateFile, logger: logger), stations: first.list.stations,
      demo: demo.station)
    let tuner = Tuner(options: memory.options, opener: dependencies.opener)
    let library = StationLibrary(source, list: first.list, fault: first.fault) { tuner.reload(stations: $0) }
    let keepsHistory = settings.number(.history) != 0
    let history = TitleHistory(path: keepsHistory ? folders.history : nil, limit: settings.number(.history) ?? 1) {
      [logger] in logger.warning("\($0)")
    }
    let folder = Result { () throws(SystemError) in try settings.recordedFiles.folder(in: folders) }
    let recordings = RadioRecordings(
      of: tuner, folder: folder, names: settings.recordedFiles.names, pictures: dependencies.pictures, logger: logger)
    let recent = RecentStations(path: folders.recent) { [logger] in logger.warning("\($0)") }
    let radio = RadioHost(
      tuner, library: library, history: history, recent: recent, log: dependencies.log,
      finder: dependencies.finder ?? StationFinder(directory: nil, opener: dependencies.opener), demo: demo.station,
      recordings: recordings,
      listInterval: Self.listInterval, heard: dependencies.heard
    ) { [logger] in logger.warning("\($0); the stations stay as they were") }
    let limit = ClientLimit(wanted: settings.number(.maximumClients) ?? 1)
    if let fault = limit.fault { logger.warning("\(fault)") }
    let stateWriter = StateWriter(tuner: tuner, file: memory.file)
    let recorder = EventRecorder(
      tuner: tuner, stateWriter: stateWriter, supervisor: supervisor,
      log: EventLog(logger: logger, threshold: dependencies.threshold))
    let frontends = makeFrontends(
      FrontendContext(
        radio: radio, playlists: PlaylistFolder(path: folders.playlists),
        downloader: dependencies.opener.downloader, pictures: dependencies.pictures, settings: settings,
        maximumClients: limit.clients, folders: folders,
        group: dependencies.group, logger: logger, placesLevel: dependencies.placesLevel))

    let events = tuner.events()
    let following = Task { await recorder.follow(events) }
    let saving = Task { await stateWriter.run() }
    let noting = Task { await radio.run() }
    let living = Task { [self] in
      _ = await tuner.run()
      stop()
    }
    func endTasks() async {
      living.cancel()  // after the shutdown it has ended, or hangs
      for task in [following, saving, noting] {
        task.cancel()
        await task.value
      }
    }
    var isOpen: [any Frontend] = []
    do {
      for frontend in frontends {
        try await frontend.start()
        isOpen.append(frontend)
      }
    } catch {
      await leave(radio, frontends: isOpen, stateWriter: nil, living: living)
      await endTasks()
      throw error
    }
    supervisor.notifyReady()
    supervisor.notifyStatus(tuner.status)
    if let source = memory.firstSource { tuner.send(.play(source)) }
    let watching = Supervisor.watchdogLimit.map { limit in
      let watchdog = Watchdog(
        tuner: tuner, groups: [dependencies.group, dependencies.stationGroup], supervisor: supervisor, logger: logger,
        limit: limit)
      return Task { await watchdog.run() }
    }
    await obey(library)
    watching?.cancel()
    await watching?.value
    supervisor.notifyStopping()
    // A file that is not finished within the limit stays as it is, and is found at the next start.
    await recordings.stopAll(limit: Self.recordingLimit)
    await leave(radio, frontends: isOpen, stateWriter: stateWriter, living: living)
    await endTasks()
    withExtendedLifetime((lock, stateLock)) {}
  }

  // MARK: - Requests

  /// Carries out the requests until the daemon is stopped.
  private func obey(_ library: StationLibrary) async {
    var current = settings
    for await request in requests.stream {
      guard case .reload = request, !end.hasHappened else { return }
      let reloading = Task { [current] in await reload(library, current: current) }
      // A disk that does not answer must not delay the end.
      let watching = Task { [end] in if await end.wait() { reloading.cancel() } }
      current = await reloading.value
      watching.cancel()
      await watching.value
    }
  }

  /// Reads the settings and the stations again. Returns the settings then.
  private func reload(_ library: StationLibrary, current: Settings) async -> Settings {
    var current = current
    supervisor.notifyReloading()
    do throws(DaemonStartError) {
      let new = try rereadSettings()
      dependencies.threshold.level = new.logLevel
      let waiting = new.changesThatWait(since: settings).map(\.rawValue)
      if !waiting.isEmpty {
        logger.notice("changes of \(waiting.joined(separator: ", ")) wait for the next start")
      }
      current = new
    } catch {
      logger.warning("\(error.description); the settings stay as they were")
    }
    do {
      let count = try await library.reload(from: stationSource(current)).stations.count
      logger.notice("reloaded: \(NumberText.count(count, "station"))")
    } catch is CancellationError {
      logger.info("the end interrupted the reload")
    } catch {
      logger.warning("\(error); the stations stay as they were")
    }
    supervisor.notifyReady()
    return current
  }

  /// Returns the source of the stations that `settings` select.
  private func stationSource(_ settings: Settings) -> DaemonStationsOrigin {
    DaemonStationsOrigin(settings: settings, folders: folders, shipped: shippedStations, logger: logger)
  }

  // MARK: - Shutdown

  /// Saves the state, fades out and stops the frontends, all at the same time. Gives up on what takes longer than the
  /// limit.
  private func leave(
    _ radio: RadioHost, frontends: [any Frontend], stateWriter: StateWriter?, living: Task<Void, Never>
  ) async {
    stateWriter?.end()
    let last = stateWriter?.captureState()  // the state before the shutdown, not after it
    let done = OneShotEvent()
    // Not awaited beyond the limit: what hangs then ends with the process.
    let leaving = Task {
      await withTaskGroup(of: Void.self) { group in
        for frontend in frontends { group.addTask { await frontend.stop() } }
        if let stateWriter, let last { group.addTask { await stateWriter.save(last) } }
        group.addTask {
          radio.send(.quit)
          await living.value
        }
        group.addTask { await radio.flush(limit: Self.endLimit) }
        group.addTask { [dependencies] in await dependencies.pictures.close() }
      }
      done.set()
    }
    if await !done.wait(limit: Self.endLimit) {
      leaving.cancel()
      logger.warning("the end took too long: leaving the rest behind")
    }
  }
}
