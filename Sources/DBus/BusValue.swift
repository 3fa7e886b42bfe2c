/// A value on the bus, of the types that are needed here.
package indirect enum BusValue: Sendable, Equatable {
  /// `s`
  case string(String)
  /// `o`: a valid object path.
  case objectPath(String)
  /// `b`
  case boolean(Bool)
  /// `y`, to send only: a received number is an ``integer(_:)``.
  case byte(UInt8)
  /// `q`, to send only.
  case uint16(UInt16)
  /// `i`, to send only.
  case int32(Int32)
  /// `u`, to send only.
  case uint32(UInt32)
  /// `x`; also a received integer of any other type, if it fits.
  case integer(Int64)
  /// `d`
  case double(Double)
  /// `as`
  case strings([String])
  /// `aay`, to send only.
  case byteArrays([[UInt8]])
  /// `a{sv}`, in this order; to send only.
  case dictionary([BusEntry])
  /// `v`
  case variant(BusValue)

  /// Its type in the bus' own notation.
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .boolean: "b"
    case .byte: "y"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .integer: "x"
    case .double: "d"
    case .strings: "as"
    case .byteArrays: "aay"
    case .dictionary: "a{sv}"
    case .variant: "v"
    }
  }
}
