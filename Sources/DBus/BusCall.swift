import SystemSupport

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

/// The reply to a method call.
package enum BusReply: Sendable, Equatable {
  /// The call succeeded with these results.
  case results([BusValue])
  /// The call failed with this error and text.
  case failure(BusFailure, String)
}

/// The reason why a call fails, by the bus' error names.
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

/// An error of libsystemd.
package struct BusFault: Error, CustomStringConvertible {
  /// The system's error number, positive.
  package var code: Int32
  /// True when a new connection would end the same way.
  package var isFinal: Bool

  /// A fault with this error number, positive.
  package init(code: Int32, isFinal: Bool = false) {
    self.code = code
    self.isFinal = isFinal
  }

  /// The system's text for the error.
  package var description: String { SystemReason.text(of: code) }

  /// Returns `result`, or throws when it is one of libsystemd's negative error codes.
  @discardableResult static func check(_ result: Int32) throws(BusFault) -> Int32 {
    guard result >= 0 else { throw BusFault(code: -result) }
    return result
  }
}
