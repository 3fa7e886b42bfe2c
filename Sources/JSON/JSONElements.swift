/// Splits the text of a JSON array into the texts of its elements, without parsing them. So an invalid element affects
/// no other one, and a caller holds only one element of a long answer as a value at a time.
package enum JSONElements {
  /// Returns the texts of the first `count` elements of the array in `bytes`, and an empty text for each element that
  /// is longer than `maximumBytes`. Returns nil when `bytes` hold no array, or an array that does not end.
  package static func cut(_ bytes: [UInt8], first count: Int, maximumBytes: Int) -> [ArraySlice<UInt8>]? {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return nil }
    index += 1
    var elements: [ArraySlice<UInt8>] = []
    var seen = 0
    var start = index
    var depth = 0
    var isInText = false
    while index < bytes.count {
      let byte = bytes[index]
      if isInText {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
          if depth == 0 {
            guard byte != UInt8(ascii: "}") else { return nil }
            let element = bytes[start..<index].drop(while: isBlank)
            // An empty text, which is not a JSON value, replaces an element that is too long.
            if !element.isEmpty { elements.append(element.count <= maximumBytes ? element : []) }
            seen += 1
            if byte == UInt8(ascii: "]") { return elements }
            if seen == count { return elements }
            start = index + 1
          } else if byte != UInt8(ascii: ",") {
            depth -= 1
          }
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }
}
