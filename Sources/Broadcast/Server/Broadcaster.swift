public import AudioCore
import Bytes
import HTTPServer
import Muxing
import NIOCore
public import NIOPosix
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
  /// The timeout for the request of a new connection.
  private static let requestTimeout = TimeAmount.seconds(10)

  private struct State {
    var isStarted = false
    var isStopped = false
    var transmission: Task<TuneError?, Never>?
  }

  private let recordings: [Recording]
  private let options: BroadcastOptions
  private let group: MultiThreadedEventLoopGroup
  private let relay: PacketRelay
  private let state = Mutex(State())

  /// A station that sends `recordings`, on the event loops of `group`.
  public init(
    recordings: [Recording], options: BroadcastOptions = BroadcastOptions(), group: MultiThreadedEventLoopGroup
  ) {
    self.recordings = recordings
    self.options = options
    self.group = group
    relay = PacketRelay(limits: options.relayLimits)
  }

  /// The demo station: the music that is part of the program, on any free port of the loopback interface.
  public static func demo(bytes: EmbeddedBytes, group: MultiThreadedEventLoopGroup) -> Broadcaster {
    var options = BroadcastOptions()
    options.name = DemoProgram.stationName
    let music = Recording(content: .embedded(bytes), name: "the demo's music", cues: DemoProgram.cues)
    return Broadcaster(recordings: [music], options: options, group: group)
  }

  /// The present number of listeners.
  public var listenerCount: Int { relay.listenerCount }

  /// Starts the broadcast, once, and returns the port. Throws `TuneError` when a recording cannot be sent, and
  /// `.invalidRequest` when the broadcast was started before or is stopped meanwhile; `ServerError.cannotListen` when
  /// the port cannot be opened.
  public func start() async throws -> Int {
    let isFirst = state.withLock { state in
      !exchange(&state.isStarted, with: true) && !state.isStopped
    }
    guard isFirst else { throw TuneError.invalidRequest(message: "the station is on the air already") }
    let program = Program(recordings)
    let bitRate = try Program.inspect(recordings).bitRate
    try open(program)
    let server = HTTPServer(
      BroadcastService(
        stream: StreamEndpoint(
          relay, metadataInterval: options.metadataInterval, maximumListeners: options.maximumListeners),
        name: CleanText.singleLine(options.name), bitRate: bitRate
      ).service,
      limits: limits, counts: ConnectionCounts(limit: 2 * options.maximumListeners), group: group)
    let port = try await server.listen(
      at: .address(host: options.host, port: options.port), admit: BroadcastService.admit)
    let transmission = Task { [relay] in
      let error = await Self.transmit(program, to: relay)
      await server.stop()
      return error
    }
    let isStopped = state.withLock { state in
      state.transmission = transmission
      return state.isStopped
    }
    if isStopped {
      transmission.cancel()
      _ = await transmission.value
      throw TuneError.invalidRequest(message: "the station was stopped before it was on the air")
    }
    return port ?? options.port
  }

  private var limits: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.headTime = Self.requestTimeout
    limits.sendBufferBytes = options.sendBufferBytes
    return limits
  }

  /// Passes on the sound that the first listener gets at once. The schedule does not count it: it counts as heard.
  private func open(_ program: Program) throws(TuneError) {
    var opening: [StreamElement] = []
    var count = 0
    repeat { count += try program.append(to: &opening).bytes.count } while count < options.burstBytes
    relay.put(opening)
  }

  /// Sends the program at the speed of playback. Returns nil after the task was cancelled, or the error of the program.
  private static func transmit(_ program: Program, to relay: PacketRelay) async -> TuneError? {
    let clock = SuspendingClock()
    let beginning = clock.now
    var schedule = Schedule()
    while !Task.isCancelled {
      var due: [StreamElement] = []
      do throws(TuneError) {
        while schedule.isDue(at: beginning.duration(to: clock.now)), due.count < maximumFramesPerTick {
          schedule.advance(by: try program.append(to: &due).duration)
        }
      } catch {
        return error
      }
      relay.put(due)
      try? await clock.sleep(for: tick)
    }
    return nil
  }

  /// Waits until the broadcast is over. Returns when it was stopped, and throws the error when none of the recordings
  /// could be read any more. Cancelling the waiting task does not end the wait; `stop()` does.
  public func waitUntilOver() async throws(TuneError) {
    if let error = await state.withLock({ $0.transmission })?.value { throw error }
  }

  /// Ends the broadcast and closes all connections. Each call returns when nothing of it is running. A `start()` that
  /// has not finished yet throws.
  public func stop() async {
    let transmission = state.withLock { state in
      state.isStopped = true
      return state.transmission
    }
    transmission?.cancel()
    _ = await transmission?.value
  }
}
