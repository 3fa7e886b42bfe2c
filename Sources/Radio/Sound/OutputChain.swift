import AudioCore
import Player

/// The output of choice, and silence at the clock's pace while a sound device is not to be had: the radio goes on, and the
/// device is tried again by a ``ReopenSchedule``. Used on the sound thread alone.
///
/// A device has a thread of its own, see ``ThreadedOutput``: one that hangs, in whatever call, is lost like one that was unplugged.
package final class OutputChain {
  /// What most stations send.
  private static let usualFormat = AudioFormat(sampleRate: 44100, channels: 2)
  /// So long the first sound waits for a device that does not answer; then it begins silently.
  private static let firstTimeout: Duration = .seconds(3)
  /// A device that a user named is tried for so long after it was lost; then it is an error.
  package static let namedTimeout: Duration = .seconds(30)
  /// A device that played for so long works: the next loss begins the schedule anew.
  private static let steadyAfter: Duration = .seconds(10)

  /// What makes a sound device, on its thread; nil for outputs that are none.
  private let make: (@Sendable () -> any AudioOutput)?
  /// What messages call it.
  private let name: String
  private let fallsBackToSilence: Bool
  private let interruption: OutputInterruption
  /// Requested when a control was used, or a stop is wanted: ends the waits for space. The thread that writes takes it back.
  package let attention: OutputInterruption
  /// Tells the time to everything here.
  package let clock: any PacingClock
  /// False for files and pipes, which get the samples as they are, without fades.
  package let isPaced: Bool

  /// What sound goes to: the output itself, or silence instead of it; nil before anything is open.
  private var output: (any AudioOutput)?
  /// True while silence takes the place of a device.
  package private(set) var isSilent = false
  /// True when a device that played was closed by ``rest()``.
  private var isResting = false
  /// A device that is being opened, and for what.
  private var opening: (device: ThreadedOutput, format: AudioFormat)?
  private var nextTry: ContinuousClock.Instant?
  private var schedule: ReopenSchedule?
  /// When the device took over from silence, or began.
  private var playsSince: ContinuousClock.Instant?
  /// Why the device is not there.
  private var reason = ""
  private var format: AudioFormat?
  private var notices = DeviceNotices()
  private var suspendDetector = SuspendDetector()
  /// What was seen of `output`'s own counts, which end with it.
  private var recoveriesSeen = 0
  private var suspendedSeen: Duration = .zero
  /// Overslept since it was asked for last.
  private var suspended: Duration = .zero

  /// The output that `spec` names. `fallsBackToSilence` has silence take the place of a device that is not there, for as long
  /// as it takes; else that is an error, and one that is lost while it plays is waited for during ``namedTimeout``.
  package convenience init(
    spec: OutputSpec, fallsBackToSilence: Bool, interruption: OutputInterruption,
    attention: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock()
  ) {
    switch spec {
    case .alsa(let device):
      self.init(
        device: device, fallsBackToSilence: fallsBackToSilence, interruption: interruption, attention: attention,
        clock: clock
      ) {
        SoundDevice.output(device, interruption: interruption, attention: attention)
      }
    case .silent:
      let silence = SilentOutput(interruption: interruption, attention: attention, clock: clock)
      self.init(output: silence, isPaced: true, attention: attention, clock: clock)
    case .wav, .raw:
      let output = spec.makeOutput(interruption: interruption)
      self.init(output: output, isPaced: spec.isPaced, attention: attention, clock: clock)
    }
  }

  /// A sound device of any kind: `make` makes it with `interruption`, each time on a thread of its own, in which any call may hang.
  package init(
    device name: String, fallsBackToSilence: Bool, interruption: OutputInterruption,
    attention: OutputInterruption = OutputInterruption(), clock: any PacingClock = SystemPacingClock(),
    make: @escaping @Sendable () -> any AudioOutput
  ) {
    self.name = name
    self.fallsBackToSilence = fallsBackToSilence
    self.interruption = interruption
    self.attention = attention
    self.clock = clock
    self.make = make
    isPaced = true
  }

  /// An output that is no device: it opens at once, and what fails in it stays so.
  private init(output: any AudioOutput, isPaced: Bool, attention: OutputInterruption, clock: any PacingClock) {
    name = output.name
    fallsBackToSilence = false
    interruption = output.interruption
    self.attention = attention
    self.clock = clock
    make = nil
    self.isPaced = isPaced
    self.output = output
  }

  // MARK: - Playing

  /// Frames written but not yet audible.
  package var delayFrames: Int { output?.delayFrames ?? 0 }

  /// Sound that is best written at a time.
  package var writeUnit: Duration { output?.writeUnit ?? .milliseconds(250) }

  /// True when ``takeBack()`` may take something back.
  package var takesBack: Bool { output?.takesBack ?? false }

  /// As ``AudioOutput/takeBack()``. A device that fails meanwhile is lost with the next write.
  package func takeBack() -> Int { (try? output?.takeBack()) ?? 0 }

  /// That the output runs dry is no fault.
  package func expectSilence() { output?.expectSilence() }

  /// As ``AudioOutput/awaitSpace(forFrames:)``; throws when the output is lost for good.
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

  /// Finds out what ``delayFrames`` is now.
  package func refreshDelay() { output?.refreshDelay() }

  /// True while a try to open the device goes on.
  package var isTrying: Bool { opening != nil }

  /// Begins to open a sound device before the format is known, while the network is waited for: connecting to a sound server
  /// takes as long as connecting to a station. Most stations have the format it is opened for; the others open it anew. A
  /// fault shows, with its reason, when sound is to be played.
  /// After ``rest()`` that is the format of before.
  package func prepare() {
    if let make, opening == nil, output == nil { beginOpening(for: format ?? Self.usualFormat, make: make) }
  }

  /// Gives a sound device back as long as there is nothing to play: other programs may want it. ``prepare()`` or
  /// ``open(_:)`` opens it again, or a write does; when that fails, it was lost. Outputs that are no devices stay open,
  /// and a device that is lost is tried again as before.
  package func rest() {
    guard make != nil, !isSilent else { return }
    if format != nil { isResting = true }
    close()
  }

  /// True when nothing is open, or on its way.
  package var isClosed: Bool { output == nil && opening == nil }

  /// Opens for `format`; what was queued in another one should be drained before. Throws when there is no output and the user
  /// wants this one or none.
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

  /// Writes `block`, whose format was opened, blocking until it is accepted. Throws when the output is lost for good.
  /// `dithering` as ``AudioOutput/write(_:dithering:)`` has it.
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

  /// Looks after a lost device; to be called with every block, and some times a second when there is none. True when the
  /// device plays again: what is written next should fade in. Throws when it is given up.
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
      note(error)
      guard let pause = schedule?.pause(at: now) else { throw givenUp }
      nextTry = now.advanced(by: pause)
    case nil:
      if schedule?.isOver(at: now) == true { throw givenUp }
    }
    return false
  }

  /// Plays what is queued, then stops. Throws when the last of a file cannot be written.
  package func drain() throws {
    defer { noteCounts() }
    try output?.drain()
  }

  /// Stops at once and forgets what is queued.
  package func drop() { output?.drop() }

  /// Gives everything back. A device that hangs is left to the thread that hangs in it.
  package func close() {
    opening?.device.close()
    opening = nil
    closeOutput()
  }

  // MARK: - What there is to tell

  /// What the listener should hear about the output now, if anything.
  package func takeNotice() -> SoundEvent? {
    switch notices.line(at: clock.now) {
    case .lost(let text): .outputLost(text)
    case .back(let text): .outputBack(text)
    case .faults(let count): .deviceFaults(count)
    case nil: nil
    }
  }

  /// How long the program stood still in calls of the output, since this was asked last.
  package func takeSuspended() -> Duration {
    defer { suspended = .zero }
    return suspended
  }

  // MARK: - Opening and losing

  @discardableResult
  private func beginOpening(
    for format: AudioFormat, make: @escaping @Sendable () -> any AudioOutput
  ) -> ThreadedOutput {
    let device = ThreadedOutput(name: name, interruption: interruption, make: make)
    device.beginOpening(format)
    opening = (device, format)
    return device
  }

  /// The device, open for `format`, by the try that goes on or a new one.
  private func openDevice(
    _ format: AudioFormat, make: @escaping @Sendable () -> any AudioOutput
  ) throws(TuneError) -> any AudioOutput {
    if let prepared = opening {
      switch try outcome(of: prepared.device) {
      case .success where prepared.format == format: return prepared.device
      case .success: prepared.device.close()
      case .failure: break  // it may be of long ago
      }
    }
    let device = beginOpening(for: format, make: make)
    try outcome(of: device).get()
    return device
  }

  /// Waits for an opening, not for long; throws when it goes on then.
  private func outcome(of device: ThreadedOutput) throws(TuneError) -> Result<Void, TuneError> {
    let limit = fallsBackToSilence ? Self.firstTimeout : ThreadedOutput.openLimit
    let start = clock.now
    let outcome = device.awaitOpening(within: limit)
    let time = start.duration(to: clock.now)
    suspended += time - suspendDetector.note(time, limit: limit)
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

  /// Puts silence in the place of the device.
  private func lose(because error: TuneError, wasPlaying: Bool) throws(TuneError) {
    guard case .output = error, let format else { throw error }
    note(error)
    closeOutput()
    let silence = SilentOutput(interruption: interruption, attention: attention, clock: clock)
    try silence.open(format)
    output = silence
    recoveriesSeen = 0
    suspendedSeen = .zero
    isSilent = true
    let now = clock.now
    let hasBeenSteady = playsSince.map { $0.duration(to: now) >= Self.steadyAfter } ?? true
    // One that keeps coming and going is tried less and less often.
    if schedule == nil || hasBeenSteady {
      schedule = ReopenSchedule(from: now, timeout: fallsBackToSilence ? nil : Self.namedTimeout)
    }
    guard let pause = schedule?.pause(at: now) else { throw givenUp }
    nextTry = now.advanced(by: pause)
    let loss = wasPlaying ? "lost the sound device" : "no sound device"
    notices.lost("playing silently: \(loss) '\(name)' (\(reason)); trying it again")
  }

  private var givenUp: TuneError { .output(device: name, reason: reason) }

  private func note(_ error: TuneError) {
    if case .output(_, let reason) = error { self.reason = reason }
  }

  private func closeOutput() {
    noteCounts()
    output?.close()
    output = nil
  }

  /// Takes over what the output has counted since the last time.
  private func noteCounts() {
    guard let output else { return }
    if output.recoveries > recoveriesSeen { notices.failed(output.recoveries - recoveriesSeen) }
    recoveriesSeen = output.recoveries
    suspended += output.suspended - suspendedSeen
    suspendedSeen = output.suspended
  }
}
