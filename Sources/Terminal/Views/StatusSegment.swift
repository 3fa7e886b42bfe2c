/// A piece of the status row.
package struct StatusSegment: Equatable, Sendable {
  /// What it says: runs of one style each.
  package var runs: [(text: String, style: Style)]
  /// When there is not room for all, the segments with the highest number go first.
  package var rank: Int
  /// True when it stands at the right end.
  package var isTrailing: Bool

  /// A segment of runs.
  package init(_ runs: [(text: String, style: Style)], rank: Int, isTrailing: Bool = false) {
    self.runs = runs
    self.rank = rank
    self.isTrailing = isTrailing
  }

  /// Equal when the runs are.
  package static func == (left: StatusSegment, right: StatusSegment) -> Bool {
    left.rank == right.rank && left.isTrailing == right.isTrailing && left.runs.elementsEqual(right.runs, by: ==)
  }

  /// Columns between two segments.
  package static let distance = 3

  /// Those of `segments` that fit in `columns`, in their order; `width` measures a text.
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
