/// What is known about a segmented stream (HTTP Live Streaming), beyond one server's response.
public struct SegmentedStream: Sendable, Equatable {
  /// The bit rate of the chosen stream, in bit/s; nil when it is unknown, or when the playlist offered no choice.
  public let bitRate: Int?
  /// True for a recording: no segments will be added.
  public let hasEnd: Bool

  /// A stream of `bitRate` bit/s.
  package init(bitRate: Int?, hasEnd: Bool) {
    self.bitRate = bitRate
    self.hasEnd = hasEnd
  }
}
