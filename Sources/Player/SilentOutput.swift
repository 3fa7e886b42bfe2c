import AudioCore

/// Plays to nobody at the pace of real time: a sound card without the sound, with a buffer of its own and an honest
/// delay.
public final class SilentOutput: AudioOutput {
  /// How much a write may run ahead of what is "heard".
  public static let bufferDuration: Duration = .milliseconds(300)

  /// What messages call it.
  public let name = "silent"
  /// Cuts short the waiting.
  public let interruption: OutputInterruption

  /// How long the program stood still while this waited, since it was made.
  public var suspended: Duration { suspendDetector.total }

  private let attention: OutputInterruption
  private let clock: any PacingClock
  private var suspendDetector = SuspendDetector()
  private var format: AudioFormat?
  /// Since `start`, `frames` frames were written; they sound one after the other from then on.
  private var start: ContinuousClock.Instant
  private var frames = 0

  /// An output paced by `clock`. `attention` ends a wait for space.
  public init(
    interruption: OutputInterruption = OutputInterruption(), attention: OutputInterruption = OutputInterruption(),
    clock: any PacingClock = SystemPacingClock()
  ) {
    self.interruption = interruption
    self.attention = attention
    self.clock = clock
    start = clock.now
  }

  /// Begins at the pace of `format`; what was queued in another one is "played" first.
  public func open(_ format: AudioFormat) throws(TuneError) {
    guard format.sampleRate > 0, format.channels > 0 else {
      throw .output(device: name, reason: "there is no sound of \(format.sampleRate) Hz, \(format.channels) channels")
    }
    if self.format != nil && self.format != format { drain() }
    if self.format != format { drop() }
    self.format = format
  }

  /// Waits until the block fits into the virtual buffer.
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

  /// Waits until the block fits into the virtual buffer, or there is something else to look at.
  public func awaitSpace(forFrames frames: Int) -> Bool {
    guard let format, frames > 0, !interruption.isRequested else { return true }
    guard !attention.isRequested else { return false }
    let now = clock.now
    let start = max(end, now).advanced(by: format.duration(ofFrames: frames) - Self.bufferDuration)
    guard start > now else { return true }
    clock.wait(until: start, or: attention)
    _ = suspendDetector.note(now.duration(to: clock.now), limit: now.duration(to: start))
    return !attention.isRequested
  }

  /// Yes.
  public let takesBack = true

  /// Takes back all whose time has not come.
  public func takeBack() -> Int {
    let count = delayFrames
    frames -= count
    return count
  }

  /// Frames whose time has not come.
  public var delayFrames: Int {
    guard let format else { return 0 }
    let left = clock.now.duration(to: end)
    return left > .zero ? min(frames, Int((left / .seconds(1) * Double(format.sampleRate)).rounded())) : 0
  }

  /// Waits until the last frame's time has come.
  public func drain() {
    wait(until: end, from: clock.now)
    drop()
  }

  private func wait(until instant: ContinuousClock.Instant, from now: ContinuousClock.Instant) {
    guard instant > now, !interruption.isRequested else { return }
    clock.wait(until: instant, or: interruption)
    _ = suspendDetector.note(now.duration(to: clock.now), limit: now.duration(to: instant))
  }

  /// Forgets what is queued.
  public func drop() {
    start = clock.now
    frames = 0
  }

  /// Forgets the format, too.
  public func close() {
    drop()
    format = nil
  }

  /// When the last frame written will have sounded.
  private var end: ContinuousClock.Instant { start.advanced(by: format?.duration(ofFrames: frames) ?? .zero) }
}
