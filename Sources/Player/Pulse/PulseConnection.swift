import CALSA  // It defines `pollfd`, whose header belongs to no module of the system.
import CPulse

/// True when libpulse is available.
let cpulseIsAvailable = cpulse_problem().pointee == 0

/// A connection to a sound server with one playback stream. It only wraps libpulse's calls, each with a timeout; the
/// caller decides when to make them. Only one thread at a time may use it.
final class PulseConnection {
  /// A call that failed, with a reason for the user.
  struct PulseError: Error {
    /// The reason as part of a sentence.
    var reason: String
  }

  /// The playback position of the stream.
  struct Position {
    /// Number of frames of the stream that the sink has taken. It holds those that were not heard yet.
    var takenFrames: Int
    /// Number of frames of the stream that were heard.
    var heardFrames: Int
    /// True while playback continues: the server has sound, and its sink accepts it.
    var isPlaying: Bool
  }

  /// Latency of the server's sink, in seconds. Sound beyond it stays in the server's queue, and the server requests
  /// more in two portions. A sink with a higher latency wakes less often, but takes more sound than there is when a
  /// stream begins.
  private static let sinkLatency = 0.1
  /// The same with PipeWire, whose sinks keep what they have taken: twice the usual period of its graph, 1024 frames of
  /// 48 kHz. It makes its period half of this.
  private static let pipeWireLatency = 2048.0 / 48000
  /// A server that does not describe itself or its sink within this time stays unknown.
  private static let descriptionLimit: Duration = .milliseconds(200)
  /// What PulseAudio calls the sinks that give back sound that they have taken and not played: those of sound cards,
  /// and the one without a device. All others, and all of PipeWire, keep it.
  private static let rewindingDrivers = ["module-alsa-card.c", "module-alsa-sink.c", "module-null-sink.c"]

  private let loop: OpaquePointer
  private let context: OpaquePointer
  private let waiting: PulseWaiting
  private var stream: OpaquePointer?
  private var frameBytes = 0
  private var sampleRate = 0
  /// True when an underrun occurred since the last ``takeUnderrun()``.
  private var hasUnderrun = false
  /// True when the server is PipeWire.
  private var isPipeWire = false
  /// The sink that was looked at last, and whether it rewinds.
  private var knownSink: (index: UInt32, rewinds: Bool)?

  /// Connects to `server`. Waits at most `limit`, and stops waiting when `interruption` is requested.
  init(server: PulseServer, within limit: Duration, interruption: OutputInterruption) throws(PulseError) {
    guard let loop = pa_mainloop_new() else { throw PulseError(reason: "out of memory") }
    guard let context = pa_context_new(pa_mainloop_get_api(loop), "SpringRadio") else {
      pa_mainloop_free(loop)
      throw PulseError(reason: "out of memory")
    }
    self.loop = loop
    self.context = context
    waiting = PulseWaiting(interruption: interruption)
    waiting.install(on: loop)
    guard pa_context_connect(context, server.address, 0, nil) >= 0 else { throw failure }
    try run(within: limit, until: { Int(pa_context_get_state(context)) >= CPULSE_CONTEXT_READY })
    try check()
    let operation = pa_context_get_server_info(
      context,
      { _, info, connection in
        guard let connection, let name = info?.pointee.server_name else { return }
        Unmanaged<PulseConnection>.fromOpaque(connection).takeUnretainedValue().isPipeWire =
          String(cString: name).contains("PipeWire")
      }, Unmanaged.passUnretained(self).toOpaque())
    _ = try wait(for: operation, within: Self.descriptionLimit)
  }

  deinit {
    closeStream()
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
  }

