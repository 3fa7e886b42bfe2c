package import AudioCore
package import Player

/// The chosen output, replaced by silence at the clock's pace while a sound device is not available. The radio
/// continues, and a ``ReopenSchedule`` decides when the device is tried again. Used on the sound thread only.
///
/// A device runs on its own thread, see ``ThreadedOutput``: a device that hangs in any call counts as lost, like one
/// that was unplugged.
package final class OutputChain {
  /// The format that most stations send.
  private static let defaultFormat = AudioFormat(sampleRate: 44100, channels: 2)
  /// How long the first sound waits for a device that does not answer. After that it begins silently.
  private static let firstTimeout: Duration = .seconds(3)
  /// How long a device that the user named is retried after a loss. After that the loss is an error.
  package static let namedTimeout: Duration = .seconds(30)
  /// A device that played for this long works: the next loss restarts the retry schedule.
  private static let steadyAfter: Duration = .seconds(10)

  /// Makes a sound device, on that device's thread; nil for outputs that are not devices.
  private let make: (@Sendable () -> any AudioOutput)?
  /// The name of the output in messages.
  private let name: String
  private let fallsBackToSilence: Bool
  private let interruption: OutputInterruption
  /// Requested when a control was used, or when a stop is requested. It ends the waits for space. The thread that
  /// writes resets it.
  package let wakeUp: OutputInterruption
  /// The clock for all times and waits of this object.
  package let clock: any PacingClock
  /// False for files and pipes, which get the samples unchanged, without fades.
  package let isPaced: Bool

  /// Where the sound is written: the output, or silence in its place; nil before anything is open.
  private var output: (any AudioOutput)?
  /// True while silence replaces a device.
  package private(set) var isSilent = false
  /// True when a device that played was closed by ``rest()``.
  private var isResting = false
  /// The device that is being opened, and the format it is opened for.
  private var opening: (device: ThreadedOutput, format: AudioFormat)?
  private var nextTry: ContinuousClock.Instant?
  private var schedule: ReopenSchedule?
  /// When the device took over from silence, or began to play.
  private var playsSince: ContinuousClock.Instant?
  /// Why the device is not available.
  private var reason = ""
  private var format: AudioFormat?
  private var notices = DeviceNotices()
  private var suspendDetector = SuspendDetector()
  /// The counts of `output` that ``noteCounts()`` has already taken over. Each output has its own counts.
  private var recoveriesSeen = 0
  private var suspendedSeen: Duration = .zero
  /// How long the program was suspended since the last ``takeSuspended()``.
  private var suspended: Duration = .zero

  /// Makes the output that `spec` names. With `fallsBackToSilence`, silence replaces a missing device for any length of
  /// time. Without it, a missing device is an error, and a device that is lost while it plays is retried for
  /// ``namedTimeout``.
  package convenience init(
    spec: OutputSpec, fallsBackToSilence: Bool, interruption: OutputInterruption,
    wakeUp: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock()
  ) {
    switch spec.destination {
    case .device(let device):
      self.init(
        device: device, fallsBackToSilence: fallsBackToSilence, interruption: interruption, wakeUp: wakeUp,
        clock: clock
      ) {
        SoundDevice.output(device, interruption: interruption, wakeUp: wakeUp)
      }
    case .nowhere, .file, .standardOutput:
      let output = spec.makeOutput(interruption: interruption, wakeUp: wakeUp, clock: clock)
      self.init(output: output, isPaced: spec.isPaced, wakeUp: wakeUp, clock: clock)
    }
  }

  /// Makes a chain for a sound device of any kind. `make` makes the device with `interruption`, each time on a new
  /// thread, and every call of the device may hang there.
  package init(
    device name: String, fallsBackToSilence: Bool, interruption: OutputInterruption,
    wakeUp: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock(),
    make: @escaping @Sendable () -> any AudioOutput
  ) {
    self.name = name
    self.fallsBackToSilence = fallsBackToSilence
    self.interruption = interruption
    self.wakeUp = wakeUp
    self.clock = clock
    self.make = make
    isPaced = true
  }

  /// Makes a chain for an output that is not a device: it opens at once, and its failures are final.
  private init(output: any AudioOutput, isPaced: Bool, wakeUp: OutputInterruption, clock: any PacingClock) {
    name = output.name
    fallsBackToSilence = false
    interruption = output.interruption
    self.wakeUp = wakeUp
    self.clock = clock
    make = nil
    self.isPaced = isPaced
    self.output = output
  }

  // MARK: - Playing

  /// The number of frames that were written but are not audible yet.
  package var delayFrames: Int { output?.delayFrames ?? 0 }

  /// The number of these that ``drop()`` would discard.
  package var queuedFrames: Int { output?.queuedFrames ?? 0 }

  /// The duration of sound that is best written at a time.
  package var writeUnit: Duration { output?.writeUnit ?? .milliseconds(250) }

  /// True when ``takeBack()`` may take something back.
  package var takesBack: Bool { output?.takesBack ?? false }

  /// See ``AudioOutput/takeBack()``. A device that fails during the call counts as lost with the next write.
  package func takeBack() -> Int { (try? output?.takeBack()) ?? 0 }

  /// Announces that an underrun of the output is not a fault from now on.
  package func expectSilence() { output?.expectSilence() }

  /// See ``AudioOutput/awaitSpace(forFrames:)``. Throws when the output is lost for good.
  package func awaitSpace(forFrames frames: Int) throws -> Bool {
    do {
      let hasSpace = try output?.awaitSpace(forFrames: frames) ?? true
      noteCounts()
      return hasSpace
    } catch let error as TuneError {
      guard make != nil, !isSilent else { throw error }
      try lose(because: error, wasPlaying: true)
      return true
    }
  }

  /// Updates ``delayFrames``.
  package func refreshDelay() { output?.refreshDelay() }

  /// True while an attempt to open the device is in progress.
  package var isTrying: Bool { opening != nil }

  /// Begins to open a sound device before the format is known, while the network is awaited: connecting to a sound
  /// server takes as long as connecting to a station. The device is opened for the format that most stations have, or
  /// after ``rest()`` for the previous format. For any other format the device is opened again. A failure shows, with
  /// its reason, only in ``open(_:)``.
  package func prepare() {
    if let make, opening == nil, output == nil { beginOpening(for: format ?? Self.defaultFormat, make: make) }
  }

  /// Closes a sound device while there is nothing to play: other programs may want it. ``prepare()``, ``open(_:)`` or a
  /// write opens it again; when that fails, the device counts as lost. Outputs that are not devices stay open. A lost
  /// device is retried as before.
  package func rest() {
    guard make != nil, !isSilent else { return }
    if format != nil { isResting = true }
    close()
  }

  /// True when no output is open or being opened.
  package var isClosed: Bool { output == nil && opening == nil }

  /// Opens the output for `format`. The caller should first drain sound that is queued in another format. Throws when
  /// the output is not available and the user wants no other.
  package func open(_ format: AudioFormat) throws(TuneError) {
    let before = self.format
    self.format = format
    guard let make, !isSilent else {
      try output?.open(format)
      return
    }
    if output != nil && before == format { return }
    let hasPlayed = output != nil || isResting
    isResting = false
    closeOutput()
    do throws(TuneError) {
      use(try openDevice(format, make: make))
    } catch {
      if !fallsBackToSilence && !hasPlayed { throw error }
      try lose(because: error, wasPlaying: hasPlayed)
    }
  }

  /// Writes `block`, whose format was opened, and blocks until the output has accepted it. Throws when the output is
  /// lost for good. `dithering` has the meaning that it has in ``AudioOutput/write(_:dithering:)``.
  package func write(_ block: PCMBlock, dithering: Bool = false) throws {
    if isResting { try open(block.format) }
    do {
      try output?.write(block, dithering: dithering)
      noteCounts()
    } catch let error as TuneError {
      guard make != nil, !isSilent else { throw error }
      try lose(because: error, wasPlaying: true)
      try output?.write(block)
    }
  }

  /// Retries a lost device. Call it with every block, and some times a second when there is no block. Returns true when
  /// the device plays again: the next block should fade in. Throws when the device is given up.
  package func tend() throws(TuneError) -> Bool {
    guard let make, isSilent, let format else { return false }
    let now = clock.now
    guard let opening else {
      if nextTry.map({ $0 <= now }) ?? true { beginOpening(for: format, make: make) }
      return false
    }
    switch opening.device.awaitOpening(within: .zero) {
    case .success where opening.format == format:
      self.opening = nil
      closeOutput()
      use(opening.device)
      notices.back("sound goes to the device '\(name)' now")
      return true
    case .success:
      opening.device.close()
      beginOpening(for: format, make: make)
    case .failure(let error):
      self.opening = nil
      record(error)
      guard let pause = schedule?.pause(at: now) else { throw givenUp }
      nextTry = now.advanced(by: pause)
    case nil:
      if schedule?.isOver(at: now) == true { throw givenUp }
    }
    return false
  }

  /// Plays the queued sound, then stops. Throws when the end of a file cannot be written.
  package func drain() throws {
    defer { noteCounts() }
    try output?.drain()
  }

  /// Stops at once and discards the queued sound.
  package func drop() { output?.drop() }

  /// Closes everything. A device that hangs is left to the thread that hangs in it.
  package func close() {
    opening?.device.close()
    opening = nil
    closeOutput()
  }

  // MARK: - Notices

  /// Returns the next event about the output for the listener, or nil.
  package func takeNotice() -> SoundEvent? {
    switch notices.line(at: clock.now) {
    case .lost(let text): .outputLost(text)
    case .back(let text): .outputBack(text)
    case .faults(let count): .deviceFaults(count)
    case nil: nil
    }
  }

  /// The longest time that a call of the output takes while the program is awake. A device measures its own calls: this
  /// is the wait for one that does not answer.
  package var maximumCallTime: Duration { make == nil || isSilent ? .seconds(1) : .seconds(11) }

  /// Returns how long the program was suspended during calls of the output since the last call of this function.
  package func takeSuspended() -> Duration {
    defer { suspended = .zero }
    return suspended
  }

  // MARK: - Opening and losing the device

  @discardableResult
  private func beginOpening(
    for format: AudioFormat, make: @escaping @Sendable () -> any AudioOutput
  ) -> ThreadedOutput {
    let device = ThreadedOutput(name: name, interruption: interruption, make: make)
    device.beginOpening(format)
    opening = (device, format)
    return device
  }

  /// Returns the device, open for `format`, from the attempt in progress or from a new one.
  private func openDevice(
    _ format: AudioFormat, make: @escaping @Sendable () -> any AudioOutput
  ) throws(TuneError) -> any AudioOutput {
    if let prepared = opening {
      switch try outcome(of: prepared.device) {
      case .success where prepared.format == format: return prepared.device
      case .success: prepared.device.close()
      case .failure: break  // the failure may be old: a new attempt follows
      }
    }
    let device = beginOpening(for: format, make: make)
    try outcome(of: device).get()
    return device
  }

  /// Waits for an opening: up to ``firstTimeout`` where silence can replace the device, else up to
  /// ``ThreadedOutput/openLimit``. Throws when the opening is still in progress after that, or when the interruption
  /// was requested.
  private func outcome(of device: ThreadedOutput) throws(TuneError) -> Result<Void, TuneError> {
    let limit = fallsBackToSilence ? Self.firstTimeout : ThreadedOutput.openLimit
    let start = clock.now
    let outcome = device.awaitOpening(within: limit)
    let time = start.duration(to: clock.now)
    suspended += time - suspendDetector.record(time, limit: limit)
    guard let outcome else {
      throw .output(
        device: name, reason: interruption.isRequested ? "it was stopped while it opened" : "it does not answer")
    }
    opening = nil
    return outcome
  }

  private func use(_ device: any AudioOutput) {
    output = device
    recoveriesSeen = device.recoveries
    suspendedSeen = device.suspended
    isSilent = false
    playsSince = clock.now
  }

  /// Replaces the device by silence.
  private func lose(because error: TuneError, wasPlaying: Bool) throws(TuneError) {
    guard case .output = error, let format else { throw error }
    record(error)
    closeOutput()
    let silence = SilentOutput(interruption: interruption, wakeUp: wakeUp, clock: clock)
    try silence.open(format)
    output = silence
    recoveriesSeen = 0
    suspendedSeen = .zero
    isSilent = true
    let now = clock.now
    let hasBeenSteady = playsSince.map { $0.duration(to: now) >= Self.steadyAfter } ?? true
    // A device that repeatedly fails and recovers is retried less and less often.
    if schedule == nil || hasBeenSteady {
      schedule = ReopenSchedule(from: now, timeout: fallsBackToSilence ? nil : Self.namedTimeout)
    }
    guard let pause = schedule?.pause(at: now) else { throw givenUp }
    nextTry = now.advanced(by: pause)
    let loss = wasPlaying ? "lost the sound device" : "no sound device"
    notices.lost("playing silently: \(loss) '\(name)' (\(reason)); trying it again")
  }

  private var givenUp: TuneError { .output(device: name, reason: reason) }

  private func record(_ error: TuneError) {
    if case .output(_, let reason) = error { self.reason = reason }
  }

  private func closeOutput() {
    noteCounts()
    output?.close()
    output = nil
  }

  /// Adds what the output has counted since the last call.
  private func noteCounts() {
    guard let output else { return }
    if output.recoveries > recoveriesSeen { notices.failed(output.recoveries - recoveriesSeen) }
    recoveriesSeen = output.recoveries
    suspended += output.suspended - suspendedSeen
    suspendedSeen = output.suspended
  }
}
