import AudioCore
import Parser
import Player

/// Waiting for the network, and reporting what is heard.
extension SoundLoop {
  /// Waits for packets when none are left, as long as the device has sound: a network delay shorter than that is not
  /// audible. Before the device runs empty, the held sound is written except for what a fade needs. Returns false when
  /// the caller should pull from the buffer.
  func awaitNetwork() throws -> Bool {
    guard isSounding, outputs.isPaced, let format else { return false }
    let known = format.duration(ofFrames: delayFrames) - delayNotedAt.duration(to: outputs.clock.now)
    // A sink that has taken sound for good needs the next before that was heard.
    let queued = format.duration(ofFrames: outputs.queuedFrames)
    let left = min(known, queued) - min(Self.reserve, outputs.writeUnit)
    if left > .zero {
      if buffer.waitUntilReady(timeout: min(left, Self.maximumWait)) { return false }
      if left > Self.maximumWait || outputs.wakeUp.isRequested {
        try noteWhatIsHeard()
        return true
      }
    }
    guard buffer.fill.packets == 0, held.frameCount > fadeOutFrames else { return false }
    try write(held.removeFirst(held.frameCount - fadeOutFrames), fadingOut: false)
    return true
  }

  /// Handles an empty buffer: the held sound fades out, and the next block will fade in.
  func beginRebuffering() throws {
    guard isSounding, outputs.isPaced else { return }
    try writeHeld()
    outputs.expectSilence()
    isSounding = false
    idleSince = outputs.clock.now
    isReported = false
    beginFadeIn()
    drift.restart()
    report(.rebuffering)
  }

  /// Makes the next block fade in where a listener hears it. A file gets its samples unchanged.
  func beginFadeIn() { stage.begin(fadingIn: outputs.isPaced) }

  /// Updates the delay and reports the sound and the titles that are audible now. `pending` is sound that is neither
  /// held nor written.
  func noteWhatIsHeard(before pending: Duration = .zero) throws {
    delayFrames = try output { $0.delayFrames }
    delayNotedAt = lastLook
    var waiting = format?.duration(ofFrames: delayFrames) ?? .zero
    waiting += held.duration + pending
    report(heard: max(begun, decoded - waiting), of: max(.zero, given - waiting))
  }

  /// Publishes the place that was `heard` and how much sound was `played`, and reports the title there when it is another
  /// one.
  func report(heard: Duration, of played: Duration) {
    status.elapsed = heard
    status.played = played
    noteHeard(heard)
  }

  private func noteHeard(_ place: Duration) {
    guard hasPulled, let title = buffer.noteHeard(nanoseconds(place)) else { return }
    report(.title(title.metadata, start: .nanoseconds(title.start), isRepeated: title.isRepeated))
  }
}
