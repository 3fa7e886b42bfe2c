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
