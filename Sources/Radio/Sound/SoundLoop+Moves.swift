import AudioCore
import Parser
import Player
import Reader

/// Moving within the sound that is kept, and holding the place.
extension SoundLoop {
  /// How long the loop waits for the listener while the place is held, before it checks the clock and the device again.
  static let holdInterval: Duration = .milliseconds(250)

  /// True when the listener wants something else than what is done.
  var hasMoves: Bool {
    let wanted = moves.wanted
    return wanted.isHeld != isHeld || wanted.target != nil
  }

  /// Carries out what the listener wants: moves to a target, and holds the place as long as it is to be held.
  func move() throws {
    isMoving = true
    defer { isMoving = false }
    var place = try breakOff()
    repeat {
      let wanted = moves.wanted
      if let target = wanted.target,
        let landing = buffer.jump(to: wanted.isToNewest ? .max : nanoseconds(target))
      {
        place = .nanoseconds(landing.target)
      }
      moves.noteReached(wanted)
      isHeld = wanted.isHeld
      if isHeld { try hold(at: place) }
    } while hasMoves && !status.isStopRequested
    goOn(at: place)
    if outputs.isClosed { outputs.prepare() }
    beginFadeIn()
  }

  /// Ends the sound at once, and forgets what was decoded beyond it. Returns the place up to which it is heard.
  private func breakOff() throws -> Duration {
    if isSounding, let format {
      // From here on live follows the clock.
      delayFrames = try output { $0.delayFrames }
      report(heard: max(begun, written - format.duration(ofFrames: delayFrames)), of: status.played)
    }
    var place = written
    if isSounding, !outputs.takesBack {
      held.cut(to: frames(in: Self.stopFade))
      place += held.duration
      if !held.isEmpty { try write(held.removeFirst(held.frameCount), fadingOut: true) }
      if let format { tap.begin(format) }
    } else if isSounding {
      place = try fadeOutWritten(followedBySilence: moves.wanted.isHeld)
    }
    given -= max(.zero, decoded - max(place, begun))
    held = PCMQueue()
    status.setDecodedAhead(frames: 0, rate: 0)
    resampler = format.map(DriftResampler.init(format:))
    drift.forget()
    reader.jump()
    return max(place, begun)
  }

  /// Makes `place` the one at which the sound goes on, as near as the sound that is kept allows.
  private func goOn(at place: Duration) {
    guard let landing = buffer.goOn(at: nanoseconds(place)) else { return }
    begun = .nanoseconds(landing.target)
    decoded = .nanoseconds(landing.start)
    written = begun
    report(heard: begun, of: status.played)
  }

  /// Returns a place as the buffer counts it.
  func nanoseconds(_ duration: Duration) -> Int { Int(duration / .nanoseconds(1)) }

  /// Holds `place` until the listener wants something else or a stop is requested. A device is closed after
  /// ``maximumIdleTime``.
  private func hold(at place: Duration) throws {
    buffer.hold(at: nanoseconds(place))
    report(heard: place, of: status.played)
    if isSounding {
      outputs.expectSilence()
      isSounding = false
      isReported = false
      idleSince = outputs.clock.now
    }
    tap.stall()
    while !hasMoves, !status.isStopRequested {
      try checkClock()
      try tend()
      try restDevice()
      outputs.clock.wait(until: outputs.clock.now.advanced(by: Self.holdInterval), or: outputs.wakeUp)
      try followControls()
    }
    // The silence behind the fade.
    _ = try output { $0.takeBack() }
  }
}
