/// What was read.
package struct ReadElements: Sendable, Equatable {
  package var elements: [PlacedElement] = []
  /// The number of elements that were dropped before they were read; they come before ``elements``.
  package var lost = 0
  /// True when nothing follows.
  package var isOver = false
}
