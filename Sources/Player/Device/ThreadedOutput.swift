public import AudioCore

/// A sound device that makes all calls, from opening to closing, on one separate thread and waits for them with
/// timeouts. A device that hangs is lost; it stays with its thread.
///
/// The timeouts count only the time that the program is awake: a wait during which the machine was suspended counts as
/// a short one.
public final class ThreadedOutput: AudioOutput {
  /// A device that does not open within this time hangs.
  public static let openLimit: Duration = .seconds(5)
  /// Part of a sentence for an error.
  package static let noThread = "the system has no thread left"

  /// A device that accepts nothing for 10 s reports that itself; one that has not returned after this time hangs.
  private static let writeLimit: Duration = .seconds(11)
  /// A device that does not stop or report its position within this time hangs. So does a device whose call has not
  /// ended this long after a stop was requested.
  private static let stopLimit: Duration = .seconds(1)
  /// Longest time to wait for `drain` beyond the duration of the queued sound.
  private static let drainSlack: Duration = .seconds(2)
  /// Longest single wait for a call; the output checks for a stop request after each one.
  private static let maximumWait: Duration = .milliseconds(300)
  /// Longest single wait for an opening, which ends with a stop request.
  private static let openingWait: Duration = .milliseconds(20)
  /// A delay that is no older than this is updated by the clock instead of a call.
  private static let freshness: Duration = .milliseconds(100)

  /// The device's name.
  public let name: String
  /// Ends waits early; the output that `make` creates must use the same interruption.
  public let interruption: OutputInterruption

  private let make: @Sendable () -> any AudioOutput
  /// Measures the calls.
  private let clock: any PacingClock
  /// The thread of the device; nil when no device is open or being opened.
  private var thread: DeviceThread?
  /// The format for which the device is open or being opened.
  private var format: AudioFormat?
  /// True from ``beginOpening(_:)`` until its outcome was taken.
  private var isOpening = false
  private var last = DeviceThread.Outcome()
  private var delayNotedAt: ContinuousClock.Instant?
  /// How long the program was suspended during calls of the device, since the output's creation.
  public private(set) var suspended: Duration = .zero

  /// Creates an output that wraps the one that `make` creates on the device's thread, with `interruption`; not open
  /// yet. Messages use `name`. `clock` measures how long the calls take.
  public init(
    name: String, interruption: OutputInterruption, clock: any PacingClock = SystemPacingClock(),
    make: @escaping @Sendable () -> any AudioOutput
  ) {
    self.name = name
    self.interruption = interruption
    self.clock = clock
    self.make = make
  }

  deinit { close() }

  // MARK: - Opening

  /// Starts to open the device for `format` without waiting for the result. Closes a device that is already open.
  public func beginOpening(_ format: AudioFormat) {
    close()
    self.format = format
    isOpening = true
    thread = DeviceThread(make: make)
    thread?.begin(.open(format))
  }

