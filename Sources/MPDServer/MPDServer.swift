import AudioCore
import Logging
import NIOCore
import NIOPosix
import Radio
import Stations
import Synchronization

/// Music Player Daemon's protocol: the radio for every program that is a remote for that. The queue is the queue, the station list the
/// database, saved queues are the stored playlists.
///
/// `start()` opens the doors and `stop()` closes them; one that was started must be stopped.
public final class MPDServer: Sendable {
  /// What `stop()` has to end.
  private struct Doors: Sendable {
    var listeners: [any Channel] = []
    var hub: NIOLoopBound<MPDHub>?
    var news: Task<Void, Never>?
    var socketPath: String?
  }

  private let tuner: Tuner
  private let playlists: MPDPlaylists
  private let outputName: String
  private let options: MPDOptions
  private let loop: any EventLoop
  private let logger: Logger
  private let doors = Mutex<Doors?>(nil)

  /// A server for `tuner` on one event loop of `group`. `outputName` is what the one output is called.
  public init(
    tuner: Tuner, playlists: PlaylistFolder, outputName: String, options: MPDOptions,
    group: MultiThreadedEventLoopGroup,
    logger: Logger
  ) {
    self.tuner = tuner
    self.playlists = MPDPlaylists(playlists)
    self.outputName = outputName
    self.options = options
    loop = group.next()
    self.logger = logger
  }

  /// Listens; returns the TCP port, or nil when there is none. Throws `.cannotCreate` when the socket cannot be made, or when the port
  /// cannot be had and there is no socket: else that is a warning. Throws `.usage` when the network could come in without a password.
  public func start() async throws(TuneError) -> Int? {
    if let host = options.host, !LoopbackHost.contains(host), (options.password ?? "").isEmpty {
      throw .usage(message: "Music Player Daemon's protocol on \(host) needs a password")
    }
    let hub = try await makeHub()
    var doors = Doors(hub: hub)
    do throws(TuneError) {
      if let path = options.socketPath {
        doors.listeners.append(try await MPDListener.bind(path: path, hub: hub))
        doors.socketPath = path
      }
      doors.listeners += try await listenOnNetwork(hub)
    } catch {
      await close(doors)
      throw error
    }
    doors.news = Task { [tuner, loop] in
      for await event in tuner.numberedEvents() {
        try? await loop.submit { hub.value.note(event.event) }.get()
      }
    }
    self.doors.withLock { $0 = doors }
    return doors.listeners.compactMap { $0.localAddress?.port }.first
  }

  private func makeHub() async throws(TuneError) -> NIOLoopBound<MPDHub> {
    let made = loop.submit { [tuner, playlists, outputName, options, loop, logger] in
      let hub = MPDHub(
        tuner: tuner, playlists: playlists, outputName: outputName, options: options, loop: loop, logger: logger)
      return NIOLoopBound(hub, eventLoop: loop)
    }
    do {
      return try await made.get()
    } catch {
      throw .cannotCreate(path: "the door for MPD's clients", reason: "its event loop has ended")
    }
  }

  private func listenOnNetwork(_ hub: NIOLoopBound<MPDHub>) async throws(TuneError) -> [any Channel] {
    guard let host = options.host else { return [] }
    do throws(TuneError) {
      return try await MPDListener.bind(host: host, port: options.port, hub: hub)
    } catch {
      guard options.socketPath != nil else { throw error }
      logger.warning("\(error.description); programs on this machine can use the socket")
      return []
    }
  }

  /// How many clients there are.
  package var clientCount: Int {
    get async {
      guard let hub = doors.withLock({ $0?.hub }) else { return 0 }
      return (try? await loop.submit { hub.value.connectionCount }.get()) ?? 0
    }
  }

  /// Ends every connection, and listens no more.
  public func stop() async {
    let doors = doors.withLock { doors in
      defer { doors = nil }
      return doors
    }
    if let doors { await close(doors) }
  }

  private func close(_ doors: Doors) async {
    doors.news?.cancel()
    await doors.news?.value
    for listener in doors.listeners { try? await listener.close() }
    if let hub = doors.hub { try? await loop.submit { hub.value.closeAll() }.get() }
    if let path = doors.socketPath { MPDListener.remove(path: path) }
  }
}
