import AudioCore

/// The attribute list of a tag (RFC 8216, 4.2): `NAME=value,NAME="value, with a comma"`.
struct HLSAttributes {
  /// The maximum number of attributes of one tag; the rest is ignored.
  private static let maximumCount = 64

  private var values: [(name: Substring.UTF8View, text: String)] = []

  /// Parses `text`, and skips invalid parts.
  init(_ text: Substring) {
    var rest = text.utf8
    while !rest.isEmpty, values.count < Self.maximumCount {
      guard let equals = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") }) else { return }
      guard rest[equals] == UInt8(ascii: "=") else {
        rest = rest[rest.index(after: equals)...]
        continue
      }
      let name = rest[..<equals]
      rest = rest[rest.index(after: equals)...]
      let value: Substring.UTF8View
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        value = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(value.count + 1).drop { $0 != UInt8(ascii: ",") }.dropFirst()
      } else {
        value = rest.prefix { $0 != UInt8(ascii: ",") }
        rest = rest.dropFirst(value.count + 1)
      }
      values.append((Substring(name).trimmedBlanks.utf8, String(Substring(value).trimmedBlanks)))
    }
  }

  /// The text of the first attribute with this name; nil when it is absent or empty.
  subscript(name: StaticString) -> String? {
    name.withUTF8Buffer { wanted in
      values.first { $0.name.elementsEqual(wanted) }.flatMap { $0.text.isEmpty ? nil : $0.text }
    }
  }

  /// Returns the attribute as a whole number.
  func integer(_ name: StaticString) -> Int? { self[name].flatMap { HLSNumber.integer($0) } }

  /// True when the value of the attribute is `YES`.
  func isYes(_ name: StaticString) -> Bool { self[name] == "YES" }

  /// Returns the bytes of a hexadecimal attribute (`0x…`), padded in front with zeros to `count` bytes. Returns nil for
  /// more bytes and for other text.
  func hexadecimal(_ name: StaticString, count: Int) -> [UInt8]? {
    guard let text = self[name], text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
    let digits = text.utf8.dropFirst(2)
    guard !digits.isEmpty, digits.count <= 2 * count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    for (place, digit) in digits.reversed().enumerated() {
      guard let value = digit.hexDigitValue else { return nil }
      bytes[count - 1 - place / 2] |= UInt8(value) << (place % 2 == 0 ? 0 : 4)
    }
    return bytes
  }
}
