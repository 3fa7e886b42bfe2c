import AudioCore

/// A sound device whose calls are all made by one thread of its own, from opening to closing, and are waited for no longer than a device
/// may take: one that hangs is lost, and left with its thread.
///
/// The limits are those of a thread that is awake: a wait that is slept through counts as a short one.
public final class ThreadedOutput: AudioOutput {
  /// A device that does not open within this time hangs.
  public static let openLimit: Duration = .seconds(5)
  /// Part of a sentence for an error.
  package static let noThread = "the system has no thread left"

  /// A device that takes nothing for 10 s says so itself; one that does not return by then hangs.
  private static let writeLimit: Duration = .seconds(11)
  /// A device that does not stop, or say where it is, within this time hangs. So does one whose call goes on when a stop is wanted.
  private static let stopLimit: Duration = .seconds(1)
  /// Longest time that `drain` is waited for beyond what the device holds.
  private static let drainSlack: Duration = .seconds(2)
  /// The longest single wait for a call, after which a stop is looked for.
  private static let longestWait: Duration = .milliseconds(300)
  /// The same for an opening, which ends with the wish to stop.
  private static let openingWait: Duration = .milliseconds(20)
  /// From a delay that was found so recently, that of now is reckoned by the clock.
  private static let freshness: Duration = .milliseconds(100)

  /// The device's name.
  public let name: String
  /// Cuts short the waiting; the output that `make` makes must have the same.
  public let interruption: OutputInterruption

  private let make: @Sendable () -> any AudioOutput
  /// Nil when nothing is open, or on its way.
  private var thread: DeviceThread?
  /// What it is open for, or being opened.
  private var format: AudioFormat?
  /// True from ``beginOpening(_:)`` until its outcome was seen.
  private var isOpening = false
  private var last = DeviceThread.Outcome()
  private var delayNotedAt: ContinuousClock.Instant?

  /// The output that `make` makes, on its thread, with `interruption`; not open yet. Messages call it `name`.
  public init(name: String, interruption: OutputInterruption, make: @escaping @Sendable () -> any AudioOutput) {
    self.name = name
    self.interruption = interruption
    self.make = make
  }

  deinit { close() }

  // MARK: - Opening

  /// Begins to open for `format`, and does not wait for it. What was open is closed.
  public func beginOpening(_ format: AudioFormat) {
    close()
    self.format = format
    isOpening = true
    thread = DeviceThread(make: make)
    thread?.begin(.open(format))
  }

  /// What came of ``beginOpening(_:)``. Waits for it, `limit` at most, and not when the interruption is requested: nil when it goes on.
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

  /// Opens the device, and waits 5 s for it. What is queued in another format is played first.
  public func open(_ format: AudioFormat) throws(TuneError) {
    if thread != nil, !isOpening, self.format == format { return }
    drain()
    beginOpening(format)
    if let outcome = awaitOpening(within: Self.openLimit) { return try outcome.get() }
    close()
    throw failure(interruption.isRequested ? "it was stopped while it opened" : "it does not answer")
  }

  // MARK: - Playing

  /// Hands the block to the device.
  public func write(_ block: PCMBlock) throws { try write(block, dithering: false) }

  /// The same, with dither where the device takes 16 bits.
  public func write(_ block: PCMBlock, dithering: Bool) throws {
    if thread == nil || isOpening || block.format != format { try open(block.format) }
    try call(.write(block, dithering: dithering), within: Self.writeLimit)
    delayNotedAt = .now
  }

  /// Waits for space, not for long.
  public func awaitSpace(forFrames frames: Int) throws -> Bool {
    guard isOpen else { return true }
    try call(.awaitSpace(frames: frames), within: Self.writeLimit)
    if !last.hasSpace { delayNotedAt = .now }
    return last.hasSpace
  }

  /// Takes back what was written and is not heard yet.
  public func takeBack() throws -> Int {
    guard isOpen else { return 0 }
    try call(.takeBack, within: Self.stopLimit)
    return last.framesTakenBack
  }

  /// That it runs dry is no fault.
  public func expectSilence() { if isOpen { try? call(.expectSilence, within: Self.stopLimit) } }

  /// Frames between what was written last and what is audible; 0 when the device does not say. Between two calls of the device
  /// they are reckoned by the clock, as if it played.
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

  /// Asks the device.
  public func refreshDelay() { if isOpen { _ = ask(.refreshDelay) } }

  private func ask(_ question: DeviceThread.Call) -> Int {
    guard (try? call(question, within: Self.stopLimit)) != nil else { return 0 }
    delayNotedAt = .now
    return last.delayFrames
  }

  /// As the device has it, once it was opened; before, that of ALSA devices.
  public var writeUnit: Duration { last.writeUnit }
  /// As the device has it, once it was opened.
  public var takesBack: Bool { last.takesBack }
  /// Faults that were recovered from.
  public var recoveries: Int { last.recoveries }
  /// How long the program stood still while the device was waited for.
  public var suspended: Duration { last.suspended }

  /// Plays what is queued, and stops. What a device keeps that hangs is lost.
  public func drain() {
    guard isOpen, let format else { return }
    let rest = format.duration(ofFrames: delayFrames)
    if isOpen { try? call(.drain, within: rest + Self.drainSlack) }
  }

  /// Stops at once.
  public func drop() { if isOpen { try? call(.drop, within: Self.stopLimit) } }

  /// Gives the device back. One that does not close within a second, or still opens, is left to its thread.
  public func close() {
    let thread = leave()
    if !isOpening { thread?.awaitEnd(within: Self.stopLimit) }
    isOpening = false
  }

  /// Leaves the device to its thread, which closes it when it can.
  @discardableResult
  private func leave() -> DeviceThread? {
    defer { (thread, format) = (nil, nil) }
    thread?.leave()
    return thread
  }

  // MARK: - Calls

  /// True when calls can be made. One after a loss is for nothing.
  private var isOpen: Bool { thread != nil && !isOpening }

  /// Makes a call, and waits for its end. Throws what it throws, or `TuneError.output` when it does not end within `limit`, or soon after
  /// a stop is wanted.
  private func call(_ call: consuming DeviceThread.Call, within limit: Duration) throws {
    guard let thread else { throw failure("it is closed") }
    delayNotedAt = nil
    thread.begin(consume call)
    var left = limit
    var isStopping = false
    while left > .zero {
      let wait = min(left, Self.longestWait)
      if let outcome = thread.takeOutcome(within: wait) {
        last = outcome
        if let error = outcome.error { throw error }
        return
      }
      left -= wait
      if !isStopping, interruption.isRequested {
        isStopping = true
        left = min(left, Self.stopLimit)
      }
    }
    leave()
    throw failure("it does not answer")
  }

  private func failure(_ reason: String) -> TuneError { .output(device: name, reason: reason) }
}
