import AudioCore
import Glibc

/// Plays through an ALSA device, and gets over what devices do: underruns, suspends, faults that come back at once.
///
/// An underrun because nobody wrote is none: the device starts again when its buffer is full but for one period. A fault
/// is recovered from at most 5 times in 2 s, and nothing is waited for longer than 10 s; then `write` throws
/// `TuneError.output`. Time that the program stood still, stopped or suspended with the machine, is nobody's fault. A plugin may hang in
/// any call of libasound, which has no limit here: see ``ThreadedOutput``.
public final class ALSAOutput: AudioOutput {
  /// The device's name.
  public let name: String
  /// Cuts short the waiting.
  public let interruption: OutputInterruption
  /// Faults that were recovered from since the output was made, dry spells not counted.
  public private(set) var recoveries = 0
  /// How long the program stood still while a device was waited for, since the output was made.
  public var suspended: Duration { suspendDetector.total }

  /// A device that takes nothing for so long is stuck.
  private static let stuckLimit: Duration = .seconds(10)
  /// Longest single wait for a device; what lasts longer was slept through.
  private static let longestWait: Duration = .seconds(1)
  /// After a pause in writing of at least this length, an underrun is nobody's fault.
  private static let longestWritePause: Duration = .milliseconds(200)
  /// Pause before another try when a device says it has room but takes nothing.
  private static let retryPause: Duration = .milliseconds(10)
  /// Tries to wake a suspended device, and the pauses between.
  private static let resumeTries = 5
  private static let resumePause: Duration = .milliseconds(200)
  /// Longest time `drain` waits beyond what the device says is left.
  private static let drainSlack: Duration = .seconds(1)

  /// Sound that is written at a time: half of what the device holds.
  static let unit: Duration = .milliseconds(50)
  /// As much as that.
  public let writeUnit: Duration = unit

  private var pcm: ALSAPCM?
  private var format: AudioFormat?
  private let attention: OutputInterruption
  private let clock: any PacingClock
  private var limiter = RecoveryLimiter()
  private var suspendDetector = SuspendDetector()
  /// When the device last took something.
  private var lastWrite: ContinuousClock.Instant
  /// True when nobody wrote for a while, so that the next underrun is no fault.
  private var expectsUnderrun = false
  /// How long a write has been waiting for the device to take anything, awake.
  private var waited: Duration = .zero
  private var timeout = stuckLimit
  /// Frames written since the device was last prepared, which is what is queued as long as it has not started.
  private var framesSincePrepare = 0
  private var samples = DeviceSamples()

  /// An output to `device`, not open yet. A name that `ALSADevices.isAllowedName` refuses is refused by `open`.
  ///
  /// `attention` ends a wait for space. `clock` gives the time that is spent waiting.
  public init(
    device: String = OutputSpec.defaultDevice, interruption: OutputInterruption = OutputInterruption(),
    attention: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock()
  ) {
    name = device
    self.interruption = interruption
    self.attention = attention
    self.clock = clock
    lastWrite = clock.now
  }

  deinit { close() }

  /// Opens the device. When it is open in another format, what is queued is played first; when in this one, nothing
  /// happens.
  public func open(_ format: AudioFormat) throws(TuneError) {
    if pcm != nil && self.format == format { return }
    guard ALSADevices.isAllowedName(name) else { throw failure("this is not a device's name") }
    guard (1...64).contains(format.channels), (1...768_000).contains(format.sampleRate) else {
      throw failure("there is no sound of \(format.sampleRate) Hz, \(format.channels) channels")
    }
    if pcm != nil { drain() }
    close()
    do throws(ALSAPCM.Failure) { pcm = try ALSAPCM(device: name, format: format) } catch { throw failure(error.reason) }
    self.format = format
    framesSincePrepare = 0
    limiter = RecoveryLimiter()
    lastWrite = clock.now
  }

  /// Waits until the device has played so much that the block fits in, by the clock: a device wakes those who wait for it more often
  /// than that.
  public func awaitSpace(forFrames frames: Int) -> Bool {
    guard let pcm, let format, !pcm.isPrepared, !interruption.isRequested else { return true }
    guard !attention.isRequested else { return false }
    let excess = pcm.delay + min(frames, pcm.bufferFrames) - pcm.bufferFrames
    guard excess > 0 else { return true }
    let limit = min(format.duration(ofFrames: excess), Self.unit)
    let start = clock.now
    _ = attention.wait(for: limit, orUntil: interruption)
    _ = suspendDetector.note(start.duration(to: clock.now), limit: limit)
    // A device that stands still has its limit in a write.
    return !attention.isRequested
  }

  /// Hands the block to the device, waiting for room. Throws `TuneError.output` when the device is lost.
  public func write(_ block: PCMBlock) throws { try write(block, dithering: false) }

