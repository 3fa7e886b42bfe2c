import AudioCore

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

/// Makes text that the bus accepts.
package enum BusText {
  /// The maximum length of an address that is published, in bytes.
  private static let maximumAddressBytes = 2048

  /// Returns one line of at most ``CleanText/maximumLength`` characters, without control characters and without
  /// Unicode's noncharacters, which sd-bus treats as invalid UTF-8.
  package static func line(_ text: String) -> String {
    var scalars = CleanText.singleLine(text).unicodeScalars
    scalars.removeAll { $0.properties.isNoncharacterCodePoint }
    return String(scalars)
  }

  /// Returns `text` when it is an address of one of `schemes` that needs no cleaning and is not too long, else nil.
  package static func address(_ text: String, schemes: some Collection<String>) -> String? {
    guard text.utf8.count <= maximumAddressBytes else { return nil }
    guard let parts = AddressParts(text), schemes.contains(parts.scheme) else { return nil }
    let isClean = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value) && !scalar.properties.isNoncharacterCodePoint
    }
    return isClean ? text : nil
  }
}
