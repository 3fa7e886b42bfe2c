import AudioCore

/// Plays through a PulseAudio server, or PipeWire as one.
///
/// The server is given a second of sound, so that both wake seldom. That delays no control: what the server holds and has not played
/// is taken back and replaced (``takeBack()``), which servers do to the sample. A server that takes nothing for 10 s is
/// stuck; then `awaitSpace` throws `TuneError.output`.
final class PulseOutput: AudioOutput {
  let name: String
  let interruption: OutputInterruption
  /// Times the server ran dry although it was to have sound.
  private(set) var recoveries = 0
  var suspended: Duration { suspendDetector.total }
  let writeUnit: Duration = .milliseconds(500)

  /// Sound that the server holds.
  private static let target: Duration = .seconds(1)
  /// The same in bytes, at most: a server takes 4 MiB, and what can be taken back must be held here as well.
  private static let mostBytes = 2 << 20
  /// Sound that is left alone when the rest is taken back: the time to do so, and the sink's own.
  private static let margin: Duration = .milliseconds(20)
  /// A server that does not answer within this time, while it is to give sound back, keeps it.
  private static let answerLimit: Duration = .milliseconds(200)
  /// A server that does not open within this time hangs.
  private static let openLimit: Duration = .seconds(5)
  /// A server that takes nothing for so long is stuck.
  private static let stuckLimit: Duration = .seconds(10)
  /// The server may hold more by this share of the target than it should, by its own clock.
  private static let toleranceShare = 10
  /// So often a server is asked that has not begun to play.
  private static let beginningWait: Duration = .milliseconds(20)
  /// The longest single wait: the caller has titles to look at.
  private static let longestWait: Duration = .milliseconds(250)
  /// Longest time `drain` waits beyond what is left.
  private static let drainSlack: Duration = .seconds(1)

  private let server: PulseServer
  private let attention: OutputInterruption
  private let clock: any PacingClock
  private var connection: PulseConnection?
  private var format: AudioFormat?
  private var hasStream = false
  private var suspendDetector = SuspendDetector()
  private var targetFrames = 0
  /// Frames of the stream that were written, and are not taken back.
  private var written = 0
  /// Beyond ``written`` the server holds frames up to here that were taken back, and plays them unless they are overwritten.
  private var staleEnd = 0
  /// The stream's position when it was asked last, and when that was.
  private var position = PulseConnection.Position(heardFrames: 0, isPlaying: false)
  private var positionAt: ContinuousClock.Instant
  /// Frames for which ``awaitSpace(forFrames:)`` has found space.
  private var granted = 0
  /// How long the server has not got on, awake.
  private var stuckFor: Duration = .zero
  /// True when the next time that the server runs dry is no fault.
  private var mayUnderrun = true

  /// An output to `server`, which messages call `name`; not open yet.
  init(
    name: String, server: PulseServer, interruption: OutputInterruption, attention: OutputInterruption,
    clock: any PacingClock = SystemPacingClock()
  ) {
    self.name = name
    self.server = server
    self.interruption = interruption
    self.attention = attention
    self.clock = clock
    positionAt = clock.now
  }

  func open(_ format: AudioFormat) throws(TuneError) {
    if hasStream && self.format == format { return }
    if hasStream { drain() }
    let bytesPerSecond = 4 * max(1, format.channels) * max(1, format.sampleRate)
    let target = min(Self.target / .seconds(1), Double(Self.mostBytes) / Double(bytesPerSecond))
    targetFrames = Int(target * Double(format.sampleRate))
    try attempt { () throws(PulseConnection.Failure) in
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
    if attention.isRequested { return interruption.isRequested }
    return try awaitSpace(forFrames: frames, orUntil: attention)
  }

  private func awaitSpace(forFrames frames: Int, orUntil attention: OutputInterruption?) throws(TuneError) -> Bool {
    // What was taken back leaves its space.
    guard hasStream, written > 0, written >= staleEnd, frames > granted, !interruption.isRequested else { return true }
    if position.isPlaying {
      if let excess = excess(of: frames) {
        try wait(for: excess, orUntil: attention)
        return false
      }
      granted = frames
      return true
    }
    // The server has not begun, or it stands still: then it says so, or nothing.
    let before = position.heardFrames
    let start = clock.now
    let isAnswered = try refresh(within: Self.longestWait)
    let time = suspendDetector.note(start.duration(to: clock.now), limit: Self.longestWait)
    guard isAnswered else {
      try noteStandstill(for: time)
      return false
    }
    guard let excess = excess(of: frames, tolerance: tolerance) else {
      stuckFor = .zero
      granted = frames
      return true
    }
    if position.heardFrames > before { stuckFor = .zero }
    try noteStandstill(for: wait(for: position.isPlaying ? excess : Self.beginningWait, orUntil: attention))
    return false
  }

  /// Frames that the server may hold beyond the target.
  private var tolerance: Int { targetFrames / Self.toleranceShare }

  /// How long it takes until there is space for `frames`, but for `tolerance` frames; nil when there is.
  private func excess(of frames: Int, tolerance: Int = 0) -> Duration? {
    let excess = delayFrames + min(frames, targetFrames) - targetFrames
    return excess > tolerance ? format?.duration(ofFrames: excess) : nil
  }

  /// Waits for `limit`, or less when that is long; returns how long it did, awake.
  @discardableResult
  private func wait(for limit: Duration, orUntil attention: OutputInterruption?) throws(TuneError) -> Duration {
    let limit = min(limit, Self.longestWait)
    let start = clock.now
    try attempt { () throws(PulseConnection.Failure) in try connection?.wait(for: limit, orUntil: attention) }
    return suspendDetector.note(start.duration(to: clock.now), limit: limit)
  }

  /// Throws when the server has not got on for too long.
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
    mayUnderrun = false
    let seek = written < staleEnd ? written : nil
    try write(block.samples, at: seek)
    written += block.frameCount
    // libpulse sends what it was given while it is waited for: the answer says that the server has it all.
    let isAnswered = try refresh(within: Self.answerLimit)
    if !isAnswered || written - position.heardFrames > targetFrames + tolerance { position.isPlaying = false }
    if position.isPlaying { stuckFor = .zero }
  }