  /// The same, with dither where the device takes 16 bits.
  public func write(_ block: PCMBlock, dithering: Bool) throws {
    if pcm == nil || block.format != format { try open(block.format) }
    guard let pcm else { return }
    try samples.withBytes(of: block, as: pcm.encoding, channels: pcm.channels, dithering: dithering) {
      try write($0, frames: block.frameCount, to: pcm)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, frames: Int, to pcm: ALSAPCM) throws(TuneError) {
    guard frames > 0, let base = bytes.baseAddress else { return }
    let frameSize = bytes.count / frames
    var done = 0
    waited = .zero
    expectsUnderrun = lastWrite.duration(to: clock.now) >= Self.longestWritePause
    while done < frames && !interruption.isRequested {
      let result = pcm.write(base + done * frameSize, count: frames - done)
      if result > 0 {
        done += result
        framesSincePrepare += result
        lastWrite = clock.now
        waited = .zero
        expectsUnderrun = false
      } else {
        try handle(Int32(clamping: result), of: pcm)
      }
    }
  }

  /// Does what a refused write calls for: wait, recover, or give up by throwing.
  private func handle(_ result: Int32, of pcm: ALSAPCM) throws(TuneError) {
    switch -result {
    case 0, EAGAIN:
      try waitForSpace(pcm)
    case EINTR:
      break
    case EPIPE:
      try recover(pcm, isFault: !expectsUnderrun)
      expectsUnderrun = false
    case ESTRPIPE:
      try resume(pcm)
    case ENODEV:
      throw failure("the device is gone")
    default:
      try recover(pcm, isFault: true)
    }
  }

  /// Waits for a while for the device to take sound.
  private func waitForSpace(_ pcm: ALSAPCM) throws(TuneError) {
    let limit = min(try timeLeft(), Self.longestWait)
    let time = wait(within: limit) { pcm.wait(for: limit, or: interruption) }
    // A device that is ready at once and yet takes nothing must not make this a spinning loop.
    if time < .microseconds(100) { _ = wait(within: Self.retryPause) { interruption.wait(for: Self.retryPause) } }
  }

  /// How much longer a device that takes nothing is waited for.
  private func timeLeft() throws(TuneError) -> Duration {
    guard waited < timeout else { throw failure("it took no sound for \(timeout.components.seconds) s") }
    return timeout - waited
  }

  /// Counts the time that `body` waits, which is at most `limit` unless it is slept through; returns it.
  private func wait(within limit: Duration, _ body: () -> Bool) -> Duration {
    let start = clock.now
    _ = body()
    let time = start.duration(to: clock.now)
    let awake = suspendDetector.note(time, limit: limit)
    waited += awake
    if awake < time { expectsUnderrun = true }
    return time
  }

  /// Gets the device going again after a fault, or after an underrun that is none.
  private func recover(_ pcm: ALSAPCM, isFault: Bool) throws(TuneError) {
    if isFault { try countFault() }
    framesSincePrepare = 0
    let result = pcm.prepare()
    // The true cause of a fault often shows here only: write says "broken pipe" for everything.
    if result < 0 { throw failure(result == -ENODEV ? "the device is gone" : ALSAPCM.reason(result)) }
  }

  private func countFault() throws(TuneError) {
    guard limiter.allows(at: clock.now) else { throw failure("it fails again and again") }
    recoveries += 1
  }

  /// Wakes a device that was suspended with the machine; libasound's own way to do it waits without a limit.
  private func resume(_ pcm: ALSAPCM) throws(TuneError) {
    try countFault()
    for _ in 0..<Self.resumeTries {
      let result = pcm.resume()
      // Plugins may say that they resumed, and did not.
      if result >= 0 && !pcm.isSuspended { return }
      if result < 0 && result != -EAGAIN { break }
      _ = try timeLeft()
      _ = wait(within: Self.resumePause) { interruption.wait(for: Self.resumePause) }
      if interruption.isRequested { return }
    }
    try recover(pcm, isFault: false)
  }

  /// Frames between what was written last and what is audible.
  public var delayFrames: Int {
    guard let pcm else { return 0 }
    return pcm.isPrepared ? framesSincePrepare : max(0, pcm.delay)
  }

  /// Plays what is queued, however short, and stops.
  public func drain() {
    guard let pcm, let format, !interruption.isRequested else { return drop() }
    // Silence behind the end keeps a card from repeating what its buffer held before, until we stop it.
    let padding = pcm.periodFrames
    let sounding = delayFrames
    if sounding > 0 {
      let limit = format.duration(ofFrames: sounding) + Self.drainSlack
      let deadline = clock.now.advanced(by: limit)
      timeout = limit
      try? write(.silence(padding, format: format))
      timeout = Self.stuckLimit
      if pcm.isPrepared { _ = pcm.start() }
      while pcm.isRunning, clock.now < deadline {
        let left = pcm.delay - padding
        guard left > 0 else { break }
        let rest = format.duration(ofFrames: left)
        _ = wait(within: rest) { interruption.wait(for: rest) }
        if interruption.isRequested { break }
      }
      // A card's delay is exact. A sound server's is an estimate, which runs on while the server stands still: it
      // is asked itself, which lasts as long as the padding.
      if pcm.isRunning, !interruption.isRequested { _ = pcm.drain() }
    }
    drop()
  }

  /// Stops the device and forgets what it holds.
  public func drop() {
    guard let pcm else { return }
    framesSincePrepare = 0
    pcm.drop()
    _ = pcm.prepare()
  }

  /// Gives the device back.
  public func close() {
    pcm?.close()
    pcm = nil
    format = nil
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}