  /// Starts a stream of 32-bit float samples to `sink`, of which the server holds `targetFrames`. Waits at most
  /// `limit`.
  func openStream(
    sampleRate: Int, channels: Int, targetFrames: Int, sink: String?, within limit: Duration
  ) throws(PulseError) {
    closeStream()
    let encoding = 1.littleEndian == 1 ? CPULSE_SAMPLE_FLOAT32LE : CPULSE_SAMPLE_FLOAT32BE
    var specification = pa_sample_spec(
      format: Int32(encoding), rate: UInt32(clamping: sampleRate), channels: UInt8(clamping: channels))
    var map = pa_channel_map()
    guard (1...32).contains(channels),
      pa_channel_map_init_extend(&map, UInt32(channels), Int32(CPULSE_CHANNEL_MAP_ALSA)) != nil,
      let stream = pa_stream_new(context, "radio", &specification, &map)
    else { throw PulseError(reason: "it does not play \(channels) channels at \(sampleRate) Hz") }
    self.stream = stream
    self.sampleRate = sampleRate
    frameBytes = 4 * channels
    // With "adjusted latency", the sink gets (target − 2 × request) / 2. The server starts with the first frame that it
    // receives, also after an underrun.
    let sinkFrames = Int((isPipeWire ? Self.pipeWireLatency : Self.sinkLatency) * Double(sampleRate))
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: UInt32(clamping: targetFrames * frameBytes), prebuf: UInt32(frameBytes),
      minreq: UInt32(clamping: max(1, targetFrames / 2 - sinkFrames) * frameBytes), fragsize: .max)
    pa_stream_set_underflow_callback(
      stream,
      { _, connection in
        guard let connection else { return }
        Unmanaged<PulseConnection>.fromOpaque(connection).takeUnretainedValue().hasUnderrun = true
      }, Unmanaged.passUnretained(self).toOpaque())
    guard
      pa_stream_connect_playback(stream, sink, &attributes, Int32(CPULSE_STREAM_ADJUST_LATENCY), nil, nil) >= 0
    else { throw failure }
    try run(within: limit, until: { Int(pa_stream_get_state(stream)) >= CPULSE_STREAM_READY })
    try check()
  }

  /// Closes the stream and discards the sound that it holds.
  func closeStream() {
    guard let stream else { return }
    self.stream = nil
    knownSink = nil
    pa_stream_set_underflow_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
  }

  /// Writes frames after the previous ones, or, unless `frame` is nil, from that frame of the stream on.
  func write(_ bytes: UnsafeRawBufferPointer, at frame: Int? = nil) throws(PulseError) {
    guard let stream, let base = bytes.baseAddress, !bytes.isEmpty else { return }
    let seek = frame == nil ? CPULSE_SEEK_RELATIVE : CPULSE_SEEK_ABSOLUTE
    let offset = Int64((frame ?? 0) * frameBytes)
    guard pa_stream_write(stream, base, bytes.count, nil, offset, Int32(seek)) >= 0 else { throw failure }
  }

  /// Requests the position of the stream. Returns nil when the server does not answer within `limit`, or when the
  /// interruption is requested.
  func position(within limit: Duration) throws(PulseError) -> Position? {
    guard let stream, try wait(for: pa_stream_update_timing_info(stream, nil, nil), within: limit) else { return nil }
    guard let timing = pa_stream_get_timing_info(stream)?.pointee else { return nil }
    // Sound is heard after the sink's latency. While the answer was in transit, a playing stream advanced by the
    // transport time.
    let latency = Int64(timing.sink_usec) - (timing.playing != 0 ? Int64(timing.transport_usec) : 0)
    let taken = Int(timing.read_index) / max(1, frameBytes)
    let heard = taken - Int(latency) * sampleRate / 1_000_000
    return Position(takenFrames: max(0, taken), heardFrames: max(0, heard), isPlaying: timing.playing != 0)
  }

  /// Whether the stream's sink gives back sound that it has taken and not played. The user can move a stream to another
  /// sink. False when the server does not say.
  func sinkRewinds() throws(PulseError) -> Bool {
    guard let stream else { return false }
    let index = pa_stream_get_device_index(stream)
    if let knownSink, knownSink.index == index { return knownSink.rewinds }
    knownSink = (index, false)
    let operation = pa_context_get_sink_info_by_index(
      context, index,
      { _, info, _, connection in
        guard let connection, let info = info?.pointee, let driver = info.driver else { return }
        let name = String(cString: driver)
        Unmanaged<PulseConnection>.fromOpaque(connection).takeUnretainedValue().knownSink =
          (info.index, PulseConnection.rewindingDrivers.contains { name.hasSuffix($0) })
      }, Unmanaged.passUnretained(self).toOpaque())
    _ = try wait(for: operation, within: Self.descriptionLimit)
    return knownSink?.rewinds ?? false
  }

  /// Waits for `limit`, or until `wakeUp` or the interruption is requested, and answers the server meanwhile.
  func wait(for limit: Duration, orUntil wakeUp: OutputInterruption? = nil) throws(PulseError) {
    waiting.wakeUp = wakeUp
    defer { waiting.wakeUp = nil }
    _ = iterate(within: limit, until: { wakeUp?.isRequested == true })
    try check()
  }

  /// Returns true when an underrun occurred since the last call.
  func takeUnderrun() -> Bool {
    defer { hasUnderrun = false }
    return hasUnderrun
  }

  // MARK: - Waiting

  /// Waits for the answer to a request. Returns false when it does not come within `limit`, or when the interruption is
  /// requested. Throws when the request could not be made, and when the connection or the stream has failed.
  private func wait(for operation: OpaquePointer?, within limit: Duration) throws(PulseError) -> Bool {
    guard let operation else { throw failure }
    defer { pa_operation_unref(operation) }
    let isAnswered = { Int(pa_operation_get_state(operation)) != CPULSE_OPERATION_RUNNING }
    _ = iterate(within: limit, until: isAnswered)
    try check()
    if isAnswered() { return true }
    pa_operation_cancel(operation)
    return false
  }

  private func run(within limit: Duration, until condition: () -> Bool) throws(PulseError) {
    guard !iterate(within: limit, until: condition) else { return }
    try check(isReady: false)
    throw PulseError(reason: waiting.isInterrupted ? "it was stopped while it opened" : "it does not answer")
  }

  /// Runs libpulse until `condition` holds. Returns false when `limit` has passed or the interruption is requested.
  private func iterate(within limit: Duration, until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit)
    while !condition() {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, !waiting.isInterrupted else { return false }
      waiting.limit = left
      guard pa_mainloop_iterate(loop, 1, nil) >= 0 else { return false }
    }
    return true
  }

  /// Throws when the connection or the stream has failed, and, if `isReady` is true, when it is not ready.
  private func check(isReady: Bool = true) throws(PulseError) {
    let contextState = Int(pa_context_get_state(context))
    let streamState = stream.map { Int(pa_stream_get_state($0)) } ?? CPULSE_STREAM_READY
    if contextState > CPULSE_CONTEXT_READY || streamState > CPULSE_STREAM_READY { throw failure }
    if isReady, contextState < CPULSE_CONTEXT_READY || streamState < CPULSE_STREAM_READY { throw failure }
  }

  /// The reason why the last call failed.
  private var failure: PulseError {
    switch Int(pa_context_errno(context)) {
    case CPULSE_ERROR_ACCESS: PulseError(reason: "the sound server does not allow it")
    case CPULSE_ERROR_NO_ENTITY: PulseError(reason: "the sound server has no such sink")
    case CPULSE_ERROR_CONNECTION_REFUSED, CPULSE_ERROR_INVALID_SERVER: PulseError(reason: "no sound server is running")
    case CPULSE_ERROR_CONNECTION_TERMINATED, CPULSE_ERROR_KILLED: PulseError(reason: "the device is gone")
    case let code: PulseError(reason: "the sound server reports error \(code)")
    }
  }
}

