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
      place = settle(at: wanted.target ?? place)
      moves.noteReached(wanted)
      if wanted.isHeld {
        try hold(at: place)
      } else {
        isHeld = false
      }
    } while hasMoves && !status.isStopRequested
    if outputs.isClosed { outputs.prepare() }
    beginFadeIn()
  }

  /// Ends the sound at once, and forgets what was decoded beyond it. Returns the place up to which it is heard.
  private func breakOff() throws -> Duration {
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

  /// Makes `target` the place at which the sound goes on, as near as the sound that is kept allows. Returns that place.
  private func settle(at target: Duration) -> Duration {
    guard let landing = buffer.jump(to: Int(target / .nanoseconds(1))) else { return target }
    begun = .nanoseconds(landing.target)
    decoded = .nanoseconds(landing.start)
    written = begun
    report(heard: begun, of: status.played)
    return begun
  }

  /// Holds `place` until the listener wants something else or a stop is requested. A device is closed after
  /// ``maximumIdleTime``.
  private func hold(at place: Duration) throws {
    isHeld = true
    buffer.hold(at: Int(place / .nanoseconds(1)))
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
