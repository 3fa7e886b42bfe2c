/// Where someone reads who is not the listener.
package struct ReadingPlace: Sendable, Equatable {
  /// The number of the element that is read next.
  var number: Int
  /// How often the newest elements had been removed when the place was used last.
  var removals: Int
}
