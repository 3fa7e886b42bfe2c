/// The bytes that a ``StreamParser`` must be fed next.
public enum StreamDemand: Sendable, Equatable {
  /// The bytes that follow.
  case next
  /// The bytes from this place on, counted from the first byte of the file. Requested only where the ``StreamOrigin``
  /// allows it.
  case position(Int)
  /// No bytes: everything that can be played was returned.
  case nothing
}
