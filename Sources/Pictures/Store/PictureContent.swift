/// What a ``PictureQueue`` keeps in memory.
package protocol PictureContent: Sendable, Equatable {
  /// The memory that it takes, in bytes.
  var memoryBytes: Int { get }
}
