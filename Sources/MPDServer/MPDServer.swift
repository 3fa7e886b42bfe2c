public import Logging
import NIOCore
public import NIOPosix
public import Pictures
public import RadioModel
public import ServerSupport
public import Stations
import Synchronization
import SystemSupport

/// A server for the protocol of Music Player Daemon (MPD), so that MPD clients can control the radio. The queue is the
/// radio's queue, the database is the station list, and the stored playlists are saved queues, favourites and common tags.
///
/// `start()` opens the listening sockets and `stop()` closes them; a server that was started must be stopped.
public final class MPDServer: Sendable {
  /// The resources that `stop()` releases.
  private struct Resources: Sendable {
    var listeners: [any Channel] = []
    var hub: NIOLoopBound<MPDHub>?
    var tasks: [Task<Void, Never>] = []
    var socketPath: String?
  }

  private let tuner: any RadioPlayer
  private let savedQueues: MPDSavedQueues
  private let pictures: any StationPictureFiles
  private let outputName: String
  private let options: MPDOptions
  private let loop: any EventLoop
  private let logger: Logger
  private let resources = Mutex<Resources?>(nil)

  /// A server for `tuner` on one event loop of `group`. `outputName` is the name of the one output.
  public init(
    tuner: any RadioPlayer, playlists: PlaylistFolder, pictures: any StationPictureFiles = NoPictureFiles(),
    outputName: String,
    options: MPDOptions, group: MultiThreadedEventLoopGroup, logger: Logger
  ) {
    self.tuner = tuner
    savedQueues = MPDSavedQueues(playlists)
    self.pictures = pictures
    self.outputName = outputName
    self.options = options
    loop = group.next()
    self.logger = logger
  }

  /// Starts listening. Returns the TCP port, or nil when there is none. When TCP fails but the Unix socket works, the
  /// server logs a warning and continues.
  ///
  /// Throws `.system(.cannotCreate)` when the Unix socket cannot be made, and `.cannotListen` when TCP fails without a
  /// Unix socket. Throws `.invalidOptions` when other machines can reach `host` and there is no password.
  public func start() async throws(ServerError) -> Int? {
    if let host = options.host, !LoopbackHost.contains(host), !options.needsPassword {
      throw .invalidOptions(message: "Music Player Daemon's protocol on \(host) needs a password")
    }
    let hub = try await makeHub()
    var resources = Resources(hub: hub)
    do throws(ServerError) {
      if let path = options.socketPath {
        resources.listeners.append(try await MPDListener.bind(path: path, hub: hub))
        resources.socketPath = path
      }
      resources.listeners += try await listenOnNetwork(hub)
    } catch {
      await close(resources)
      throw error
    }
    resources.tasks = [
      Task { [tuner, loop] in
        for await event in tuner.numberedEvents() { try? await loop.submit { hub.value.receive(event.event) }.get() }
      },
      Task { [pictures, loop] in
        for await address in pictures.arrivals() { try? await loop.submit { hub.value.notePicture(address) }.get() }
      },
    ]
    self.resources.withLock { $0 = resources }
    return resources.listeners.compactMap { $0.localAddress?.port }.first
  }

  private func makeHub() async throws(ServerError) -> NIOLoopBound<MPDHub> {
    let made = loop.submit { [tuner, savedQueues, pictures, outputName, options, loop, logger] in
      let hub = MPDHub(
        tuner: tuner, savedQueues: savedQueues, pictures: pictures, outputName: outputName, options: options,
        loop: loop,
        logger: logger)
      return NIOLoopBound(hub, eventLoop: loop)
    }
    do {
      return try await made.get()
    } catch {
      throw .system(.cannotCreate(path: "the MPD server", reason: "its event loop has ended"))
    }
  }

  private func listenOnNetwork(_ hub: NIOLoopBound<MPDHub>) async throws(ServerError) -> [any Channel] {
    guard let host = options.host else { return [] }
    do throws(ServerError) {
      return try await MPDListener.bind(host: host, port: options.port, hub: hub)
    } catch {
      guard options.socketPath != nil else { throw error }
      logger.warning("\(error.description); programs on this machine can use the socket")
      return []
    }
  }

  /// The number of connections.
  package var clientCount: Int {
    get async {
      guard let hub = resources.withLock({ $0?.hub }) else { return 0 }
      return (try? await loop.submit { hub.value.connectionCount }.get()) ?? 0
    }
  }

  /// Closes all connections and stops listening.
  public func stop() async {
    if let resources = resources.withLock({ $0.take() }) { await close(resources) }
  }

  private func close(_ resources: Resources) async {
    for task in resources.tasks {
      task.cancel()
      await task.value
    }
    for listener in resources.listeners { try? await listener.close() }
    if let hub = resources.hub { try? await loop.submit { hub.value.closeAll() }.get() }
    if let path = resources.socketPath { MPDListener.remove(path: path) }
  }
}