  /// Returns the result of ``beginOpening(_:)``. Waits for it at most `limit`, and stops waiting when the interruption
  /// is requested. Returns nil while the device is still being opened.
  public func awaitOpening(within limit: Duration) -> Result<Void, TuneError>? {
    guard isOpening else { return thread == nil ? .failure(failure("it is closed")) : .success(()) }
    guard let thread else {
      isOpening = false
      return .failure(failure(Self.noThread))
    }
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      if let outcome = thread.takeOutcome(within: max(.zero, min(left, Self.openingWait))) {
        isOpening = false
        last = outcome
        guard let error = outcome.error else { return .success(()) }
        close()
        return .failure(error as? TuneError ?? failure("\(error)"))
      }
      if left <= .zero || interruption.isRequested { return nil }
    }
  }

  /// Opens the device and waits at most 5 s for it. Queued sound in another format plays first.
  public func open(_ format: AudioFormat) throws(TuneError) {
    if thread != nil, !isOpening, self.format == format { return }
    drain()
    beginOpening(format)
    if let outcome = awaitOpening(within: Self.openLimit) { return try outcome.get() }
    close()
    throw failure(interruption.isRequested ? "it was stopped while it opened" : "it does not answer")
  }

  // MARK: - Playing

  /// Writes the block to the device.
  public func write(_ block: PCMBlock) throws { try write(block, dithering: false) }

  /// Writes the block, with dither where the device takes 16 bits.
  public func write(_ block: PCMBlock, dithering: Bool) throws {
    if thread == nil || isOpening || block.format != format { try open(block.format) }
    try call(.write(block, dithering: dithering), within: Self.writeLimit)
    delayNotedAt = .now
  }

  /// Waits for space for a limited time.
  public func awaitSpace(forFrames frames: Int) throws -> Bool {
    guard isOpen else { return true }
    try call(.awaitSpace(frames: frames), within: Self.writeLimit)
    if !last.hasSpace { delayNotedAt = .now }
    return last.hasSpace
  }

  /// Takes back the frames that were written but not heard yet.
  public func takeBack() throws -> Int {
    guard isOpen else { return 0 }
    try call(.takeBack, within: Self.stopLimit)
    return last.framesTakenBack
  }

  /// Announces a pause in writing, so that an underrun is not a fault.
  public func expectSilence() { if isOpen { try? call(.expectSilence, within: Self.stopLimit) } }

  /// Frames between the last one written and the audible one; 0 when the device does not report them. Between two calls
  /// of the device, the value is estimated by the clock, as if the device played.
  public var delayFrames: Int {
    guard isOpen else { return 0 }
    if let delayNotedAt {
      let age = delayNotedAt.duration(to: .now)
      if age < Self.freshness {
        return max(0, last.delayFrames - Int(age / .seconds(1) * Double(format?.sampleRate ?? 0)))
      }
    }
    return ask(.delay)
  }

  /// Frames that ``drop()`` would discard; asks the device.
  public var queuedFrames: Int {
    guard isOpen else { return 0 }
    _ = ask(.delay)
    return last.queuedFrames
  }

  /// Updates ``delayFrames`` from the device.
  public func refreshDelay() { if isOpen { _ = ask(.refreshDelay) } }

  private func ask(_ question: DeviceThread.Call) -> Int {
    guard (try? call(question, within: Self.stopLimit)) != nil else { return 0 }
    delayNotedAt = .now
    return last.delayFrames
  }

  /// The device's value after it was opened; before, the value for ALSA devices.
  public var writeUnit: Duration { last.writeUnit }
  /// The device's value after it was opened; before, false.
  public var takesBack: Bool { last.takesBack }
  /// Number of faults that the device has recovered from.
  public var recoveries: Int { last.recoveries }

  /// Plays the queued sound and stops. Sound in a device that hangs is lost.
  public func drain() {
    guard isOpen, let format else { return }
    let rest = format.duration(ofFrames: delayFrames)
    if isOpen { try? call(.drain, within: rest + Self.drainSlack) }
  }

  /// Stops at once.
  public func drop() { if isOpen { try? call(.drop, within: Self.stopLimit) } }

  /// Closes the device. One that does not close within a second, or is still being opened, is left to its thread.
  public func close() {
    let thread = leave()
    if !isOpening { thread?.awaitEnd(within: Self.stopLimit) }
    isOpening = false
  }

  /// Leaves the device to its thread, which closes it as soon as it can.
  @discardableResult
  private func leave() -> DeviceThread? {
    defer { (thread, format) = (nil, nil) }
    thread?.leave()
    return thread
  }

  // MARK: - Calls

  /// True when calls can be made. Calls to a lost device do nothing.
  private var isOpen: Bool { thread != nil && !isOpening }

  /// Makes a call and waits for its end. Throws the error of the call, or `TuneError.output` when the call does not end
  /// within `limit` or soon after a stop request.
  private func call(_ call: consuming DeviceThread.Call, within limit: Duration) throws {
    guard let thread else { throw failure("it is closed") }
    delayNotedAt = nil
    // The device judges its own waits. A suspension anywhere else in the call, such as before the thread takes it,
    // shows only here.
    var detector = SuspendDetector()
    let suspendedBefore = last.suspended
    var start = clock.now
    thread.begin(consume call)
    var left = limit
    var isStopping = false
    while left > .zero {
      let wait = min(left, Self.maximumWait)
      let outcome = thread.takeOutcome(within: wait)
      let now = clock.now
      _ = detector.record(start.duration(to: now), limit: wait)
      start = now
      if let outcome {
        last = outcome
        suspended += max(detector.total, outcome.suspended - suspendedBefore)
        if let error = outcome.error { throw error }
        return
      }
      left -= wait
      if !isStopping, interruption.isRequested {
        isStopping = true
        left = min(left, Self.stopLimit)
      }
    }
    suspended += detector.total
    leave()
    throw failure("it does not answer")
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}
