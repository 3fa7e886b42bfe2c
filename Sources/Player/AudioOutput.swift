import AudioCore

/// Where sound goes: a sound card, a clock, a file, a pipe.
///
/// An output is made, used and given up on one thread, whose calls block; what may come from other threads goes through
/// `interruption`. When there is nothing to play, the thread simply does not write: an output that ran dry starts again
/// with the next block, and that counts as no fault.
public protocol AudioOutput: AnyObject {
  /// What to call it in messages: a device's name, a file's path.
  var name: String { get }

  /// Cuts short a blocking call from another thread. Once it was requested, `write` and `drain` return at once and
  /// what they did not play is lost.
  var interruption: OutputInterruption { get }

  /// Gets ready for blocks of `format`. When it was open in another format, what is queued is played first.
  func open(_ format: AudioFormat) throws(TuneError)

  /// Plays a block whose format is the opened one; returns when all of it was accepted, which paces the caller.
  ///
  /// Throws `TuneError`, or `OutputClosed` when whoever read the output has gone.
  func write(_ block: PCMBlock) throws

  /// The same; `dithering` says that the samples are sound that was multiplied by a gain, so that they hold more than
  /// 16 bits can. A device that takes 16 bits adds noise of their size then, and what is softer than one step is not
  /// lost. What else is written is rounded only.
  func write(_ block: PCMBlock, dithering: Bool) throws

  /// Sound that is best written at a time: more of it wakes the program less often, and less of it follows controls sooner where
  /// nothing can be taken back.
  var writeUnit: Duration { get }

  /// Waits until `frames` frames can be written without a wait, not for long: false when that is not so yet, or when the
  /// caller has something else to look at. Throws as ``write(_:)`` does when the device is lost.
  func awaitSpace(forFrames frames: Int) throws -> Bool

  /// True when ``takeBack()`` may take something back.
  var takesBack: Bool { get }

  /// Takes back what was written last and is not heard yet, but for the next hundredths of a second. Returns how many frames
  /// that are; 0 when there is nothing to take back, or it cannot be done now.
  ///
  /// What is written next follows what was left. As much as was taken back should be written at once, or ``drain()`` or
  /// ``drop()`` called.
  func takeBack() throws -> Int

  /// Nothing will be written for a while: that the device runs dry is no fault.
  func expectSilence()

  /// Frames written but not audible yet. Outputs that ask a server for it know it by the clock in between.
  var delayFrames: Int { get }

  /// Finds out what ``delayFrames`` is now.
  func refreshDelay()

  /// Faults that it got over since it was made; 0 for outputs that have none.
  var recoveries: Int { get }

  /// How long it stood still, since it was made, in waits that should have been short: the program was stopped, or the
  /// machine suspended. See ``SuspendDetector``. Zero for outputs that wait for readers, who may take their time.
  var suspended: Duration { get }

  /// Plays what is queued, then stops. Never takes longer than the queue plus two seconds. Throws as ``write(_:)`` does
  /// when the last of it cannot be written.
  func drain() throws

  /// Stops at once and forgets what is queued.
  func drop()

  /// Gives the device or file back; `open` may follow.
  func close()
}

extension AudioOutput {
  /// A quarter of a second.
  public var writeUnit: Duration { .milliseconds(250) }
  /// At once: a write waits.
  public func awaitSpace(forFrames frames: Int) throws -> Bool { true }
  /// No.
  public var takesBack: Bool { false }
  /// Nothing.
  public func takeBack() throws -> Int { 0 }
  /// Makes no difference.
  public func expectSilence() {}
  /// Is known.
  public func refreshDelay() {}
  /// Without dither.
  public func write(_ block: PCMBlock, dithering: Bool) throws { try write(block) }
  /// None.
  public var recoveries: Int { 0 }
  /// Never.
  public var suspended: Duration { .zero }
}
