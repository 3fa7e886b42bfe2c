/// A signal of a bus client.
package struct BusSignal: Sendable, Equatable {
  /// The unique name of the client that sent it; the bus makes sure that it is true.
  package var sender: String
  /// The path of the object.
  package var path: String
  /// The signal's interface.
  package var interface: String
  /// The name of the signal.
  package var member: String
  /// The arguments; nil when no signal here has arguments of their types, number or size.
  package var arguments: [BusValue]?
}
