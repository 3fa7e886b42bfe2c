import AudioCore
import Parser
import Player

/// The clock, and the device while it has nothing to play.
extension SoundLoop {
  /// Checks the clock. Throws when the program was suspended since the last check and the listener is at live: the
  /// station has continued meanwhile. Never throws for a recording to a file, which keeps its sound.
  func checkClock() throws(SuspendedError) {
    status.beat()
    let now = outputs.clock.now
    let gap = lastLook.duration(to: now)
    lastLook = now
    let suspended = max(outputs.takeSuspended(), suspendedInCall, gap > SuspendDetector.tolerance ? gap : .zero)
    suspendedInCall = .zero
    if suspended > .zero, status.isLive, outputs.isPaced, !isHeld, !buffer.isShifted {
      throw SuspendedError(duration: suspended)
    }
  }

  /// Makes a call of the output that may take any length of time, and checks the clock before and after it.
  func output<Result>(_ call: (OutputChain) throws -> Result) throws -> Result {
    try checkClock()
    let maximumBefore = outputs.maximumCallTime
    defer {
      let now = outputs.clock.now
      let time = lastLook.duration(to: now)
      // The call may have replaced a device by silence.
      let maximum = max(maximumBefore, outputs.maximumCallTime)
      if time > maximum + SuspendDetector.tolerance { suspendedInCall += time - maximum }
      lastLook = now
    }
    return try call(outputs)
  }

  /// Retries a lost device, and reports the notices of the output.
  func tend() throws {
    try output { outputs in
      if try outputs.tend() { beginFadeIn() }
    }
    if let notice = outputs.takeNotice() { report(notice) }
  }

  /// Closes a device that had nothing to play for ``maximumIdleTime``, and opens it again when packets arrive, except
  /// while the place is held.
  func restDevice() throws {
    guard !isSounding, outputs.isPaced else { return }
    if let idleSince, idleSince.duration(to: lastLook) >= Self.maximumIdleTime {
      self.idleSince = nil
      try output { $0.rest() }
    } else if !isHeld, idleSince == nil, buffer.fill.packets > 0, outputs.isClosed {
      outputs.prepare()
    }
  }
}
