public import AudioCore
import Glibc

/// Plays through an ALSA device and recovers from underruns, suspends and transient faults.
///
/// An underrun after a pause in writing is not a fault: the device starts again when its buffer is full except for one
/// period. The output recovers from at most 5 faults in 2 s and waits at most 10 s for the device; then `write` throws
/// `TuneError.output`. Time during which the program was stopped, or suspended with the machine, does not count. A
/// plugin may hang in any call of libasound, which has no timeout here: see ``ThreadedOutput``.
public final class ALSAOutput: AudioOutput {
  /// The device's name.
  public let name: String
  /// Ends waits early.
  public let interruption: OutputInterruption
  /// Number of faults that the output has recovered from since its creation, without expected underruns.
  public private(set) var recoveries = 0
  /// How long the program was suspended during waits for the device, since the output's creation.
  public var suspended: Duration { suspendDetector.total }

  /// A device that accepts no sound for this time is stuck.
  private static let stuckLimit: Duration = .seconds(10)
  /// Longest single wait for a device. A wait that exceeds it far enough was interrupted by a suspend.
  private static let maximumWait: Duration = .seconds(1)
  /// An underrun after a pause in writing of at least this length is not a fault.
  private static let maximumWritePause: Duration = .milliseconds(200)
  /// Pause before a retry when a device reports free space but accepts nothing.
  private static let retryPause: Duration = .milliseconds(10)
  /// Number of attempts to resume a suspended device, and the pause between two attempts.
  private static let resumeTries = 5
  private static let resumePause: Duration = .milliseconds(200)
  /// Longest time that `drain` waits beyond the duration that the device reports.
  private static let drainSlack: Duration = .seconds(1)

  /// Duration of sound for one write: half of the device's buffer.
  static let unit: Duration = .milliseconds(50)
  /// See ``unit``.
  public let writeUnit: Duration = unit

  private var pcm: ALSAPCM?
  private var format: AudioFormat?
  private let wakeUp: OutputInterruption
  private let clock: any PacingClock
  private var limiter = RecoveryLimiter()
  private var suspendDetector = SuspendDetector()
  /// Time of the last write that the device accepted; nil after an announced pause.
  private var lastWrite: ContinuousClock.Instant?
  /// True when nothing was written for a while, so that the next underrun is not a fault.
  private var expectsUnderrun = false
  /// How long the current write has waited for the device to accept anything, without suspended time.
  private var waited: Duration = .zero
  private var timeout = stuckLimit
  /// Frames written since the device was last prepared. They are the queued frames until the device starts.
  private var framesSincePrepare = 0
  private var samples = DeviceSamples()

  /// Creates an output to `device`, not open yet. `open` rejects a name that `ALSADevices.isAllowedName` rejects.
  ///
  /// `wakeUp` ends a wait for space. `clock` measures the time spent in waits.
  public init(
    device: String = OutputSpec.defaultDevice, interruption: OutputInterruption = OutputInterruption(),
    wakeUp: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock()
  ) {
    name = device
    self.interruption = interruption
    self.wakeUp = wakeUp
    self.clock = clock
    lastWrite = clock.now
  }

  deinit { close() }

  /// Opens the device. If it is open in another format, the queued sound plays first; if it is open in this one,
  /// nothing happens.
  public func open(_ format: AudioFormat) throws(TuneError) {
    if pcm != nil && self.format == format { return }
    guard ALSADevices.isAllowedName(name) else { throw failure("this is not a device's name") }
    guard (1...64).contains(format.channels), (1...768_000).contains(format.sampleRate) else {
      throw failure("there is no sound of \(format.sampleRate) Hz, \(format.channels) channels")
    }
    if pcm != nil { drain() }
    close()
    do throws(ALSAPCM.PCMError) { pcm = try ALSAPCM(device: name, format: format) } catch {
      throw failure(error.reason)
    }
    self.format = format
    framesSincePrepare = 0
    limiter = RecoveryLimiter()
    lastWrite = clock.now
  }

  /// Waits, by the clock, until the device has taken enough for the block to fit, but at most ``unit``. It does not
  /// wait for the device, which would wake it more often.
  ///
  /// The block fits when the buffer has space: sound that the device has taken and that is not heard yet would not fill
  /// it again in time.
  public func awaitSpace(forFrames frames: Int) -> Bool {
    guard let pcm, let format, !pcm.isPrepared, !interruption.isRequested else { return true }
    guard !wakeUp.isRequested else { return false }
    let excess = pcm.queued + min(frames, pcm.bufferFrames) - pcm.bufferFrames
    guard excess > 0 else { return true }
    let limit = min(format.duration(ofFrames: excess), Self.unit)
    let start = clock.now
    _ = wakeUp.wait(for: limit, orUntil: interruption)
    _ = suspendDetector.record(start.duration(to: clock.now), limit: limit)
    // A device that has stopped playing is found by the timeout in `write`.
    return !wakeUp.isRequested
  }

