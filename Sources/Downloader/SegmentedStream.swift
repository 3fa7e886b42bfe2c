/// What is known of a stream that comes in segments (HTTP Live Streaming) beyond one server's answer.
public struct SegmentedStream: Sendable, Equatable {
  /// What the chosen variant takes over time, in bit/s; nil when there was nothing to choose, or it is not said.
  public let bitRate: Int?
  /// True for a recording: no segments will be added.
  public let hasEnd: Bool

  /// A stream of `bitRate` bit/s.
  package init(bitRate: Int?, hasEnd: Bool) {
    self.bitRate = bitRate
    self.hasEnd = hasEnd
  }
}