  /// Asks the server where the stream is; false when it does not answer in time.
  private func refresh(within limit: Duration) throws(TuneError) -> Bool {
    let now = try attempt { () throws(PulseConnection.Failure) in try connection?.position(within: limit) }
    guard let now else { return false }
    position = now
    positionAt = clock.now
    return true
  }

  /// Frames that were heard by now: what the server said last, and the time since then. Never more than were written.
  private var heardFrames: Int {
    guard position.isPlaying, let format else { return min(written, position.heardFrames) }
    let seconds = positionAt.duration(to: clock.now) / .seconds(1)
    return min(written, position.heardFrames + Int(seconds * Double(format.sampleRate)))
  }

  /// Of a stream that stood still when the server was asked last, it is asked again: it may have begun.
  var delayFrames: Int {
    if !position.isPlaying, position.heardFrames < written { refreshDelay() }
    return max(0, written - heardFrames)
  }

  func refreshDelay() { _ = try? refresh(within: Self.answerLimit) }

  let takesBack = true

  func takeBack() throws -> Int {
    guard hasStream, let format, written > 0, try refresh(within: Self.answerLimit) else { return 0 }
    let margin = Int(Self.margin / .seconds(1) * Double(format.sampleRate))
    let keptEnd = heardFrames + margin
    guard keptEnd < written else { return 0 }
    let count = written - keptEnd
    staleEnd = max(staleEnd, written)
    written = keptEnd
    return count
  }

  func expectSilence() { mayUnderrun = true }

  /// Puts silence in the place of frames that were taken back and not replaced.
  private func overwriteStale() throws(TuneError) {
    guard written < staleEnd, let format else { return }
    let silence = PCMBlock.silence(staleEnd - written, format: format)
    try write(silence.samples, at: written)
    staleEnd = written
  }

  private func write(_ samples: [Float], at frame: Int?) throws(TuneError) {
    try attempt { () throws(PulseConnection.Failure) in
      let result = samples.withUnsafeBytes { bytes in
        Result { () throws(PulseConnection.Failure) in try connection?.write(bytes, at: frame) }
      }
      try result.get()
    }
  }

  func drain() {
    defer { drop() }
    guard hasStream, let format, (try? overwriteStale()) != nil else { return }
    mayUnderrun = true
    let deadline = clock.now.advanced(by: format.duration(ofFrames: delayFrames) + Self.drainSlack)
    while !interruption.isRequested, clock.now < deadline, delayFrames > 0 {
      let rest = min(format.duration(ofFrames: delayFrames), Self.longestWait)
      guard (try? connection?.wait(for: rest)) != nil, (try? refresh(within: Self.answerLimit)) == true else { return }
      // The stream stands still when it has played all that it has.
      if !position.isPlaying { return }
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
    position = .init(heardFrames: 0, isPlaying: false)
  }

  func close() {
    drop()
    connection = nil
    format = nil
  }

  private func attempt<Result>(
    _ body: () throws(PulseConnection.Failure) -> Result
  ) throws(TuneError) -> Result {
    do throws(PulseConnection.Failure) { return try body() } catch {
      close()
      throw failure(error.reason)
    }
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}
