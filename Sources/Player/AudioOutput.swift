public import AudioCore

/// A destination of sound: a sound card, a clock, a file, a pipe.
///
/// One thread creates, uses and closes an output; its calls block. Other threads act only through `interruption`. When
/// there is nothing to play, the thread does not write: after an underrun the output starts again with the next block,
/// and that is not a fault.
public protocol AudioOutput: AnyObject {
  /// The name for messages: a device's name, a file's path.
  var name: String { get }

  /// Ends a blocking call from another thread. After a request, `write` and `drain` return at once, and the sound that
  /// they did not play is lost.
  var interruption: OutputInterruption { get }

  /// Prepares for blocks of `format`. If the output is open in another format, the queued sound plays first.
  func open(_ format: AudioFormat) throws(TuneError)

  /// Plays a block in the open format. Returns when all of it is accepted, which paces the caller.
  ///
  /// Throws `TuneError`, or `OutputClosedError` when the reader of the output has closed it.
  func write(_ block: PCMBlock) throws

  /// Plays a block; `dithering` is true when the samples were multiplied by a gain and so have more precision than 16
  /// bits. A device that takes 16 bits then adds noise of one step, so that sound below one step is not lost. Without
  /// `dithering`, samples are only rounded.
  func write(_ block: PCMBlock, dithering: Bool) throws

  /// The best duration of sound for one write. A longer one wakes the program less often; a shorter one follows volume
  /// and stop sooner where the output cannot take sound back.
  var writeUnit: Duration { get }

  /// Waits for a limited time until `frames` frames can be written without a wait. Returns false when there is not
  /// enough space yet, or when the wake-up is requested that the output was created with. Throws as ``write(_:)`` does
  /// when the device is lost.
  func awaitSpace(forFrames frames: Int) throws -> Bool

  /// True when ``takeBack()`` may return frames.
  var takesBack: Bool { get }

  /// Takes back the frames that were written but not heard yet, except for those of the next hundredths of a second.
  /// Returns their number; 0 when there are none, or when the output cannot take them back now.
  ///
  /// The next write follows the frames that were left. The caller should at once write as many frames as it took back,
  /// or call ``drain()`` or ``drop()``.
  func takeBack() throws -> Int

  /// Announces a pause in writing, so that an underrun is not a fault.
  func expectSilence()

  /// Frames written but not audible yet. Outputs that must ask a server for it estimate it by the clock between
  /// requests.
  var delayFrames: Int { get }

  /// Of these, the frames that ``drop()`` would discard. What a device has taken for good is heard in any case.
  var queuedFrames: Int { get }

  /// Updates ``delayFrames`` from the device.
  func refreshDelay()

  /// Number of faults that the output has recovered from since its creation; 0 for outputs without faults.
  var recoveries: Int { get }

  /// How long the program was stopped, or suspended with the machine, during waits that should have been short, since
  /// the output's creation. See ``SuspendDetector``. Zero for outputs that wait for readers, which may take any time.
  var suspended: Duration { get }

  /// Plays the queued sound, then stops. Takes at most the duration of the queue plus two seconds. Throws as
  /// ``write(_:)`` does when the last sound cannot be written.
  func drain() throws

  /// Stops at once and discards the queued sound.
  func drop()

  /// Closes the device or file; `open` may follow.
  func close()
}

extension AudioOutput {
  /// The default: a quarter of a second.
  public var writeUnit: Duration { .milliseconds(250) }
  /// The default: returns at once, because a write waits.
  public func awaitSpace(forFrames frames: Int) throws -> Bool { true }
  /// The default: false.
  public var takesBack: Bool { false }
  /// The default: takes nothing back.
  public func takeBack() throws -> Int { 0 }
  /// The default: no effect.
  public func expectSilence() {}
  /// The default: all that was not heard.
  public var queuedFrames: Int { delayFrames }
  /// The default: no effect, because the delay is always known.
  public func refreshDelay() {}
  /// The default: writes without dither.
  public func write(_ block: PCMBlock, dithering: Bool) throws { try write(block) }
  /// The default: 0.
  public var recoveries: Int { 0 }
  /// The default: zero.
  public var suspended: Duration { .zero }
}
