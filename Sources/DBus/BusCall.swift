/// A method call of a bus client to an object.
package struct BusCall: Sendable, Equatable {
  /// The path of the object.
  package var path: String
  /// The method's interface; nil when the caller names none.
  package var interface: String?
  /// The name of the method.
  package var member: String
  /// The arguments; nil when no method here takes arguments of their types, number or size.
  package var arguments: [BusValue]?

  /// A call.
  package init(path: String, interface: String?, member: String, arguments: [BusValue]?) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}
