// JSON for programs: how objects are put together, and taken apart.
extension JSONValue {
  /// A string.
  package static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }

  /// A whole number.
  package static func number(_ number: some BinaryInteger) -> JSONValue { JSONValue(.number("\(number)")) }

  /// A number with three decimals at most, without an exponent; 0 for what is not finite, or beyond 10¹⁵.
  package static func number(_ number: Double) -> JSONValue {
    guard number.isFinite, number.magnitude < 1e15 else { return JSONValue(.number("0")) }
    let thousandths = Int64((number * 1000).rounded())
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    var digits = "\(thousandths < 0 ? "-" : "")\(whole)"
    if rest > 0 {
      var decimals = "\(rest + 1000)".dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      digits += "." + decimals
    }
    return JSONValue(.number(digits))
  }

  /// True or false.
  package static func flag(_ flag: Bool) -> JSONValue { JSONValue(.bool(flag)) }

  /// An array.
  package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  /// An object of those members that are not nil.
  package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    JSONValue(.object(members.compactMap { key, value in value.map { JSONMember(key, $0) } }))
  }

  /// The members of an object; nil when it is none.
  package var members: [JSONMember]? { if case .object(let members) = content { members } else { nil } }

  /// The elements of an array; nil when it is none.
  package var elements: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }

  /// The member `key` of an object; nil when it is none, or has none of that name.
  package subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  /// The text of a string; nil when it is none.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  /// The value of a number; nil when it is none.
  package var double: Double? { if case .number(let digits) = content { Double(digits) } else { nil } }

  /// The value of a whole number that fits; nil when it is none.
  package func integer<Number: FixedWidthInteger>(_: Number.Type = Int.self) -> Number? {
    if case .number(let digits) = content { Number(digits) } else { nil }
  }

  /// The value of true or false; nil when it is neither.
  package var flag: Bool? { if case .bool(let flag) = content { flag } else { nil } }
}
