import AudioCore

/// Plays through a PulseAudio server, or PipeWire as one.
///
/// The server receives a second of sound in advance, so that server and program wake seldom. That does not delay volume
/// or stop: sound that the server holds and has not played can be taken back and replaced (``takeBack()``), exactly to
/// the sample. What its sink has taken can only be replaced where the sink rewinds. A sink may hold seconds of sound
/// beside what the server holds. A server that takes no sound for 10 s is stuck; `awaitSpace` then throws
/// `TuneError.output`.
final class PulseOutput: AudioOutput {
  let name: String
  let interruption: OutputInterruption
  /// Number of underruns that occurred although the server should have had sound.
  private(set) var recoveries = 0
  var suspended: Duration { suspendDetector.total }
  let writeUnit: Duration = .milliseconds(500)

  /// Duration of sound that the server holds for its sink.
  private static let target: Duration = .seconds(1)
  /// Maximum of the same in bytes. A server takes 4 MiB, and the program must also keep the sound that it can take
  /// back.
  private static let maximumBytes = 2 << 20
  /// Duration of sound that stays when the rest is taken back: it covers the time of that call and the sink's own
  /// buffer.
  private static let margin: Duration = .milliseconds(20)
  /// The same beyond what a sink has taken that does not rewind, and a step of it: the time of the call.
  private static let takenMargin: Duration = .milliseconds(4)
  /// The least and the greatest step by which a sink takes sound: a period of PipeWire's graph, and what more than that
  /// would delay every change of the volume.
  private static let takenSteps: ClosedRange<Duration> = .milliseconds(24)...(.milliseconds(100))
  /// A server that does not answer within this time while sound is taken back keeps the sound.
  private static let answerLimit: Duration = .milliseconds(200)
  /// A server that does not open within this time hangs.
  private static let openLimit: Duration = .seconds(5)
  /// A server that accepts no sound for this time is stuck.
  private static let stuckLimit: Duration = .seconds(10)
  /// A step that was seen counts less after this many reports, half as much after about 22: it may have been that of a
  /// busy machine.
  private static let takenStepMemory = 32
  /// Divisor for ``tolerance``: the server may exceed the target by a tenth, because it uses its own clock.
  private static let toleranceShare = 10
  /// Pause between requests to a server that has not begun to play.
  private static let beginningWait: Duration = .milliseconds(20)
  /// Longest single wait: the caller must check for titles.
  private static let maximumWait: Duration = .milliseconds(250)
  /// Time from when the last sound should have been heard until its stream ends, and the longest wait of this kind.
  /// PipeWire drops what is between a stream and its sink when the stream ends, and does not count all of it as latency.
  private static let (handOver, maximumHandOver): (Duration, Duration) = (.milliseconds(60), .milliseconds(300))
  /// Longest time that `drain` waits beyond the duration of the queued sound.
  private static let drainSlack: Duration = .seconds(1)

  private let server: PulseServer
  private let wakeUp: OutputInterruption
  private let clock: any PacingClock
  private var connection: PulseConnection?
  private var format: AudioFormat?
  private var hasStream = false
  private var suspendDetector = SuspendDetector()
  private var targetFrames = 0
  /// Number of frames written to the stream and not taken back.
  private var written = 0
  /// End of the frames that were taken back: the server still holds those from ``written`` to here, and plays them
  /// unless they are overwritten.
  private var staleEnd = 0
  /// The position that the server last reported, and the time of the report.
  private var position = PulseConnection.Position(takenFrames: 0, heardFrames: 0, isPlaying: false)
  private var positionAt: ContinuousClock.Instant
  /// The greatest number of frames that the sink took at once, as far as that was seen.
  private var takenStep = 0
  /// True when the stream played at the last two reports: a sink takes much at once when it begins.
  private var hasPlayedSteadily = false
  /// Number of frames for which ``awaitSpace(forFrames:)`` has found space.
  private var granted = 0
  /// How long the server has made no progress, without suspended time.
  private var stuckFor: Duration = .zero
  /// True when the next underrun is not a fault.
  private var mayUnderrun = true

  /// Creates an output to `server`, not open yet. Messages use `name`.
  init(
    name: String, server: PulseServer, interruption: OutputInterruption, wakeUp: OutputInterruption,
    clock: any PacingClock = SystemPacingClock()
  ) {
    self.name = name
    self.server = server
    self.interruption = interruption
    self.wakeUp = wakeUp
    self.clock = clock
    positionAt = clock.now
  }

