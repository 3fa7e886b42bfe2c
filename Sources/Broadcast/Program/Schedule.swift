/// Says how much audio is due. Sent audio never runs ahead of the clock. After a long delay the schedule does not
/// catch up: the program continues where it was.
package struct Schedule: Sendable {
  /// The maximum lag behind the clock. Beyond it the schedule drops the difference.
  package static let maximumLag = Duration.seconds(5)

  private var position = Duration.zero

  /// A schedule at its beginning: no audio was sent, no time has passed.
  package init() {}

  /// Returns true when the next frame is due at `elapsed` after the beginning. Drops a lag of more than ``maximumLag``.
  package mutating func isDue(at elapsed: Duration) -> Bool {
    if elapsed - position > Self.maximumLag { position = elapsed }
    return position <= elapsed
  }

  /// Records that audio of this length was sent.
  package mutating func advance(by duration: Duration) {
    position += duration
  }
}
