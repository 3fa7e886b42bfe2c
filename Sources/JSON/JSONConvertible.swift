/// A value that can be a member of a JSON object or an element of an array, so that objects are written as literals:
///
///     .object(["id": id, "tags": tags, "position": position, "isCurrent": isCurrent])
package protocol JSONConvertible {
  /// The value as JSON.
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  /// The value itself.
  package var json: JSONValue { self }
}

extension String: JSONConvertible {
  /// A string.
  package var json: JSONValue { JSONValue(.string(self)) }
}

extension Bool: JSONConvertible {
  /// True or false.
  package var json: JSONValue { JSONValue(.bool(self)) }
}

extension JSONConvertible where Self: BinaryInteger {
  /// A whole number.
  package var json: JSONValue { JSONValue(.number("\(self)")) }
}

extension Int: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Double: JSONConvertible {
  /// A number with at most three decimals, without an exponent; 0 for values that are not finite, or of 10¹⁵ and more.
  package var json: JSONValue {
    guard isFinite, magnitude < 1e15 else { return 0.json }
    let thousandths = Int64((self * 1000).rounded())
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    var digits = "\(thousandths < 0 ? "-" : "")\(whole)"
    if rest > 0 {
      var decimals = "\(rest + 1000)".dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      digits += "." + decimals
    }
    return JSONValue(.number(digits))
  }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  /// An array of the elements.
  package var json: JSONValue { JSONValue(.array(map { $0.json })) }
}

// MARK: Building values
extension JSONConvertible where Self == JSONValue {
  /// `null`.
  package static var null: JSONValue { JSONValue(.null) }

  /// An object with those members that are not nil.
  package static func object(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    JSONValue(.object(members.compactMap { key, value in value.map { JSONMember(key, $0.json) } }))
  }
}

extension JSONValue {
  /// Returns an object with the members of this one and then those of `other`, which has other keys.
  package func adding(_ other: JSONValue) -> JSONValue { JSONValue(.object((members ?? []) + (other.members ?? []))) }
}
