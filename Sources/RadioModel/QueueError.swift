/// Why a ``QueueEdit`` was not applied.
public enum QueueError: Error, Sendable, Equatable {
  /// There is no entry with this id.
  case noSuchEntry
  /// There is no such position.
  case noSuchPlace
  /// The queue would have more than ``StationQueue/maximumEntries`` entries.
  case full
}
