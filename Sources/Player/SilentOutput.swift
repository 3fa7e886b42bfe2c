public import AudioCore

/// Discards sound in real time, like a sound card without speakers: it has a virtual buffer and reports its true delay.
public final class SilentOutput: AudioOutput {
  /// How far writes may be ahead of the "heard" sound.
  public static let bufferDuration: Duration = .milliseconds(300)

  /// The name for messages.
  public let name = "silent"
  /// Ends waits early.
  public let interruption: OutputInterruption

  /// How long the program was suspended during waits, since the output's creation.
  public var suspended: Duration { suspendDetector.total }

  private let wakeUp: OutputInterruption
  private let clock: any PacingClock
  private var suspendDetector = SuspendDetector()
  private var format: AudioFormat?
  /// The time at which the first of the `frames` written frames plays; the others follow without a gap.
  private var start: ContinuousClock.Instant
  private var frames = 0

  /// Creates an output paced by `clock`. `wakeUp` ends a wait for space.
  public init(
    interruption: OutputInterruption = OutputInterruption(), wakeUp: OutputInterruption = OutputInterruption(),
    clock: any PacingClock = SystemPacingClock()
  ) {
    self.interruption = interruption
    self.wakeUp = wakeUp
    self.clock = clock
    start = clock.now
  }

  /// Sets the pace to `format`; queued sound in another format is "played" first.
  public func open(_ format: AudioFormat) throws(TuneError) {
    guard format.sampleRate > 0, format.channels > 0 else {
      throw .output(device: name, reason: "there is no sound of \(format.sampleRate) Hz, \(format.channels) channels")
    }
    if self.format != nil && self.format != format { drain() }
    if self.format != format { drop() }
    self.format = format
  }

  /// Queues the block and waits until it fits into the virtual buffer.
  public func write(_ block: PCMBlock) throws {
    if block.format != format { try open(block.format) }
    let now = clock.now
    if end < now {
      start = now
      frames = 0
    }
    frames += block.frameCount
    let hasSpaceAt = end.advanced(by: .zero - Self.bufferDuration)
    wait(until: hasSpaceAt, from: now)
  }

  /// Waits until a block of `frames` frames fits into the virtual buffer, or until `wakeUp` is requested.
  public func awaitSpace(forFrames frames: Int) -> Bool {
    guard let format, frames > 0, !interruption.isRequested else { return true }
    guard !wakeUp.isRequested else { return false }
    let now = clock.now
    let start = max(end, now).advanced(by: format.duration(ofFrames: frames) - Self.bufferDuration)
    guard start > now else { return true }
    clock.wait(until: start, or: wakeUp)
    _ = suspendDetector.record(now.duration(to: clock.now), limit: now.duration(to: start))
    return !wakeUp.isRequested
  }

  /// Always true.
  public let takesBack = true

  /// Takes back all frames that have not played yet.
  public func takeBack() -> Int {
    let count = delayFrames
    frames -= count
    return count
  }

  /// Number of frames that have not played yet.
  public var delayFrames: Int {
    guard let format else { return 0 }
    let left = clock.now.duration(to: end)
    return left > .zero ? min(frames, Int((left / .seconds(1) * Double(format.sampleRate)).rounded())) : 0
  }

  /// Waits until the last frame has played.
  public func drain() {
    wait(until: end, from: clock.now)
    drop()
  }

  private func wait(until instant: ContinuousClock.Instant, from now: ContinuousClock.Instant) {
    guard instant > now, !interruption.isRequested else { return }
    clock.wait(until: instant, or: interruption)
    _ = suspendDetector.record(now.duration(to: clock.now), limit: now.duration(to: instant))
  }

  /// Discards the queued sound.
  public func drop() {
    start = clock.now
    frames = 0
  }

  /// Discards the queued sound and the format.
  public func close() {
    drop()
    format = nil
  }

  /// The time at which the last written frame ends.
  private var end: ContinuousClock.Instant { start.advanced(by: format?.duration(ofFrames: frames) ?? .zero) }
}
