/// Says how much sound is due: what was sent never runs ahead of the clock, and after a long sleep the sound that should have
/// been sent meanwhile is let go.
package struct Schedule: Sendable {
  /// How far behind the clock the sound may be before the difference is let go.
  package static let maximumLag = Duration.seconds(5)

  private var position = Duration.zero

  /// A schedule at its beginning: nothing sent, no time gone.
  package init() {}

  /// True when the next frame is due after `elapsed` since the beginning.
  package mutating func isDue(at elapsed: Duration) -> Bool {
    if elapsed - position > Self.maximumLag { position = elapsed }
    return position <= elapsed
  }

  /// Notes that sound of this length was sent.
  package mutating func advance(by duration: Duration) {
    position += duration
  }
}
