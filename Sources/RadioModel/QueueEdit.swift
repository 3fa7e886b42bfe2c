public import Stations

/// A change of a ``StationQueue``. Positions count from 0.
public enum QueueEdit: Sendable, Equatable {
  /// Insert these sources at a position; nil means at the end.
  case insert([Source], at: Int?)
  /// Remove the entries at these positions.
  case remove(Range<Int>)
  /// Remove the entry with this id.
  case removeEntry(id: Int)
  /// Move the entries at these positions so that the first one is at `to` afterwards.
  case move(Range<Int>, to: Int)
  /// Swap the entries at two positions.
  case swap(Int, Int)
  /// Put the entries at these positions into random order; nil means all.
  case shuffle(Range<Int>?)
  /// Remove all entries.
  case clear
  /// Follow the station list, which changed from `old` to `new`.
  ///
  /// The entry `keeping` stays as a temporary entry when its station is no longer in the list.
  case reload(old: [Station], new: [Station], keeping: Int? = nil)
  /// Replace the queue by this list. The entry `keeping` stays as a temporary entry when its station is not in the
  /// list.
  case reset(to: [Station], keeping: Int? = nil)
}
