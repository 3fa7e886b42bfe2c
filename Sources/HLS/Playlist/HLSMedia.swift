/// A media playlist: segments one after the other (RFC 8216, 4.3.3).
public struct HLSMedia: Sendable, Equatable {
  /// No segment lasts longer, to the nearest second; in 1…3600 s.
  public internal(set) var targetDuration: Duration
  /// Number of the first segment.
  public internal(set) var firstSequence = 0
  /// The segments, in their order.
  public internal(set) var segments: [HLSSegment] = []
  /// True when no segment will be added: a recording, or a programme that is over.
  public internal(set) var isEnded = false
  /// Where to begin, in seconds from the beginning, or from the end when negative; nil when it is not said.
  public internal(set) var startOffset: Double?

  /// Number that the next segment behind the last will have.
  public var endSequence: Int { firstSequence + segments.count }

  /// The segment of this number, if it is there.
  public func segment(_ sequence: Int) -> HLSSegment? {
    (firstSequence..<endSequence).contains(sequence) ? segments[sequence - firstSequence] : nil
  }

  /// Drops the oldest `count` segments; none when that is negative.
  mutating func dropFirst(_ count: Int) {
    guard count > 0 else { return }
    segments.removeFirst(count)
    firstSequence += count
  }

  /// The same with the segments of `earlier` in front that it does not list any more, where there is no gap between
  /// them.
  func behind(_ earlier: HLSMedia) -> HLSMedia {
    let missing = firstSequence - earlier.firstSequence
    guard missing > 0, missing <= earlier.segments.count else { return self }
    var whole = self
    whole.segments = earlier.segments.prefix(missing) + segments
    whole.firstSequence = earlier.firstSequence
    return whole
  }
}
