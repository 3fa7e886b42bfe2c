/// The segments that a live playlist listed before, as far back as one edge of a content delivery network may lag
/// behind the others. They distinguish a playlist that is only late from one of an encoder that was restarted.
struct HLSPast {
  /// The maximum number of segments: six minutes of 6 s.
  static let capacity = 64

  /// The hashes of the segments, in a ring buffer.
  private var marks: [Int] = []
  private var oldest = 0

  /// Remembers `segments`, at most the last ``capacity``; the first one has the number `sequence`.
  mutating func add(_ segments: ArraySlice<HLSSegment>, from sequence: Int) {
    for (number, segment) in zip(sequence..., segments).suffix(Self.capacity) {
      let mark = Self.mark(segment, number)
      if marks.count < Self.capacity {
        marks.append(mark)
      } else {
        marks[oldest] = mark
        oldest = (oldest + 1) % Self.capacity
      }
    }
  }

  /// True when this segment was listed under this number.
  func contains(_ segment: HLSSegment, _ sequence: Int) -> Bool { marks.contains(Self.mark(segment, sequence)) }

  /// True when both are the same segment, as far as the playlists show. The addresses may differ in a token in the
  /// query or in a folder.
  static func isSame(_ one: HLSSegment, _ other: HLSSegment) -> Bool {
    name(one.uri) == name(other.uri) && one.byteRange == other.byteRange
  }

  private static func mark(_ segment: HLSSegment, _ sequence: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(sequence)
    hasher.combine(name(segment.uri))
    hasher.combine(segment.byteRange)
    return hasher.finalize()
  }

  /// Returns the name of the file, without folders and query.
  private static func name(_ uri: String) -> Substring {
    let path = uri.prefix { $0 != "?" }
    return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
  }
}