  /// Writes the block to the device and waits for free space. Throws `TuneError.output` when the device is lost.
  public func write(_ block: PCMBlock) throws { try write(block, dithering: false) }

  /// Writes the block, with dither where the device takes 16 bits.
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
    expectsUnderrun = lastWrite.map { $0.duration(to: clock.now) >= Self.maximumWritePause } ?? true
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

  /// Announces a pause in writing, so that an underrun before the next write is not a fault.
  public func expectSilence() { lastWrite = nil }

  /// Handles a refused write: waits, recovers, or throws when neither helps.
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

  /// Waits for the device to accept sound, at most ``maximumWait``.
  private func waitForSpace(_ pcm: ALSAPCM) throws(TuneError) {
    let limit = min(try timeLeft(), Self.maximumWait)
    let time = wait(within: limit) { pcm.wait(for: limit, or: interruption) }
    // Pause when a device reports that it is ready but accepts nothing; otherwise this becomes a busy loop.
    if time < .microseconds(100) { _ = wait(within: Self.retryPause) { interruption.wait(for: Self.retryPause) } }
  }

  /// Returns how much longer to wait for a device that accepts nothing. Throws when the timeout has passed.
  private func timeLeft() throws(TuneError) -> Duration {
    guard waited < timeout else { throw failure("it took no sound for \(timeout.components.seconds) s") }
    return timeout - waited
  }

  /// Runs `body`, a wait of at most `limit`, and counts its time without suspended time. Returns its total time.
  private func wait(within limit: Duration, _ body: () -> Bool) -> Duration {
    let start = clock.now
    _ = body()
    let time = start.duration(to: clock.now)
    let awake = suspendDetector.record(time, limit: limit)
    waited += awake
    if awake < time { expectsUnderrun = true }
    return time
  }

  /// Prepares the device after a fault, or after an underrun that is not a fault.
  private func recover(_ pcm: ALSAPCM, isFault: Bool) throws(TuneError) {
    if isFault { try countFault() }
    framesSincePrepare = 0
    let result = pcm.prepare()
    // The true cause of a fault often shows only here: write reports "broken pipe" for everything.
    if result < 0 { throw failure(result == -ENODEV ? "the device is gone" : ALSAPCM.reason(result)) }
  }

  private func countFault() throws(TuneError) {
    guard limiter.allows(at: clock.now) else { throw failure("it fails again and again") }
    recoveries += 1
  }

  /// Resumes a device that was suspended with the machine. libasound's own way to do this waits without a timeout.
  private func resume(_ pcm: ALSAPCM) throws(TuneError) {
    try countFault()
    for _ in 0..<Self.resumeTries {
      let result = pcm.resume()
      // Plugins may report success although the device is still suspended.
      if result >= 0 && !pcm.isSuspended { return }
      if result < 0 && result != -EAGAIN { break }
      _ = try timeLeft()
      _ = wait(within: Self.resumePause) { interruption.wait(for: Self.resumePause) }
      if interruption.isRequested { return }
    }
    try recover(pcm, isFault: false)
  }

  /// Frames between the last one written and the audible one.
  public var delayFrames: Int {
    guard let pcm else { return 0 }
    return pcm.isPrepared ? framesSincePrepare : max(0, pcm.delay)
  }

  /// Frames in the buffer. What the device has taken out of it is played in any case.
  public var queuedFrames: Int {
    guard let pcm else { return 0 }
    return pcm.isPrepared ? framesSincePrepare : pcm.queued
  }

  /// Plays the queued sound, however short, and stops.
  public func drain() {
    guard let pcm, let format, !interruption.isRequested else { return drop() }
    // Silence after the end keeps a card from repeating old content of its buffer until we stop it.
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
      // A card's delay is exact. A sound server's delay is an estimate, which decreases even while the server has
      // stopped playing. Therefore ask the server itself, which takes as long as the padding.
      if pcm.isRunning, !interruption.isRequested { _ = pcm.drain() }
    }
    drop()
  }

  /// Stops the device and discards its queued sound.
  public func drop() {
    guard let pcm else { return }
    framesSincePrepare = 0
    pcm.drop()
    _ = pcm.prepare()
  }

  /// Closes the device.
  public func close() {
    pcm?.close()
    pcm = nil
    format = nil
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}

/// Limits how often a faulty sound device may be recovered before it counts as lost. Without a limit, a device that
/// fails again at once would cause a busy loop.
public struct RecoveryLimiter: Sendable {
  /// Number of recoveries allowed within `window`.
  public let limit = 5
  /// The period in which recoveries count.
  public let window = Duration.seconds(2)
  private var times: [ContinuousClock.Instant] = []

  /// Creates a limiter without recoveries.
  public init() {}

  /// Counts a recovery at `now`. Returns false, without counting it, when `limit` is already reached.
  public mutating func allows(at now: ContinuousClock.Instant) -> Bool {
    times.removeAll { $0.duration(to: now) >= window }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}
