/// A name and its value, in a dictionary or as a property.
package struct BusEntry: Sendable, Equatable {
  /// Its name.
  package var key: String
  /// Its value.
  package var value: BusValue

  /// An entry.
  package init(_ key: String, _ value: BusValue) {
    self.key = key
    self.value = value
  }
}