  func open(_ format: AudioFormat) throws(TuneError) {
    if hasStream && self.format == format { return }
    if hasStream { drain() }
    let bytesPerSecond = 4 * max(1, format.channels) * max(1, format.sampleRate)
    let target = min(Self.target / .seconds(1), Double(Self.maximumBytes) / Double(bytesPerSecond))
    targetFrames = Int(target * Double(format.sampleRate))
    try attempt { () throws(PulseConnection.PulseError) in
      if connection == nil {
        connection = try PulseConnection(server: server, within: Self.openLimit, interruption: interruption)
      }
      try connection?.openStream(
        sampleRate: format.sampleRate, channels: format.channels, targetFrames: targetFrames, sink: server.sink,
        within: Self.openLimit)
    }
    self.format = format
    hasStream = true
  }

  func awaitSpace(forFrames frames: Int) throws -> Bool {
    if wakeUp.isRequested { return interruption.isRequested }
    return try awaitSpace(forFrames: frames, orUntil: wakeUp)
  }

  private func awaitSpace(forFrames frames: Int, orUntil wakeUp: OutputInterruption?) throws(TuneError) -> Bool {
    // Frames that were taken back leave free space.
    guard hasStream, written > 0, written >= staleEnd, frames > granted, !interruption.isRequested else { return true }
    if position.isPlaying {
      if let excess = excess(of: frames) {
        try wait(for: excess, orUntil: wakeUp)
        return false
      }
      granted = frames
      return true
    }
    // The server has not begun or has stopped playing: it reports that, or does not answer.
    let before = position.takenFrames
    let start = clock.now
    let isAnswered = try refresh(within: Self.maximumWait)
    let time = suspendDetector.record(start.duration(to: clock.now), limit: Self.maximumWait)
    guard isAnswered else {
      try noteStandstill(for: time)
      return false
    }
    guard let excess = excess(of: frames, tolerance: tolerance) else {
      stuckFor = .zero
      granted = frames
      return true
    }
    if position.takenFrames > before { stuckFor = .zero }
    try noteStandstill(for: wait(for: position.isPlaying ? excess : Self.beginningWait, orUntil: wakeUp))
    return false
  }

  /// Number of frames that the server may hold beyond the target.
  private var tolerance: Int { targetFrames / Self.toleranceShare }

  /// Returns the time until there is space for `frames`, or nil when at most `tolerance` frames lack space.
  private func excess(of frames: Int, tolerance: Int = 0) -> Duration? {
    let excess = heldFrames + min(frames, targetFrames) - targetFrames
    return excess > tolerance ? format?.duration(ofFrames: excess) : nil
  }

  /// Waits for `limit`, but at most ``maximumWait``. Returns the time waited, without suspended time.
  @discardableResult
  private func wait(for limit: Duration, orUntil wakeUp: OutputInterruption?) throws(TuneError) -> Duration {
    let limit = min(limit, Self.maximumWait)
    let start = clock.now
    try attempt { () throws(PulseConnection.PulseError) in try connection?.wait(for: limit, orUntil: wakeUp) }
    return suspendDetector.record(start.duration(to: clock.now), limit: limit)
  }

  /// Adds `time` to the time without progress, and throws when that is too long.
  private func noteStandstill(for time: Duration) throws(TuneError) {
    stuckFor += time
    guard stuckFor < Self.stuckLimit else {
      throw failure("it took no sound for \(Self.stuckLimit.components.seconds) s")
    }
  }

  func write(_ block: PCMBlock) throws {
    if !hasStream || block.format != format { try open(block.format) }
    while try !awaitSpace(forFrames: block.frameCount, orUntil: nil) {}
    granted = 0
    if interruption.isRequested { return }
    if connection?.takeUnderrun() == true, !mayUnderrun { recoveries += 1 }
    let seek = written < staleEnd ? written : nil
    try write(block.samples, at: seek)
    written += block.frameCount
    // libpulse sends queued data while it waits: the answer proves that the server has received all of it.
    let isAnswered = try refresh(within: Self.answerLimit)
    // An underrun that was expected is reported before the answer: nothing was read during the pause.
    if isAnswered, mayUnderrun {
      _ = connection?.takeUnderrun()
      mayUnderrun = false
    }
    if !isAnswered || written - position.takenFrames > targetFrames + tolerance { position.isPlaying = false }
    if position.isPlaying { stuckFor = .zero }
  }

  /// Requests the position of the stream. Returns false when the server does not answer in time.
  private func refresh(within limit: Duration) throws(TuneError) -> Bool {
    let now = try attempt { () throws(PulseConnection.PulseError) in try connection?.position(within: limit) }
    guard let now else { return false }
    let time = positionAt.duration(to: clock.now)
    if position.isPlaying, now.isPlaying, hasPlayedSteadily {
      takenStep -= takenStep / Self.takenStepMemory
      takenStep = max(takenStep, now.takenFrames - position.takenFrames - frames(in: time))
    }
    hasPlayedSteadily = position.isPlaying && now.isPlaying
    position = now
    positionAt = clock.now
    return true
  }

