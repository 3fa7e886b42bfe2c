/// A segment of the status row.
package struct StatusSegment: Equatable, Sendable {
  /// The text, as runs of one style each.
  package var runs: [(text: String, style: Style)]
  /// The rank: when space is short, the segments with the highest rank are dropped first.
  package var rank: Int
  /// True when the segment stands at the right end.
  package var isTrailing: Bool

  /// Creates a segment from runs.
  package init(_ runs: [(text: String, style: Style)], rank: Int, isTrailing: Bool = false) {
    self.runs = runs
    self.rank = rank
    self.isTrailing = isTrailing
  }

  /// Compares the runs, the rank and the position.
  package static func == (left: StatusSegment, right: StatusSegment) -> Bool {
    left.rank == right.rank && left.isTrailing == right.isTrailing && left.runs.elementsEqual(right.runs, by: ==)
  }

  /// The number of columns between two segments.
  package static let distance = 3

  /// Returns the `segments` that fit in `columns`, in their order; `width` measures a text.
  package static func fitting(
    _ segments: [StatusSegment], columns: Int, width: (String) -> Int
  ) -> [StatusSegment] {
    var kept = segments
    func total() -> Int {
      kept.reduce(0) { $0 + $1.runs.reduce(0) { $0 + width($1.text) } } + distance * max(kept.count - 1, 0)
    }
    while kept.count > 1, total() > columns, let least = kept.indices.max(by: { kept[$0].rank < kept[$1].rank }) {
      kept.remove(at: least)
    }
    return kept
  }
}
