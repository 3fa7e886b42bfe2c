import AudioCore
import NIOCore
import NIOHTTP1
import NIOPosix
import ServerSupport
import Synchronization

/// A small radio station: sends recordings in a loop, at the speed of playback, to all listeners that connect with
/// HTTP. Listeners that ask for them get the titles as SHOUTcast metadata.
///
/// `start()` starts the broadcast and `stop()` ends it. Every broadcaster that was started must be stopped.
public final class Broadcaster: Sendable {
  /// The maximum number of frames sent at a time; only a few are due at any tick.
  private static let maximumFramesPerTick = 1000
  /// The interval at which frames are sent.
  private static let tick = Duration.milliseconds(100)

  private enum State {
    case idle
    case starting
    case onAir(Task<TuneError?, Never>)
    case stopped
  }

  private let recordings: [Recording]
  private let options: BroadcastOptions
  private let loop: any EventLoop
  private let count = ListenerCount()
  private let state = Mutex(State.idle)

  /// A station that sends `recordings`, on one event loop of `group`.
  public init(
    recordings: [Recording], options: BroadcastOptions = BroadcastOptions(), group: MultiThreadedEventLoopGroup
  ) {
    self.recordings = recordings
    self.options = options
    loop = group.next()
  }

  /// The demo station: the music that is part of the program, on any free port of the loopback interface.
  public static func demo(bytes: EmbeddedBytes, group: MultiThreadedEventLoopGroup) -> Broadcaster {
    var options = BroadcastOptions()
    options.name = DemoProgram.stationName
    let music = Recording(content: .embedded(bytes), name: "the demo's music", cues: DemoProgram.cues)
    return Broadcaster(recordings: [music], options: options, group: group)
  }

  /// The present number of listeners.
  public var listenerCount: Int { count.value.load(ordering: .relaxed) }

  /// Starts the broadcast, once, and returns the port. Throws when a recording cannot be sent, `.cannotListen` when the
  /// port cannot be opened, and `.usage` when the broadcast was started before or is stopped meanwhile.
  public func start() async throws(TuneError) -> Int {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting
      return true
    }
    guard isFirst else { throw .usage(message: "the station is on the air already") }
    do throws(TuneError) {
      return try await goOnAir()
    } catch {
      state.withLock { $0 = .stopped }
      throw error
    }
  }

  private func goOnAir() async throws(TuneError) -> Int {
    let (codec, bitRate) = try Program.inspect(recordings)
    let identity = Mount.Identity(contentType: codec == .aac ? "audio/aac" : "audio/mpeg", bitRate: bitRate)
    let program = Program(recordings)
    let opening = try Self.opening(of: program, bytes: options.burstBytes)

    let mount: NIOLoopBound<Mount>
    do {
      mount = try await loop.submit { [loop, options, count] in
        let mount = Mount(options: options, identity: identity, count: count)
        mount.air(opening)
        return NIOLoopBound(mount, eventLoop: loop)
      }.get()
    } catch {
      throw .cannotListen(host: options.host, port: options.port, reason: "the event loop has ended")
    }
    let server = try await listen(mount)
    let transmission = Task { [loop] in
      let error = await Self.transmit(program, to: mount, on: loop)
      try? await server.close()
      try? await loop.flatSubmit { mount.value.close() ?? loop.makeSucceededVoidFuture() }.get()
      return error
    }
    let isWanted = state.withLock { state in
      guard case .starting = state else { return false }
      state = .onAir(transmission)
      return true
    }
    guard isWanted else {
      transmission.cancel()
      _ = await transmission.value
      throw .usage(message: "the station was stopped before it was on the air")
    }
    return server.localAddress?.port ?? options.port
  }

  /// Returns the frames that the first listener gets at once. The schedule does not count them: they count as heard.
  private static func opening(of program: Program, bytes: Int) throws(TuneError) -> [TimedFrame] {
    var frames: [TimedFrame] = []
    var count = 0
    repeat {
      let (packet, title) = try program.next()
      frames.append(TimedFrame(bytes: ByteBuffer(bytes: packet.bytes), title: title))
      count += packet.bytes.count
    } while count < bytes
    return frames
  }

  /// Sends the program at the speed of playback. Returns nil after the task was cancelled, or the error of the program.
  private static func transmit(
    _ program: Program, to mount: NIOLoopBound<Mount>, on loop: any EventLoop
  ) async -> TuneError? {
    let clock = SuspendingClock()
    let beginning = clock.now
    var schedule = Schedule()
    while !Task.isCancelled {
      var due: [TimedFrame] = []
      do throws(TuneError) {
        while schedule.isDue(at: beginning.duration(to: clock.now)), due.count < maximumFramesPerTick {
          let (packet, title) = try program.next()
          due.append(TimedFrame(bytes: ByteBuffer(bytes: packet.bytes), title: title))
          schedule.advance(by: packet.duration)
        }
      } catch {
        return error
      }
      if !due.isEmpty { try? await loop.submit { [due] in mount.value.air(due) }.get() }
      try? await clock.sleep(for: tick)
    }
    return nil
  }

  private func listen(_ mount: NIOLoopBound<Mount>) async throws(TuneError) -> any Channel {
    let bootstrap = ServerSocket.bootstrap(group: loop, backlog: 64, sendBufferBytes: options.sendBufferBytes)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
          try channel.pipeline.syncOperations.addHandler(ListenerHandler(mount: mount.value))
        }
      }
    return try await ServerSocket.listen(bootstrap, at: .address(host: options.host, port: options.port))
  }

  /// Waits until the broadcast is over. Returns when it was stopped, and throws the error when none of the recordings
  /// could be read any more. Cancelling the waiting task does not end the wait; `stop()` does.
  public func waitUntilOver() async throws(TuneError) {
    let transmission: Task<TuneError?, Never>? = state.withLock { state in
      if case .onAir(let transmission) = state { transmission } else { nil }
    }
    if let error = await transmission?.value { throw error }
  }

  /// Ends the broadcast and closes all connections. Returns when nothing of it is running. A `start()` that has not
  /// finished yet throws.
  public func stop() async {
    let previous = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    guard case .onAir(let transmission) = previous else { return }
    transmission.cancel()
    _ = await transmission.value
  }
}
