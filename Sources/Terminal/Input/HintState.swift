package import RadioModel

/// What the hints depend on, besides the pane that has the keys.
package struct HintState: Equatable, Sendable {
  /// What the key that pauses does now, in one or two words.
  var toggle = "pause"
  /// True while the sound plays, or will soon.
  var isTunedIn = true
  /// True while the sound is behind live.
  var isBehind = false

  /// The state of a radio that plays what is live.
  package init() {}

  /// The state for `status`.
  package init(_ status: RadioStatus) {
    isTunedIn = status.state.isTunedIn
    toggle = isTunedIn ? "pause" : status.state == .paused ? "go on" : "play"
    isBehind = StatusPart.behindLive(status) != nil
  }
}