/// Waits for a connection: as libpulse requests, but with a limit, and until the interruption or `wakeUp` is
/// requested.
private final class PulseWaiting {
  /// The limit of the next wait.
  var limit: Duration = .zero
  /// Ends a wait, in addition to the interruption.
  var wakeUp: OutputInterruption?
  private let interruption: OutputInterruption
  private var descriptors: [pollfd] = []

  init(interruption: OutputInterruption) { self.interruption = interruption }

  var isInterrupted: Bool { interruption.isRequested }

  /// Makes `loop` wait with this object, which must exist as long as the loop.
  func install(on loop: OpaquePointer) {
    pa_mainloop_set_poll_func(
      loop,
      { descriptors, count, timeout, waiting in
        guard let waiting else { return -1 }
        return Unmanaged<PulseWaiting>.fromOpaque(waiting).takeUnretainedValue().poll(descriptors, Int(count), timeout)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func poll(_ wanted: UnsafeMutablePointer<pollfd>?, _ count: Int, _ timeout: Int32) -> Int32 {
    descriptors.removeAll(keepingCapacity: true)
    descriptors.append(contentsOf: UnsafeBufferPointer(start: wanted, count: count))
    if let wakeUp { descriptors.append(pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)) }
    let limit = timeout < 0 ? limit : min(limit, .milliseconds(Int(timeout)))
    let ready = interruption.poll(&descriptors, for: limit)
    let isNoted = wakeUp != nil && descriptors[count].revents != 0
    for index in 0..<count { wanted?[index].revents = descriptors[index].revents }
    return ready > 0 && isNoted ? ready - 1 : ready
  }
}
