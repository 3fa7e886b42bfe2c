package import AudioCore

/// A title that a listener hears from now on.
package struct ShownTitle: Sendable, Equatable {
  /// The title; an empty one when there is none any more.
  package var metadata: StreamMetadata
  /// Where it begins, in nanoseconds.
  package var start: Int
  /// True when it was heard before.
  package var isRepeated: Bool
}
