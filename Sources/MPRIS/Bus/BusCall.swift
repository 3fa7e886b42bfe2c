/// What somebody on the bus asks an object for.
package struct BusCall: Sendable, Equatable {
  /// The object.
  package var path: String
  /// The method's interface; nil when the caller leaves open which.
  package var interface: String?
  /// The method.
  package var member: String
  /// What it is asked with; nil when that is of types, or of a size, that no method here takes.
  package var arguments: [BusValue]?

  /// A call.
  package init(path: String, interface: String?, member: String, arguments: [BusValue]?) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// What the caller is told.
package enum BusReply: Sendable, Equatable {
  /// It was done; these are its results.
  case results([BusValue])
  /// It cannot be done.
  case failure(BusFailure, String)
}

/// Why a call fails, by the names that the bus has for it.
package enum BusFailure: String, Sendable {
  /// There is no such object.
  case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
  /// The object has no such interface.
  case unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
  /// The interface has no such method.
  case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
  /// The interface has no such property.
  case unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
  /// The property cannot be set.
  case readOnlyProperty = "org.freedesktop.DBus.Error.PropertyReadOnly"
  /// The arguments are not what the method takes.
  case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
}
