package import Parser
package import RadioModel

/// The sound of the current source that is kept, for those who record it.
package struct KeptSound: Sendable {
  /// The buffer that keeps it.
  package var buffer: TimeShiftBuffer
  /// The place that is heard, in nanoseconds since the first packet.
  package var place: Int
  /// What is played.
  package var source: Source
}

extension Tuner {
  /// The sound of the current source; nil where nothing is played or none is kept.
  package var keptSound: KeptSound? {
    guard let playback, playback.buffer.keepsPast, let source = snapshot.source else { return nil }
    return KeptSound(buffer: playback.buffer, place: Int(playback.position / .nanoseconds(1)), source: source)
  }
}