  private func frames(in duration: Duration) -> Int {
    Int(duration / .seconds(1) * Double(format?.sampleRate ?? 0))
  }

  /// Returns what `frames`, a position that the server last reported, is by now: it moves on with the time, and is at
  /// most ``written``.
  private func now(_ frames: Int) -> Int {
    min(written, frames + (position.isPlaying ? self.frames(in: positionAt.duration(to: clock.now)) : 0))
  }

  /// Number of frames heard by now.
  private var heardFrames: Int { now(position.heardFrames) }

  /// Number of frames that the server holds for its sink. Asks it again when the stream stood still at the last report,
  /// because it may have begun to play.
  private var heldFrames: Int {
    if !position.isPlaying, position.takenFrames < written { refreshDelay() }
    return max(0, written - now(position.takenFrames))
  }

  /// Asks the server again when the stream stood still at the last report, because it may have begun to play.
  var delayFrames: Int {
    if !position.isPlaying, position.heardFrames < written { refreshDelay() }
    return max(0, written - heardFrames)
  }

  /// A sink that rewinds gives back what it has taken, when the stream ends, too. Any other one plays it.
  var queuedFrames: Int { rewinds ? delayFrames : heldFrames }

  /// Whether the sink rewinds, as far as the server says so.
  private var rewinds: Bool { (try? connection?.sinkRewinds()) ?? false }

  func refreshDelay() { _ = try? refresh(within: Self.answerLimit) }

  let takesBack = true

  func takeBack() throws -> Int {
    guard hasStream, written > 0, try refresh(within: Self.answerLimit) else { return 0 }
    var keptEnd = heardFrames + frames(in: Self.margin)
    if !rewinds {
      let steps = frames(in: Self.takenSteps.lowerBound)...frames(in: Self.takenSteps.upperBound)
      let step = min(max(takenStep, steps.lowerBound), steps.upperBound)
      keptEnd = max(keptEnd, position.takenFrames + step + frames(in: Self.takenMargin))
    }
    guard keptEnd < written else { return 0 }
    let count = written - keptEnd
    staleEnd = max(staleEnd, written)
    written = keptEnd
    return count
  }

  func expectSilence() { mayUnderrun = true }

  /// Overwrites frames that were taken back and not replaced with silence.
  private func overwriteStale() throws(TuneError) {
    guard written < staleEnd, let format else { return }
    let silence = PCMBlock.silence(staleEnd - written, format: format)
    try write(silence.samples, at: written)
    staleEnd = written
  }

  private func write(_ samples: [Float], at frame: Int?) throws(TuneError) {
    try attempt { () throws(PulseConnection.PulseError) in
      try samples.withUnsafeBufferPointer { (samples) throws(PulseConnection.PulseError) in
        try connection?.write(UnsafeRawBufferPointer(samples), at: frame)
      }
    }
  }

  func drain() {
    defer { drop() }
    guard hasStream, let format, (try? overwriteStale()) != nil else { return }
    mayUnderrun = true
    let deadline = clock.now.advanced(by: format.duration(ofFrames: queuedFrames) + Self.drainSlack)
    while !interruption.isRequested, clock.now < deadline, queuedFrames > 0 {
      let rest = min(format.duration(ofFrames: queuedFrames), Self.maximumWait)
      guard (try? connection?.wait(for: rest)) != nil, (try? refresh(within: Self.answerLimit)) == true else { return }
      // The stream stops when it has played all of its sound.
      if !position.isPlaying { break }
    }
    let onTheWay = format.duration(ofFrames: max(0, written - heardFrames))
    if !rewinds, !interruption.isRequested {
      try? connection?.wait(for: min(onTheWay + Self.handOver, Self.maximumHandOver))
    }
  }

  func drop() {
    connection?.closeStream()
    hasStream = false
    written = 0
    staleEnd = 0
    granted = 0
    stuckFor = .zero
    mayUnderrun = true
    position = .init(takenFrames: 0, heardFrames: 0, isPlaying: false)
    takenStep = 0
    hasPlayedSteadily = false
  }

  func close() {
    drop()
    connection = nil
    format = nil
  }

  private func attempt<Result>(
    _ body: () throws(PulseConnection.PulseError) -> Result
  ) throws(TuneError) -> Result {
    do throws(PulseConnection.PulseError) { return try body() } catch {
      close()
      throw failure(error.reason)
    }
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}
