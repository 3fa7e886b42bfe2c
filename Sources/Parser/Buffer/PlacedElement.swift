package import AudioCore

/// An element with its place.
package struct PlacedElement: Sendable, Equatable {
  package var element: StreamElement
  /// Where it begins, in nanoseconds since the first packet.
  package var start: Int
  /// When it was received, in seconds since 1970; 0 where no sound is kept.
  package var receivedAt: Double
  /// The number of the connection that brought it. Between two connections sound is missing.
  package var connection: Int

  /// An element with these values.
  package init(element: StreamElement, start: Int, receivedAt: Double, connection: Int = 0) {
    self.element = element
    self.start = start
    self.receivedAt = receivedAt
    self.connection = connection
  }
}
