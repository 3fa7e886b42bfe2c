/// The text of the page's files as it is sent. Comments and indentation are for readers of the sources, and a browser
/// on a slow network need not wait for them.
package enum PageText {
  /// Returns `text` without the spaces at the beginning of each line, without empty lines, and without each line that is
  /// a comment of JavaScript (`//`) or CSS (`/* … */`).
  ///
  /// The files have no text that goes over several lines, for which that would be wrong; a test looks for some.
  package static func compact(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var compact: [UInt8] = []
    compact.reserveCapacity(text.count)
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: newline) ?? rest.endIndex
      let line = rest[..<end].drop { $0 == space }
      if !line.isEmpty, !isComment(line) {
        compact += line
        compact.append(newline)
      }
      rest = rest[end...].dropFirst()
    }
    return compact
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private static func isComment(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    line.starts(with: "//".utf8) || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
  }
}
