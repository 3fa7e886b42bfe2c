/// A value on the bus, of the types that are needed here.
package indirect enum BusValue: Sendable, Equatable {
  /// `s`
  case string(String)
  /// `o`: a valid object path.
  case objectPath(String)
  /// `b`
  case boolean(Bool)
  /// `x`; also a received integer of any other type, if it fits.
  case integer(Int64)
  /// `d`
  case double(Double)
  /// `as`
  case strings([String])
  /// `a{sv}`, in this order.
  case dictionary([BusEntry])
  /// `v`
  case variant(BusValue)

  /// Its type in the bus' own notation.
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .boolean: "b"
    case .integer: "x"
    case .double: "d"
    case .strings: "as"
    case .dictionary: "a{sv}"
    case .variant: "v"
    }
  }
}

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
