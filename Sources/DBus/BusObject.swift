/// An object of another client of the bus, seen by one of its interfaces.
package struct BusObject: Sendable, Equatable {
  /// The name of the client.
  package var client: String
  /// The path of the object.
  package var path: String
  /// The name of the interface.
  package var interface: String

  /// An object.
  package init(client: String, path: String, interface: String) {
    self.client = client
    self.path = path
    self.interface = interface
  }
}
