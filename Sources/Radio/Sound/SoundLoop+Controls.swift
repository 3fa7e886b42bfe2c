import AudioCore
import Parser
import Player

/// The volume, the end of the sound, and what is taken back from the device for them.
extension SoundLoop {
  /// Ends the sound for a stop request: audible sound fades out at once. A recording to a file keeps everything that
  /// was decoded.
  func stop() throws {
    if !outputs.isPaced {
      try writeHeld()
    } else if outputs.takesBack {
      try fadeOutWritten()
      // A sound server that does not answer keeps its sound. The loop does not wait for it.
      if outputs.queuedFrames > frames(in: Self.reserve) { return outputs.drop() }
    } else {
      held.cut(to: frames(in: Self.stopFade))
      if !held.isEmpty { try write(held.removeFirst(held.frameCount), fadingOut: true) }
    }
    try output { try $0.drain() }
  }

  /// Applies a changed volume to the sound that was written and is not heard yet. Throws ``MoveError`` when the listener
  /// wants to be at another place.
  func followControls() throws {
    guard outputs.wakeUp.isRequested else { return }
    outputs.wakeUp.reset()
    if !isMoving, buffer.keepsPast, hasMoves { throw MoveError() }
    guard isSounding, stage.isBehind, var block = try takeBack() else { return }
    _ = stage.apply(to: &block)
    try output { try $0.write(block, dithering: true) }
  }

  /// Waits until most of the written sound was heard, for at most ``maximumEnd``, and applies volume changes
  /// meanwhile. The caller drains the rest. Returns false when a stop is requested.
  func awaitEnd() throws -> Bool {
    let deadline = outputs.clock.now.advanced(by: Self.maximumEnd)
    while outputs.takesBack, !status.isStopRequested, outputs.clock.now < deadline {
      try output { $0.refreshDelay() }
      try noteWhatIsHeard()
      guard let format, delayFrames > frames(in: Self.reserve) else { return true }
      let rest = format.duration(ofFrames: delayFrames - frames(in: Self.reserve))
      outputs.clock.wait(until: outputs.clock.now.advanced(by: min(rest, Self.pollInterval)), or: outputs.wakeUp)
      try checkClock()
      try followControls()
    }
    return !status.isStopRequested
  }

  /// Fades out the sound that the output holds, and discards what follows the fade. Returns the place at which it ends. A
  /// server holds what it gave back until it is overwritten: with `followedBySilence` it is.
  @discardableResult
  func fadeOutWritten(followedBySilence: Bool = false) throws -> Duration {
    guard isSounding, var block = try takeBack() else { return written }
    let place = written - block.duration
    let frames = block.frameCount
    _ = block.cut(to: Self.stopFade)
    let end = place + block.duration
    if let format { tap.begin(format) }
    tap.write(block)
    _ = stage.apply(to: &block, fadeFrames: block.frameCount)
    if followedBySilence { block.samples += PCMBlock.silence(frames - block.frameCount, format: block.format).samples }
    try output { try $0.write(block, dithering: true) }
    return end
  }

  /// Takes back the sound that the output gives back, as it was before the volume was applied; nil when it gives
  /// nothing.
  func takeBack() throws -> PCMBlock? {
    let count = try output { $0.takeBack() }
    guard count > 0 else { return nil }
    guard let block = tap.last(count) else {
      outputs.drop()
      return nil
    }
    stage.takeBack(count, rate: block.format.sampleRate)
    return block
  }
}
