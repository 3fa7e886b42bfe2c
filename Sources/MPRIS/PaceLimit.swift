/// Lets so many things through in each slice of time, and no more. Times are in µs of any clock that does not go back.
package struct PaceLimit {
  private let count: Int
  private let slice: UInt64
  private var sliceStart: UInt64 = 0
  private var used = 0

  /// At most `count` things in each slice of `slice` µs.
  package init(count: Int, slice: UInt64) {
    self.count = count
    self.slice = slice
  }

  /// Takes a place at the time `now`; false when there is none.
  package mutating func take(at now: UInt64) -> Bool {
    if now >= sliceStart + slice {
      sliceStart = now
      used = 0
    }
    guard used < count else { return false }
    used += 1
    return true
  }

  /// When there is a place again; nil when there is one at `now`.
  package func wait(at now: UInt64) -> UInt64? {
    used >= count && now < sliceStart + slice ? sliceStart + slice : nil
  }
}
