/// Limits the number of events in each slice of time. Times are in µs of any clock that is not set back.
package struct PaceLimit {
  private let count: Int
  private let slice: UInt64
  private var sliceStart: UInt64 = 0
  private var used = 0

  /// Allows at most `count` events in each slice of `slice` µs.
  package init(count: Int, slice: UInt64) {
    self.count = count
    self.slice = slice
  }

  /// Counts an event at the time `now`. Returns false when the limit of the slice is reached.
  package mutating func admit(at now: UInt64) -> Bool {
    if now >= sliceStart + slice {
      sliceStart = now
      used = 0
    }
    guard used < count else { return false }
    used += 1
    return true
  }

  /// Returns the time when the next event is allowed; nil when that is `now`.
  package func wait(at now: UInt64) -> UInt64? {
    used >= count && now < sliceStart + slice ? sliceStart + slice : nil
  }
}
