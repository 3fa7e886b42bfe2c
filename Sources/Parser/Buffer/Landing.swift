/// Where a jump leads.
package struct Landing: Sendable, Equatable {
  /// Where the element begins that is pulled next, in nanoseconds. What comes before ``target`` is decoded, and not heard.
  package var start: Int
  /// Where the sound begins, in nanoseconds.
  package var target: Int
}
