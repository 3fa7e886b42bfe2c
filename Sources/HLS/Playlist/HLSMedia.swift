/// A media playlist: a list of segments (RFC 8216, 4.3.3).
public struct HLSMedia: Sendable, Equatable {
  /// The maximum duration of a segment, to the nearest second; in 1…3600 s.
  public internal(set) var targetDuration: Duration
  /// The number of the first segment.
  public internal(set) var firstSequence = 0
  /// The segments, in order.
  public internal(set) var segments: [HLSSegment] = []
  /// True when no segment will be added: the playlist is a recording, or the programme is over.
  public internal(set) var isEnded = false
  /// The position to start at, in seconds from the beginning, or from the end when negative; nil when the playlist has
  /// none.
  public internal(set) var startOffset: Double?

  /// The number of the segment that will follow the last one.
  public var endSequence: Int { firstSequence + segments.count }

  /// Returns the segment with this number, or nil when it is not listed.
  public func segment(_ sequence: Int) -> HLSSegment? {
    (firstSequence..<endSequence).contains(sequence) ? segments[sequence - firstSequence] : nil
  }

  /// Removes the oldest `count` segments; none when `count` is negative.
  mutating func dropFirst(_ count: Int) {
    guard count > 0 else { return }
    segments.removeFirst(count)
    firstSequence += count
  }

  /// Returns this playlist with the older segments of `earlier` in front. Returns it unchanged when there are none, or
  /// when a gap would separate the two.
  func behind(_ earlier: HLSMedia) -> HLSMedia {
    let missing = firstSequence - earlier.firstSequence
    guard missing > 0, missing <= earlier.segments.count else { return self }
    var whole = self
    whole.segments = earlier.segments.prefix(missing) + segments
    whole.firstSequence = earlier.firstSequence
    return whole
  }
}
